-- Nobody sums up calls meanwhile. First, as whoever sums up has it before the sums.
lock table gateway_request_folds in access exclusive mode;
-- A fourth detail of the sums: all APIs together by method. A chart of one method read the sums of each operation of each API.
alter table gateway_request_sums drop constraint gateway_request_sums_detail_check;
alter table gateway_request_sums add constraint gateway_request_sums_detail_check check (detail between 0 and 3) not valid;

-- From when on periods have all their calls by method. A clock is at most a day wrong.
alter table gateway_request_folds add column methods_since timestamptz not null default '-infinity';
update gateway_request_folds set methods_since = date_trunc('day', clock_timestamp(), 'UTC') + interval '2 days' where folded_until > 0;

-- As 541, and sums up by method.
create or replace function fold_gateway_requests(p_until bigint, p_most integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
-- The calls of one transaction, which are some MB.
set work_mem = '64MB' as $$
declare
  v_from bigint;
  v_to bigint;
begin
  select folded_until into v_from from public.gateway_request_folds for update skip locked;
  if not found or v_from >= p_until then
    return false;
  end if;
  v_to := least(p_until, v_from + p_most);

  with batch as materialized (
    select
      r.id, r.gateway_id, r.started_at, date_trunc('minute', r.started_at, 'UTC') as minute, (r.started_at at time zone 'UTC')::date as day,
      r.api_id, r.organization_id, r.environment, r.consumer_id, r.consumer_name, r.client_ip, r.status, r.status / 100 as status_class,
      case when r.method = any ('{GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS,TRACE}') then r.method
        when r.method is not null then 'OTHER' end as method,
      r.operation, public.latency_bucket(r.gateway_ms) as gateway_bucket, public.latency_bucket(r.upstream_ms) as upstream_bucket, r.is_counted
    from public.gateway_requests r
    where r.id > v_from and r.id <= v_to
  ), counted as (
    insert into public.gateway_request_counts as c (hour, api_id, organization_id, environment, status, count)
    select date_trunc('hour', b.minute, 'UTC'), b.api_id, b.organization_id, b.environment, b.status, count(*)
    from batch b
    where b.api_id is not null and not b.is_counted
    group by 1, 2, 3, 4, 5
    on conflict (hour, api_id, organization_id, environment, status) do update set count = c.count + excluded.count
  ), calls as materialized (
    select
      b.minute, b.api_id, b.organization_id, b.environment, b.method, b.operation, b.status_class, b.gateway_bucket, b.upstream_bucket,
      count(*)::integer as count
    from batch b
    where b.api_id is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), methods as materialized (
    select minute, environment, method, status_class, gateway_bucket, upstream_bucket, sum(count)::integer as count
    from calls
    group by 1, 2, 3, 4, 5, 6
  ), summed as (
    insert into public.gateway_request_sums as s (
      grain, detail, period, api_id, organization_id, environment, method, operation, status_class, count, gateway_ms, upstream_ms)
    select
      g.grain, c.detail, date_trunc(g.grain, c.minute, 'UTC'), c.api_id, c.organization_id, c.environment, c.method, c.operation, c.status_class,
      sum(c.count), public.latency_counts(c.gateway_bucket, c.count), public.latency_counts(c.upstream_bucket, c.count)
    from (
      select
        d.detail, c.minute, c.api_id, c.organization_id, c.environment, case d.detail when 2 then c.method end as method,
        case d.detail when 2 then c.operation end as operation, c.status_class, c.gateway_bucket, c.upstream_bucket, c.count
      from calls c cross join (values (1), (2)) as d (detail)
      union all
      -- All APIs together are made of a quarter of the rows.
      select d.detail, m.minute, null, null, m.environment, case d.detail when 3 then m.method end, null, m.status_class,
        m.gateway_bucket, m.upstream_bucket, m.count
      from methods m cross join (values (0), (3)) as d (detail)
    ) c
    cross join (values ('minute'), ('hour'), ('day')) as g (grain)
    where g.grain <> 'minute' or c.minute > now() - interval '2 days'
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (grain, detail, period, api_id, organization_id, environment, method, operation, status_class) do update set
      count = s.count + excluded.count,
      gateway_ms = public.add_latencies(s.gateway_ms, excluded.gateway_ms),
      upstream_ms = public.add_latencies(s.upstream_ms, excluded.upstream_ms)
  ), named as (
    -- By each name first, so that few rows are sorted to find the last.
    select day, api_id, organization_id, environment, consumer_id, consumer_name, client_ip, status_class, count(*) as count, max(id) as last
    from batch
    where api_id is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), called as (
    insert into public.gateway_request_callers as s (
      day, api_id, organization_id, environment, consumer_id, consumer_name, client_ip, status_class, count)
    select
      n.day, n.api_id, n.organization_id, n.environment, n.consumer_id, (array_agg(n.consumer_name order by n.last desc))[1], n.client_ip,
      n.status_class, sum(n.count)
    from named n
    group by 1, 2, 3, 4, 5, 7, 8
    on conflict (day, api_id, organization_id, environment, consumer_id, client_ip, status_class) do update set
      count = s.count + excluded.count, consumer_name = coalesce(excluded.consumer_name, s.consumer_name)
  ), uses as (
    select consumer_id, minute, count(*) as count from batch where consumer_id is not null group by 1, 2
  ), used as (
    insert into public.gateway_request_key_sums as s (consumer_id, grain, period, count)
    select u.consumer_id, g.grain, date_trunc(g.grain, u.minute, 'UTC'), sum(u.count)
    from uses u
    cross join (values ('minute', interval '2 hours'), ('hour', interval '2 days'), ('day', interval '30 days')) as g (grain, kept)
    where u.minute > now() - g.kept
    group by 1, 2, 3
    on conflict (consumer_id, grain, period) do update set count = s.count + excluded.count
  ), key_names as (
    insert into public.gateway_request_key_names as k (consumer_id, name, last_day)
    select consumer_id, consumer_name, max(day) from batch
    where consumer_id is not null and consumer_name is not null
    group by 1, 2
    on conflict (consumer_id, name) do update set last_day = excluded.last_day where k.last_day < excluded.last_day
  ), heard as (
    insert into public.gateway_heard_days (gateway_id, day)
    select distinct gateway_id, day from batch
    on conflict do nothing
  )
  update public.gateway_request_folds set
    folded_until = v_to, folded_at = coalesce((select max(started_at) from batch), folded_at);
  return v_to < p_until;
end
$$;
