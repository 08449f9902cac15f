-- The answer of every command, written with its events: a command that comes again gets the first answer (G3).
create table commands (
  command_id text primary key check (length(command_id) between 1 and 200),
  request_hash text not null,
  stream text not null,
  version bigint not null,
  xid xid8 not null,
  pos bigint not null,
  outcome jsonb not null,
  recorded_at timestamptz not null default clock_timestamp()
);
grant select, insert on commands to :app;
