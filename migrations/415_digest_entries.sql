-- What people get once a day, in one mail: the events, each with the kind of mail that it would have been. No events of its own:
-- it changes nothing in the portal. A worker deletes old rows.
create table digest_entries (
  user_id integer not null,
  kind text not null,
  stream text not null,
  version integer not null,
  added_at timestamptz not null default now(),
  -- The mail that has it. Null: it waits for the next one.
  mail uuid,
  -- Whether that mail was requested.
  requested boolean not null default false,
  primary key (user_id, kind, stream, version)
);

create index on digest_entries (user_id, added_at) where mail is null;
create index on digest_entries (mail);

grant select, insert, update, delete on digest_entries to :app;
