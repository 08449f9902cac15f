-- Seals of a log that is in KurrentDB, as log_seals is of the log in Postgres (docs/decisions/0003-verifiable-log.md). A seal
-- holds the hash of the one before it and of all events since, in the order of the log.
create table server_seals (
  seal bigint primary key check (seal > 0),
  events bigint not null check (events > 0),
  last_position text not null,
  heads text not null,
  digest bytea not null,
  sealed_at timestamptz not null default clock_timestamp()
);
grant select on server_seals to :app;

create trigger seals_are_final before update or delete on server_seals
  for each row execute function refuse_log_change();
create trigger seals_stay before truncate on server_seals
  for each statement execute function refuse_log_change();
