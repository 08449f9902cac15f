-- Makes the indexes by which single calls are found on the partitions of days that get no more calls: by request id, address,
-- key and path. On a partition that still grows, each would cost every call a place in a random part of an index; made at once
-- they cost little. Calls are at most a day older than their arrival, so the day before yesterday gets none.
--
-- One partition at a time, so that a search meanwhile waits for no other. Returns whether more are left.
create function index_old_requests() returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  v_last constant text := 'gateway_requests_' || to_char((now() at time zone 'UTC')::date - 1, 'YYYYMMDD');
  v_names text[];
  v_name text;
begin
  select array_agg(c.relname order by c.relname desc) into v_names
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.gateway_requests'::regclass and c.relname < v_last
    and to_regclass(format('public.%I', c.relname || '_by_path')) is null;
  v_name := v_names[1];
  if v_name is null then
    return false;
  end if;
  execute format('create index if not exists %I on public.%I (request_id)', v_name || '_by_request', v_name);
  execute format('create index if not exists %I on public.%I (client_ip, id)', v_name || '_by_address', v_name);
  execute format('create index if not exists %I on public.%I (consumer_id, id)', v_name || '_by_key', v_name);
  execute format('create index if not exists %I on public.%I using gin (path public.gin_trgm_ops)', v_name || '_by_path', v_name);
  return cardinality(v_names) > 1;
end
$$;
revoke all on function index_old_requests() from public;
grant execute on function index_old_requests() to :app;
