-- Stores the calls that one gateway posted, as store_gateway_requests did, with what 420 added. Returns the number of new calls.
--
-- The shared lock tells which ids are settled: whoever gets it alone for a moment (settled_gateway_requests) knows that no
-- lower id can still become visible.
create function record_gateway_calls(
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
  ), counted as (
    insert into gateway_request_counts as c (hour, api_id, organization_id, environment, status, count)
    select date_trunc('hour', n.started_at, 'UTC') as hour, n.api_id, n.organization_id, n.environment, n.status, count(*)
    from new n
    where n.api_id is not null
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (hour, api_id, organization_id, environment, status) do update set count = c.count + excluded.count
  ), used as (
    insert into credential_uses as u (consumer_id, generation, last_used_at)
    select n.consumer_id, n.generation, max(n.started_at)
    from new n
    where n.consumer_id is not null and n.generation is not null
    group by 1, 2
    order by 1, 2
    on conflict (consumer_id, generation) do update set last_used_at = greatest(u.last_used_at, excluded.last_used_at)
  ), added as (
    insert into gateway_requests (
      started_at, gateway_id, request_id, api_id, api_name, organization_id, organization_name, consumer_id, consumer_name,
      environment, client_ip, upstream_uri, status, unattributed, method, operation, path, gateway_ms, upstream_ms,
      request_bytes, response_bytes)
    select
      n.started_at, p_gateway_id, n.request_id, n.api_id, n.api_name, n.organization_id, n.organization_name, n.consumer_id,
      n.consumer_name, n.environment, n.client_ip, n.upstream_uri, n.status, n.unattributed, n.method, n.operation, n.path,
      n.gateway_ms, n.upstream_ms, n.request_bytes, n.response_bytes
    from new n
    order by n.started_at, n.request_id
  )
  select count(*) into v_stored from fresh;
  return v_stored;
end
$$;

-- The last release calls this one. It takes the same lock, so that its calls are summed up, too.
create or replace function store_gateway_requests(
  p_gateway_id integer, p_request_ids uuid[], p_started_at timestamptz[], p_api_ids integer[], p_api_names text[],
  p_organization_ids integer[], p_organization_names text[], p_consumer_ids integer[], p_generations integer[],
  p_environments text[], p_client_ips text[], p_upstream_uris text[], p_statuses smallint[], p_unattributed text[]
) returns bigint
language sql as $$
  select record_gateway_calls(
    p_gateway_id, p_request_ids, p_started_at, p_api_ids, p_api_names, p_organization_ids, p_organization_names,
    p_consumer_ids, null, p_generations, p_environments, p_client_ips, p_upstream_uris, p_statuses, p_unattributed,
    null, null, null, null, null, null, null)
$$;
