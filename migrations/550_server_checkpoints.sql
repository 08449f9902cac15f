-- Signed checkpoints of a log that is in KurrentDB, as log_checkpoints has them of the log in Postgres
-- (docs/decisions/0158-checkpoints-of-a-log-in-kurrentdb.md). They are of another tree: the server gives each event another time.
create table server_checkpoints (
  -- The seal that it goes up to (server_seals).
  seal bigint primary key check (seal > 0),
  events bigint not null check (events >= 0),
  entries text not null,
  nodes bytea not null,
  note text not null,
  made_at timestamptz not null default clock_timestamp()
);
grant select, insert on server_checkpoints to :app;

create trigger checkpoints_are_final before update or delete on server_checkpoints
  for each row execute function refuse_log_change();
create trigger checkpoints_stay before truncate on server_checkpoints
  for each statement execute function refuse_log_change();

-- What places outside have is of the log before it was copied there.
delete from log_checkpoint_sinks where exists (select from intentions);
update trail_sinks set seal = 0 where exists (select from intentions);
