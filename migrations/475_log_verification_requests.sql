-- Verifications of the whole log that somebody asked for. The projector takes them (docs/decisions/0133-verified-by-itself.md); who
-- asked, and what was found, is in the log.
create table log_verification_requests (
  id uuid primary key,
  requested_at timestamptz not null default clock_timestamp(),
  began_at timestamptz,
  -- How many events it has looked at until now.
  events bigint not null default 0,
  ended_at timestamptz,
  -- Whether it ended without having looked at the whole log.
  failed boolean not null default false
);
create index log_verification_requests_open on log_verification_requests (requested_at) where ended_at is null;
grant select, insert, update on log_verification_requests to :app;
