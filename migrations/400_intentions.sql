-- What Portico keeps in Postgres while its events are in KurrentDB (docs/decisions/0089-intention-first.md). A row is
-- written before its events are sent, and gets their position when they are durable. Whoever meets a row without a position
-- sends its events again, which changes nothing when they are there.
create table intentions (
  command_id text primary key check (length(command_id) between 1 and 200),
  request_hash text not null,
  stream text not null,
  -- The versions of the stream before and after.
  expected bigint not null check (expected >= 0),
  version bigint not null check (version > expected),
  outcome jsonb not null,
  -- Tells one attempt of a process from that of another.
  attempt uuid not null,
  raised text[] not null,
  passed text[] not null,
  previous_hash bytea not null,
  last_hash bytea not null,
  last_event_id uuid not null,
  -- What is sent. Empty when the position is known.
  event_ids uuid[],
  types text[],
  schema_versions integer[],
  data text[],
  meta text[],
  -- Until then one process sends it, and the others wait.
  claimed_until timestamptz not null,
  position text,
  recorded_at timestamptz not null default clock_timestamp(),
  -- Two appends at one version are never both sent, and the chain of hashes goes on from the right one.
  unique (stream, expected),
  unique (stream, version)
);
create index intentions_open on intentions (claimed_until) where position is null;
create index intentions_by_position on intentions (position collate "C") where position is not null;
grant select, insert, update, delete on intentions to :app;

create trigger intentions_are_final before update or delete on intentions
  for each row when (old.position is not null) execute function refuse_log_change();
create trigger intentions_stay before truncate on intentions
  for each statement execute function refuse_log_change();

-- A guard as the appends left it that are durable or intended (docs/decisions/0046-guards.md). An append that conflicts takes
-- its use back. Nobody reads a guard while a use of it is open.
create table intended_guards (
  name text primary key check (length(name) between 1 and 100),
  version bigint not null default 0 check (version >= 0),
  passes bigint not null default 0 check (passes >= 0),
  position text not null default ''
);
grant select, insert, update on intended_guards to :app;
