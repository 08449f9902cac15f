-- The calls that gateways report (http-log): telemetry, not events. One partition a day (UTC), see
-- ensure_request_partition. A call that none of Portico's ids could be proved for has no API and says why in
-- `unattributed`; no report shows it.
--
-- Names are those of the time of the call: an API that was deleted since keeps its name in the report.
create table gateway_requests (
  id bigint generated always as identity,
  started_at timestamptz not null,
  gateway_id integer not null,
  -- The gateway's own id of the call (X-Kong-Request-Id).
  request_id uuid not null,
  api_id integer,
  api_name text not null,
  -- Null when nobody was recognised, as for a call without a key.
  organization_id integer,
  organization_name text not null,
  consumer_id integer,
  environment text not null,
  client_ip text not null,
  upstream_uri text not null,
  status smallint not null,
  unattributed text check (unattributed in ('service', 'consumer')),
  check ((api_id is null) = (unattributed is not null)),
  check (api_id is not null or (organization_id is null and consumer_id is null)),
  primary key (id, started_at)
) partition by range (started_at);

-- The report's orders: newest first for everybody, for one organization, for one API; and by time.
create index gateway_requests_by_organization on gateway_requests (organization_id, id);
create index gateway_requests_by_api on gateway_requests (api_id, id);
create index gateway_requests_by_time on gateway_requests (started_at);

grant select, insert on gateway_requests to :app;
