-- A post no longer counts its calls by hour: every post at the same time updated the same few rows. Each waited for the others, and while
-- somebody read, all older versions of these rows stayed and were looked at again. They are counted with the other sums
-- (fold_gateway_requests), and a total adds those that are not counted yet.

-- Nobody sums up calls meanwhile, which would wait for one of these tables with the other.
lock table gateway_request_folds in access exclusive mode;

-- Whether a post has counted it, as those of the last release do (record_gateway_calls). Adding it rewrites nothing.
alter table gateway_requests add column is_counted boolean not null default true;

-- When the last call that was summed up began. A clock is at most a day wrong, so later calls began at most two days before.
alter table gateway_request_folds add column folded_at timestamptz not null default '-infinity';

-- Stores the calls that one gateway posted, as record_gateway_calls does, without their counts. The last use of a key is stored once a second:
-- a key that is in every post would be one row that all of them wait for.
create function take_gateway_calls(
  p_gateway_id integer, p_request_ids uuid[], p_started_at timestamptz[], p_api_ids integer[], p_api_names text[],
  p_organization_ids integer[], p_organization_names text[], p_consumer_ids integer[], p_consumer_names text[],
  p_generations integer[], p_environments text[], p_client_ips text[], p_upstream_uris text[], p_statuses smallint[],
  p_unattributed text[], p_methods text[], p_operations text[], p_paths text[], p_gateway_ms integer[], p_upstream_ms integer[],
  p_request_bytes bigint[], p_response_bytes bigint[]
) returns bigint
language plpgsql as $$
declare
  v_day date;
  v_stored bigint;
begin
  for v_day in select distinct (s.started_at at time zone 'UTC')::date from unnest(p_started_at) as s (started_at) loop
    perform ensure_request_partition(v_day);
  end loop;
  perform pg_advisory_xact_lock_shared(hashtext('gateway_requests'));

  with posted as (
    select distinct on (p.request_id) p.*
    from unnest(
      p_request_ids, p_started_at, p_api_ids, p_api_names, p_organization_ids, p_organization_names, p_consumer_ids,
      p_consumer_names, p_generations, p_environments, p_client_ips, p_upstream_uris, p_statuses, p_unattributed, p_methods,
      p_operations, p_paths, p_gateway_ms, p_upstream_ms, p_request_bytes, p_response_bytes
    ) as p (
      request_id, started_at, api_id, api_name, organization_id, organization_name, consumer_id,
      consumer_name, generation, environment, client_ip, upstream_uri, status, unattributed, method,
      operation, path, gateway_ms, upstream_ms, request_bytes, response_bytes)
    order by p.request_id
  ), fresh as (
    insert into gateway_request_keys (gateway_id, request_id, started_at)
    select p_gateway_id, p.request_id, p.started_at from posted p order by p.request_id
    on conflict do nothing
    returning request_id
  ), new as (
    select p.* from posted p join fresh f using (request_id)
  ), used as (
    insert into credential_uses as u (consumer_id, generation, last_used_at)
    select n.consumer_id, n.generation, n.used_at
    from (
      select consumer_id, generation, max(started_at) as used_at from new
      where consumer_id is not null and generation is not null group by 1, 2
    ) n
    left join credential_uses known using (consumer_id, generation)
    where known.last_used_at is null or known.last_used_at < n.used_at - interval '1 second'
    order by 1, 2
    on conflict (consumer_id, generation) do update set last_used_at = greatest(u.last_used_at, excluded.last_used_at)
  ), added as (
    insert into gateway_requests (
      started_at, gateway_id, request_id, api_id, api_name, organization_id, organization_name, consumer_id, consumer_name,
      environment, client_ip, upstream_uri, status, unattributed, method, operation, path, gateway_ms, upstream_ms,
      request_bytes, response_bytes, is_counted)
    select
      n.started_at, p_gateway_id, n.request_id, n.api_id, n.api_name, n.organization_id, n.organization_name, n.consumer_id,
      n.consumer_name, n.environment, n.client_ip, n.upstream_uri, n.status, n.unattributed, n.method, n.operation, n.path,
      n.gateway_ms, n.upstream_ms, n.request_bytes, n.response_bytes, false
    from new n
    order by n.started_at, n.request_id
  )
  select count(*) into v_stored from fresh;
  return v_stored;
end
$$;

-- As 451, and counts the calls by hour that no post has counted.
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

  update public.gateway_request_folds set
    folded_until = v_to,
    folded_at = coalesce(
      (select max(r.started_at) from public.gateway_requests r where r.id > v_from and r.id <= v_to), folded_at);
  return v_to < p_until;
end
$$;
