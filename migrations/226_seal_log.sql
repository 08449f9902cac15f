-- Seals the next events of the log, at most p_limit, and answers how many. Behind the fence only (read_log), so that no
-- event can still come before. Definer's rights: the application may ask for a seal, never write one.
--
-- digest: SHA-256 over the digest before, the numbers of the seal and of all events, and SHA-256 each of
-- (hash and recorded_at in microseconds of every event, in log order) and of the heads' text. The same as in
-- eventstore/verify/verify-seals.ts; recorded_at is in here because the stream's chain does not cover it.
create function seal_log(p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_catalog
as $$
declare
  v_before log_seals;
  v_count integer;
begin
  -- Of several processes one seals; the others have nothing to do.
  if not pg_try_advisory_xact_lock(7214003) then
    return 0;
  end if;
  select * into v_before from log_seals order by seal desc limit 1;
  with part as materialized (
    select e.stream, e.version, e.xid, e.pos,
      e.hash || int8send((extract(epoch from e.recorded_at) * 1000000)::bigint) as item
    from read_log(coalesce(v_before.last_xid, '0'), coalesce(v_before.last_pos, 0), p_limit) e
  ), newest as (
    select xid, pos from part order by xid desc, pos desc limit 1
  ), next as (
    select coalesce(v_before.seal, 0) + 1 as seal,
      coalesce(v_before.events, 0) + (select count(*) from part) as events,
      (select string_agg(item, ''::bytea order by xid, pos) from part) as items,
      (select jsonb_object_agg(stream, version)
       from (select stream, max(version) as version from part group by stream) as streams) as heads
  )
  insert into log_seals (seal, events, last_xid, last_pos, heads, digest)
  select n.seal, n.events, l.xid, l.pos, n.heads, sha256(
    coalesce(v_before.digest, decode(repeat('00', 32), 'hex'))
    || int8send(n.seal) || int8send(n.events)
    || sha256(n.items) || sha256(convert_to(n.heads::text, 'UTF8'))
  )
  from next n, newest l
  returning events - coalesce(v_before.events, 0) into v_count;
  return coalesce(v_count, 0);
end
$$;
revoke all on function seal_log(integer) from public;
grant execute on function seal_log(integer) to :app;
