-- Lets no older release start any more: it writes events without seals, which this one would not take
-- (docs/decisions/0145-seals-of-events.md). It runs with the rights of the owner, to whom the table of migrations belongs, and changes
-- nothing else.
create function refuse_releases_without_seals() returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.schema_migrations set min_reader = 490 where file = '490_seals_of_events.sql' and min_reader is distinct from 490
$$;
revoke all on function refuse_releases_without_seals() from public;
grant execute on function refuse_releases_without_seals() to :app;
