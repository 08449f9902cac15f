-- Makes the partition of a day (UTC) unless it is there. The application's role may not make tables, so this runs as
-- the owner. The table is made first and attached then: attaching blocks neither readers nor writers of the others.
create function ensure_request_partition(p_day date) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_name constant text := 'gateway_requests_' || to_char(p_day, 'YYYYMMDD');
begin
  if to_regclass('public.' || v_name) is not null then
    return;
  end if;
  -- Several processes notice the new day at once. After the wait a query is asked: to_regclass may answer from a cache
  -- that has not heard of the other one's table.
  perform pg_advisory_xact_lock(hashtext('ensure_request_partition'));
  perform from pg_tables where schemaname = 'public' and tablename = v_name;
  if found then
    return;
  end if;
  execute format(
    'create table public.%I (like public.gateway_requests including defaults including constraints including indexes)', v_name);
  execute format(
    'alter table public.gateway_requests attach partition public.%I for values from (%L) to (%L)',
    v_name, to_char(p_day, 'YYYY-MM-DD 00:00:00+00'), to_char(p_day + 1, 'YYYY-MM-DD 00:00:00+00'));
end
$$;
revoke all on function ensure_request_partition(date) from public;
grant execute on function ensure_request_partition(date) to :app;
