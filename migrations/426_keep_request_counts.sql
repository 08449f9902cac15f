-- Forgets calls that began more than p_days ago, by whole days (UTC), with the addresses that they came from. The counts stay:
-- they say nothing about a person, and a chart compares with what was before (drop_old_request_counts).
create or replace function drop_old_requests(p_days integer) returns integer
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
  delete from public.gateway_request_callers where day < v_first;
  delete from public.gateway_request_keys where received_at < now() - interval '7 days';
  return v_dropped;
end
$$;

-- Forgets counts and sums of hours and days that began more than p_days ago, and sums of minutes of more than two days ago.
create function drop_old_request_counts(p_days integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_first constant timestamptz := ((now() at time zone 'UTC')::date - p_days)::timestamp at time zone 'UTC';
begin
  if p_days < 1 then
    raise exception 'at least one day is kept' using errcode = 'invalid_parameter_value';
  end if;
  delete from public.gateway_request_counts where hour < v_first;
  delete from public.gateway_request_sums
  where period < case grain when 'minute' then now() - interval '2 days' else v_first end;
end
$$;
revoke all on function drop_old_request_counts(integer) from public;
grant execute on function drop_old_request_counts(integer) to :app;
