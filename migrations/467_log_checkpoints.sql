-- Signed checkpoints of the log in Postgres: each says how many events there are and the root of the Merkle tree over them
-- (docs/decisions/0132-signed-checkpoints.md). The processes sign with a key that is not in this database, so its owner can
-- write rows here, but none that is believed.
create table log_checkpoints (
  -- The seal that it goes up to (log_seals).
  seal bigint primary key check (seal > 0),
  events bigint not null check (events >= 0),
  -- The events since the checkpoint before: a line for each, with its stream, version, id and leaf.
  entries text not null,
  -- The hashes of the complete subtrees, one after the other: the next checkpoint goes on from here.
  nodes bytea not null,
  note text not null,
  made_at timestamptz not null default clock_timestamp()
);
grant select, insert on log_checkpoints to :app;

create trigger checkpoints_are_final before update or delete on log_checkpoints
  for each row execute function refuse_log_change();
create trigger checkpoints_stay before truncate on log_checkpoints
  for each statement execute function refuse_log_change();
