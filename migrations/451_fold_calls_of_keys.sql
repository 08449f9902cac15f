-- Nobody sums up calls without their keys from here on.
lock table gateway_request_folds in exclusive mode;

-- Adds the next calls up to a settled id, p_most ids of them, to the sums, as 425 did, and to those of each key. Returns whether
-- more are left. Several processes may call it at once: one does it, the others return.
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

  update public.gateway_request_folds set folded_until = v_to;
  return v_to < p_until;
end
$$;

update gateway_request_folds set keys_since = clock_timestamp() where folded_until > 0;
