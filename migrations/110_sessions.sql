-- Browser sessions (reliability A5 to A7). The key is the SHA-256 of the cookie's value, which is stored nowhere;
-- the provider's refresh token is encrypted with a key derived from PORTICO_KEY.
create table sessions (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  user_id integer not null,
  issuer text not null,
  subject text not null,
  -- The session at the identity provider, by which back-channel logout names it.
  provider_session text,
  tokens bytea,
  -- When the provider is asked again whether it still knows this person.
  tokens_due_at timestamptz not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Latest end, however active.
  ends_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_subject on sessions (issuer, subject);
create index sessions_by_ends_at on sessions (ends_at);
create index sessions_by_last_seen_at on sessions (last_seen_at);
grant select, insert, delete on sessions to :app;
grant update (tokens, tokens_due_at, last_seen_at) on sessions to :app;
