-- Requests for accounts whose address nobody has confirmed yet. No events: strangers write them, and most of what a stranger
-- writes has to go again (docs/decisions/0074-confirmed-requests.md).
create table unconfirmed_requests (
  id uuid primary key,
  -- The numbers that the request and its user get once it is confirmed.
  registration_id integer not null,
  user_id integer not null,
  -- The form, encrypted.
  form bytea not null,
  -- HMACs of the address in lower case, and of the network that the form came from.
  address text not null,
  network text not null,
  requested_at timestamptz not null default now(),
  -- After this moment the link is over, and a worker deletes the row.
  ends_at timestamptz not null,
  -- SHA-256 of the link's token. The token itself is only in the mail.
  token_hash bytea unique,
  -- When the mail was handed over to the mail server.
  sent_at timestamptz,
  tries smallint not null default 0,
  next_try_at timestamptz not null default now()
);

create index on unconfirmed_requests (requested_at);
create index on unconfirmed_requests (address);
create index on unconfirmed_requests (ends_at);
create index on unconfirmed_requests (next_try_at) where sent_at is null;

grant select, insert, update, delete on unconfirmed_requests to :app;
