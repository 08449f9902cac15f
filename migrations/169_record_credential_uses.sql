-- Stores what one gateway posted, in one round trip: every call once, however often it is posted, with the counts of
-- just those calls that are new, and when each credential was used last.
--
-- Rows are locked in one order (keys, then counts, then uses, each sorted), so that posts at the same time wait for each other
-- and never in a circle.
create or replace function record_gateway_requests(p_gateway_id integer, p_requests json) returns table (stored bigint, repeated bigint)
language plpgsql as $$
declare
  v_day date;
begin
  for v_day in
    select distinct (r.started_at at time zone 'UTC')::date from json_to_recordset(p_requests) as r (started_at timestamptz)
  loop
    perform ensure_request_partition(v_day);
  end loop;

  return query
  with posted as (
    select distinct on (r.request_id) r.*
    from json_to_recordset(p_requests) as r (
      request_id uuid, started_at timestamptz, api_id integer, api_name text, organization_id integer,
      organization_name text, consumer_id integer, environment text, client_ip text, upstream_uri text, status smallint,
      unattributed text, generation integer)
    order by r.request_id
  ), fresh as (
    insert into gateway_request_keys (gateway_id, request_id)
    select p_gateway_id, p.request_id from posted p order by p.request_id
    on conflict do nothing
    returning request_id
  ), added as (
    insert into gateway_requests (
      started_at, gateway_id, request_id, api_id, api_name, organization_id, organization_name, consumer_id, environment,
      client_ip, upstream_uri, status, unattributed)
    select
      p.started_at, p_gateway_id, p.request_id, p.api_id, p.api_name, p.organization_id, p.organization_name,
      p.consumer_id, p.environment, p.client_ip, p.upstream_uri, p.status, p.unattributed
    from posted p join fresh f using (request_id)
    order by p.started_at, p.request_id
    returning started_at, api_id, organization_id, environment, status
  ), counted as (
    insert into gateway_request_counts as c (hour, api_id, organization_id, environment, status, count)
    select date_trunc('hour', a.started_at, 'UTC') as hour, a.api_id, a.organization_id, a.environment, a.status, count(*)
    from added a
    where a.api_id is not null
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (hour, api_id, organization_id, environment, status) do update set count = c.count + excluded.count
  ), used as (
    insert into credential_uses as u (consumer_id, generation, last_used_at)
    select p.consumer_id, p.generation, max(p.started_at)
    from posted p join fresh f using (request_id)
    where p.consumer_id is not null and p.generation is not null
    group by 1, 2
    order by 1, 2
    on conflict (consumer_id, generation) do update set last_used_at = greatest(u.last_used_at, excluded.last_used_at)
  )
  select (select count(*) from added), (select json_array_length(p_requests) - count(*) from added);
end
$$;
