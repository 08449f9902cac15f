-- One data key a person, wrapped with the key-encryption key. Erasing a person is destroying the key (E5).
create table subject_keys (
  subject integer primary key,
  key_id text not null,
  wrapped bytea,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  check ((wrapped is null) = (destroyed_at is not null))
);
grant select, insert on subject_keys to :app;
grant update (wrapped, destroyed_at) on subject_keys to :app;
