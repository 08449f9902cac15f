-- As 143, and the calls of a key are found on the day's own partition, too: without an index, each look for a key that was seldom used reads all
-- calls of two days. It costs a post a fifteenth. The partitions that are there already get it when their day is over (495).
create or replace function ensure_request_partition(p_day date) returns void
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
  execute format('create index %I on public.%I (consumer_id, id)', v_name || '_by_key', v_name);
  execute format(
    'alter table public.gateway_requests attach partition public.%I for values from (%L) to (%L)',
    v_name, to_char(p_day, 'YYYY-MM-DD 00:00:00+00'), to_char(p_day + 1, 'YYYY-MM-DD 00:00:00+00'));
end
$$;
