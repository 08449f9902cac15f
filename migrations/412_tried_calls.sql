-- Calls with "Try it": telemetry, like the calls that gateways report, but with the person. Kept as long as those.
create table tried_calls (
  id bigint generated always as identity primary key,
  user_id integer not null,
  consumer_id integer not null,
  method text not null,
  -- Without the query, which may hold anything.
  path text not null,
  -- Null: the gateway did not respond.
  status smallint,
  tried_at timestamptz not null default now()
);
create index tried_calls_by_user on tried_calls (user_id, tried_at);
create index tried_calls_by_age on tried_calls using brin (tried_at);

grant select, insert, delete on tried_calls to :app;
