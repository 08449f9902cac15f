-- Which keys an organization was given for an API, as the subscription `withdrawals` has seen them: when access is
-- revoked it must know every key that was asked for before, however far the read tables are.
create table given_keys (
  consumer_id integer primary key,
  api_id integer not null,
  organization_id integer not null
);
create index on given_keys (api_id, organization_id);

grant select, insert, delete on given_keys to :app;
