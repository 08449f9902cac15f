-- When each of a key's credentials was used last. `generation` counts them from 1; while a key is rotated two of them
-- work. Kept beside the calls, which are dropped after a while.
create table credential_uses (
  consumer_id integer not null,
  generation integer not null,
  last_used_at timestamptz not null,
  primary key (consumer_id, generation)
);

grant select, insert on credential_uses to :app;
grant update (last_used_at) on credential_uses to :app;
