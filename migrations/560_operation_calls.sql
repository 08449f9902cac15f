-- The calls of an attempt at an operation to a gateway or a Kafka, for whoever asks why it ended so (docs/decisions/0162). They are
-- no events: they prove nothing, and go after TELEMETRY_RETENTION_DAYS.
create table operation_calls (
  operation_id uuid not null,
  attempt integer not null check (attempt > 0),
  ended_at timestamptz not null default now(),
  -- At most 200 lines: what was asked, when, how long it took, and how it ended. No bodies, no queries, no values.
  calls jsonb not null,
  -- Calls between the first and the newest ones that are not in it.
  left_out integer not null,
  primary key (operation_id, attempt)
);
create index on operation_calls (ended_at);

grant select, insert, update, delete on operation_calls to :app;
