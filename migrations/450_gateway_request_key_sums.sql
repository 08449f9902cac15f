-- Calls of each key, so that its use is told against its own limit: by minute for two hours, by hour for two days and by day (UTC)
-- for 30. More than the 12 windows that are shown; how long a key was used says nothing that the callers of a day do not.
-- Filled by fold_gateway_requests, so that a post does not wait for it.
create table gateway_request_key_sums (
  consumer_id integer not null,
  grain text not null check (grain in ('minute', 'hour', 'day')),
  period timestamptz not null,
  count integer not null check (count > 0),
  primary key (consumer_id, grain, period)
);
grant select on gateway_request_key_sums to :app;

-- From when on calls are counted by key (451): those that were summed up before have no key in any sum.
alter table gateway_request_folds add column keys_since timestamptz not null default '-infinity';
