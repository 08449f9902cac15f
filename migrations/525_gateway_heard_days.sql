-- On which days (UTC) calls came from a gateway, of whomever. A day without any may be one on which nobody called, or one on which
-- nobody heard of the calls: what ends when nobody calls waits. Calls of former days are not looked through: days begin with this one.
create table gateway_heard_days (
  gateway_id integer not null,
  day date not null,
  primary key (gateway_id, day)
);
grant select on gateway_heard_days to :app;

-- As 496, and keeps from which gateways calls came.
create or replace function fold_gateway_requests(p_until bigint, p_most integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_from bigint;
  v_to bigint;
begin
  select folded_until into v_from from public.gateway_request_folds for update skip locked;
  if not found or v_from >= p_until then
    return false;
  end if;
  v_to := least(p_until, v_from + p_most);

  -- In the order in which a post of the last release counts, so that both can't wait for each other in a circle.
  insert into public.gateway_request_counts as c (hour, api_id, organization_id, environment, status, count)
  select date_trunc('hour', r.started_at, 'UTC'), r.api_id, r.organization_id, r.environment, r.status, count(*)
  from public.gateway_requests r
  where r.id > v_from and r.id <= v_to and r.api_id is not null and not r.is_counted
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (hour, api_id, organization_id, environment, status) do update set count = c.count + excluded.count;

  with calls as materialized (
    select
      date_trunc('minute', r.started_at, 'UTC') as minute, r.api_id, r.organization_id, r.environment,
      case when r.method = any ('{GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS,TRACE}') then r.method
        when r.method is not null then 'OTHER' end as method,
      r.operation, r.status / 100 as status_class, public.latency_bucket(r.gateway_ms) as gateway_bucket,
      public.latency_bucket(r.upstream_ms) as upstream_bucket, count(*)::integer as count
    from public.gateway_requests r
    where r.id > v_from and r.id <= v_to and r.api_id is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  )
  insert into public.gateway_request_sums as s (
    grain, detail, period, api_id, organization_id, environment, method, operation, status_class, count, gateway_ms, upstream_ms)
  select
    g.grain, d.detail, date_trunc(g.grain, c.minute, 'UTC'), case when d.detail > 0 then c.api_id end,
    case when d.detail > 0 then c.organization_id end, c.environment, case when d.detail > 1 then c.method end,
    case when d.detail > 1 then c.operation end, c.status_class, sum(c.count),
    public.latency_counts(c.gateway_bucket, c.count), public.latency_counts(c.upstream_bucket, c.count)
  from calls c
  cross join (values ('minute'), ('hour'), ('day')) as g (grain)
  cross join generate_series(0, 2) as d (detail)
  where g.grain <> 'minute' or c.minute > now() - interval '2 days'
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (grain, detail, period, api_id, organization_id, environment, method, operation, status_class) do update set
    count = s.count + excluded.count,
    gateway_ms = public.add_latencies(s.gateway_ms, excluded.gateway_ms),
    upstream_ms = public.add_latencies(s.upstream_ms, excluded.upstream_ms);

  insert into public.gateway_request_callers as s (
    day, api_id, organization_id, environment, consumer_id, consumer_name, client_ip, status_class, count)
  select
    (r.started_at at time zone 'UTC')::date, r.api_id, r.organization_id, r.environment, r.consumer_id,
    (array_agg(r.consumer_name order by r.id desc))[1], r.client_ip, r.status / 100, count(*)
  from public.gateway_requests r
  where r.id > v_from and r.id <= v_to and r.api_id is not null
  group by 1, 2, 3, 4, 5, 7, 8
  on conflict (day, api_id, organization_id, environment, consumer_id, client_ip, status_class) do update set
    count = s.count + excluded.count, consumer_name = coalesce(excluded.consumer_name, s.consumer_name);

  with calls as materialized (
    select r.consumer_id, date_trunc('minute', r.started_at, 'UTC') as minute, count(*) as count
    from public.gateway_requests r
    where r.id > v_from and r.id <= v_to and r.consumer_id is not null
    group by 1, 2
  )
  insert into public.gateway_request_key_sums as s (consumer_id, grain, period, count)
  select c.consumer_id, g.grain, date_trunc(g.grain, c.minute, 'UTC'), sum(c.count)
  from calls c
  cross join (values ('minute', interval '2 hours'), ('hour', interval '2 days'), ('day', interval '30 days')) as g (grain, kept)
  where c.minute > now() - g.kept
  group by 1, 2, 3
  on conflict (consumer_id, grain, period) do update set count = s.count + excluded.count;

  insert into public.gateway_heard_days (gateway_id, day)
  select distinct r.gateway_id, (r.started_at at time zone 'UTC')::date
  from public.gateway_requests r
  where r.id > v_from and r.id <= v_to
  order by 1, 2
  on conflict do nothing;

  update public.gateway_request_folds set
    folded_until = v_to,
    folded_at = coalesce(
      (select max(r.started_at) from public.gateway_requests r where r.id > v_from and r.id <= v_to), folded_at);
  return v_to < p_until;
end
$$;

-- As 494, and forgets these days, too. They are kept as long as a move may wait, which is 90 days.
create or replace function drop_old_request_counts(p_days integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_first constant date := (now() at time zone 'UTC')::date - p_days;
  v_begin constant timestamptz := v_first::timestamp at time zone 'UTC';
begin
  if p_days < 1 then
    raise exception 'at least one day is kept' using errcode = 'invalid_parameter_value';
  end if;
  delete from public.gateway_request_counts where hour < v_begin;
  delete from public.gateway_request_days where day < v_first;
  delete from public.gateway_heard_days where day < least(v_first, (now() at time zone 'UTC')::date - 100);
  delete from public.gateway_request_sums
  where period < case grain when 'minute' then now() - interval '2 days' else v_begin end;
  delete from public.gateway_request_key_sums
  where period < now() - case grain when 'minute' then interval '2 hours' when 'hour' then interval '2 days' else interval '30 days' end;
end
$$;
