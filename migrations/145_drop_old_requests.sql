-- Forgets calls and their counts that began more than p_days ago, by whole days (UTC). Client addresses are personal
-- data: this is what limits how long they are kept. The keys are needed for as long as a gateway may post again,
-- which is a minute; a week leaves room.
create function drop_old_requests(p_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp
-- Rather the next time than making everybody wait behind one long report.
set lock_timeout = '2s' as $$
declare
  v_first constant date := (now() at time zone 'UTC')::date - p_days;
  v_name text;
  v_dropped integer := 0;
begin
  if p_days < 1 then
    raise exception 'at least one day is kept' using errcode = 'invalid_parameter_value';
  end if;
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.gateway_requests'::regclass
      and c.relname < 'gateway_requests_' || to_char(v_first, 'YYYYMMDD')
    order by c.relname
  loop
    execute format('drop table public.%I', v_name);
    v_dropped := v_dropped + 1;
  end loop;
  delete from public.gateway_request_counts where hour < v_first::timestamp at time zone 'UTC';
  delete from public.gateway_request_keys where received_at < now() - interval '7 days';
  return v_dropped;
end
$$;
revoke all on function drop_old_requests(integer) from public;
grant execute on function drop_old_requests(integer) to :app;
