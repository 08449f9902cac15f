-- What the portal found when it verified its own log (docs/decisions/0133-verified-by-itself.md). `new`: while it signed what came;
-- only what was wrong is kept. `whole`: every night, the whole log.
create table log_verifications (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('new', 'whole')),
  began_at timestamptz not null,
  ended_at timestamptz not null default clock_timestamp(),
  events bigint not null,
  findings jsonb not null
);
create index log_verifications_by_kind on log_verifications (kind, id);
grant select, insert on log_verifications to :app;
