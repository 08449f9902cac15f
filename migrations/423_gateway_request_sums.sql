-- Sums of calls, from which charts are drawn: by minute for two days, by hour and day (UTC) for 400 days. Kept beside
-- gateway_request_counts, which every post updates: these are made of the stored calls a few seconds later
-- (fold_gateway_requests), so that a post does not wait for them.
--
-- `detail` tells which columns a row is about: 0 none, so the sum of all APIs; 1 API and organization; 2 also method and
-- operation. A chart reads the coarsest that has what it asks for.
create table gateway_request_sums (
  grain text not null check (grain in ('minute', 'hour', 'day')),
  detail smallint not null check (detail between 0 and 2),
  -- When the minute, hour or day begins.
  period timestamptz not null,
  api_id integer,
  -- Null also for calls without a key.
  organization_id integer,
  environment text not null,
  method text,
  operation text,
  -- The first digit of the status: 2, 3, 4, 5.
  status_class smallint not null,
  count integer not null check (count > 0),
  -- Calls in each bucket of latency_bucket, up to the last that has any. Null: no call told it.
  gateway_ms integer[],
  upstream_ms integer[],
  unique nulls not distinct (grain, detail, period, api_id, organization_id, environment, method, operation, status_class)
);
create index gateway_request_sums_by_api on gateway_request_sums (api_id, grain, detail, period);
create index gateway_request_sums_by_organization on gateway_request_sums (organization_id, grain, detail, period);
grant select on gateway_request_sums to :app;

-- Which keys and addresses calls come from, by day (UTC). Addresses are personal data, so this goes with the calls.
create table gateway_request_callers (
  day date not null,
  api_id integer not null,
  organization_id integer,
  environment text not null,
  consumer_id integer,
  -- The key's nickname, as it was last.
  consumer_name text,
  client_ip text not null,
  status_class smallint not null,
  count integer not null check (count > 0),
  unique nulls not distinct (day, api_id, organization_id, environment, consumer_id, client_ip, status_class)
);
create index gateway_request_callers_by_api on gateway_request_callers (api_id, day);
create index gateway_request_callers_by_organization on gateway_request_callers (organization_id, day);
grant select on gateway_request_callers to :app;

-- How far calls are in the sums: all up to this id. From 0 on, so those of former releases come in as well.
create table gateway_request_folds (
  folded_until bigint not null
);
insert into gateway_request_folds values (0);
grant select on gateway_request_folds to :app;
