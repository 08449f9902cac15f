-- When the person last proved to the identity provider who they are (`auth_time`; docs/decisions/0138-fresh-sign-in.md). Null: the
-- provider did not say, or the last release opened the session. Then it is not fresh.
alter table sessions add column signed_in_at timestamptz;
