-- Read tables of two releases stand beside each other (docs/decisions/0009-read-tables.md). Each version of a projection has a
-- schema of its own, such as read_people_6. Its views show the live tables of that version.
alter table read_generations rename to generations;
-- The schema of the views. The default is for the last release, which has only this one.
alter table generations add column shown_in text not null default 'read';
drop index one_live_generation;
drop index one_generation_under_construction;
create unique index one_live_generation on generations (projection, shown_in) where state = 'live';
create unique index one_generation_under_construction on generations (projection, shown_in) where state = 'building';

-- The last release counts on from the greatest number that it sees. From here on none of its numbers is one of the others'.
insert into generations (projection, generation, code_version, tables, state, created_at)
select unnest(array[
  'people', 'catalogue', 'operations', 'issues', 'setup', 'access', 'application-history', 'history', 'notices', 'registrations'
]), 1000000, 0, '{}', 'retired', 'infinity';

-- What the last release finds: its own tables. It makes, fills and drops them as before.
create view read_generations as
select projection, generation, code_version, tables, state, created_at, switched_at, retired_at, release
from generations where shown_in = 'read';
grant select, insert, update, delete on read_generations to :app;

-- The application's role may not make schemas, so this runs as the owner.
create function make_read_schema(p_name text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_name !~ '^read_[a-z_]{1,40}_[0-9]{1,9}$' then
    raise exception '% is no name of a schema for read tables', p_name;
  end if;
  execute format('create schema if not exists %I', p_name);
  execute format('grant usage, create on schema %I to :app', p_name);
end
$$;
revoke all on function make_read_schema(text) from public;
grant execute on function make_read_schema(text) to :app;
