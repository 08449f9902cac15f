-- How many calls an hour (UTC), so that totals over months need not look at every call.
create table gateway_request_counts (
  hour timestamptz not null,
  api_id integer not null,
  organization_id integer,
  environment text not null,
  status smallint not null,
  count integer not null check (count > 0),
  unique nulls not distinct (hour, api_id, organization_id, environment, status)
);
create index gateway_request_counts_by_organization on gateway_request_counts (organization_id, hour);

grant select, insert on gateway_request_counts to :app;
grant update (count) on gateway_request_counts to :app;
