-- How far delivery is behind, and who holds it: the oldest transaction that has written something, anywhere in
-- the cluster, or a forgotten prepared one. Definer's rights: the application may not see others' sessions.
create function log_horizon() returns table (
  waiting bigint, waiting_seconds double precision, holder_seconds double precision, holder text
)
language sql stable security definer set search_path = public, pg_catalog
as $$
  with behind as (
    select e.recorded_at from events e
    where e.xid >= pg_snapshot_xmin(pg_current_snapshot())
    limit 10000
  ), holders as (
    select a.backend_xid as xid, a.xact_start as since,
      format('%s in database %s, process %s, %s', coalesce(nullif(a.application_name, ''), a.usename), a.datname, a.pid, a.state) as name
    from pg_stat_activity a where a.backend_xid is not null
    union all
    select p.transaction, p.prepared, format('prepared transaction %s in database %s', p.gid, p.database)
    from pg_prepared_xacts p
  ), oldest as (
    select * from holders order by age(xid) desc limit 1
  )
  select
    (select count(*) from behind),
    coalesce((select extract(epoch from clock_timestamp() - min(recorded_at)) from behind), 0)::double precision,
    coalesce((select extract(epoch from clock_timestamp() - since) from oldest), 0)::double precision,
    (select name from oldest);
$$;
revoke all on function log_horizon() from public;
grant execute on function log_horizon() to :app;
