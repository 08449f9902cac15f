-- Adds the next seal of a log in KurrentDB. False: another process has added it.
--
-- p_items is the hash over the hashes and times of its events; p_heads tells the newest version of each of its streams.
create function store_seal(p_seal bigint, p_events bigint, p_last_position text, p_heads text, p_items bytea) returns boolean
language plpgsql security definer set search_path = public, pg_catalog
as $$
declare
  v_before server_seals;
begin
  perform pg_advisory_xact_lock(7214004);
  select * into v_before from server_seals order by seal desc limit 1;
  if p_seal <> coalesce(v_before.seal, 0) + 1 or p_last_position <= coalesce(v_before.last_position, '') then
    return false;
  end if;
  insert into server_seals (seal, events, last_position, heads, digest)
  values (p_seal, p_events, p_last_position, p_heads, sha256(
    coalesce(v_before.digest, decode(repeat('00', 32), 'hex'))
    || int8send(p_seal) || int8send(p_events) || p_items || sha256(convert_to(p_heads, 'UTF8'))
  ));
  return true;
end
$$;
revoke all on function store_seal(bigint, bigint, text, text, bytea) from public;
grant execute on function store_seal(bigint, bigint, text, text, bytea) to :app;
