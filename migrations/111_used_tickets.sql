-- What may be used once only: a sign-in's transaction, a logout token (reliability A1, A7).
create table used_tickets (
  id text primary key,
  expires_at timestamptz not null
);
create index used_tickets_by_expires_at on used_tickets (expires_at);
grant select, insert, delete on used_tickets to :app;
