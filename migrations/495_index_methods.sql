-- As 453, and calls are found by their method, too. It is the last index that is made, so days that 453 has indexed get it.
create or replace function index_old_requests() returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  v_last constant text := 'gateway_requests_' || to_char((now() at time zone 'UTC')::date - 1, 'YYYYMMDD');
  v_names text[];
  v_name text;
begin
  select array_agg(c.relname order by c.relname desc) into v_names
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.gateway_requests'::regclass and c.relname < v_last
    and to_regclass(format('public.%I', c.relname || '_by_method')) is null;
  v_name := v_names[1];
  if v_name is null then
    return false;
  end if;
  execute format('create index if not exists %I on public.%I (request_id)', v_name || '_by_request', v_name);
  execute format('create index if not exists %I on public.%I (client_ip, id)', v_name || '_by_address', v_name);
  execute format('create index if not exists %I on public.%I (consumer_id, id)', v_name || '_by_key', v_name);
  execute format('create index if not exists %I on public.%I using gin (path public.gin_trgm_ops)', v_name || '_by_path', v_name);
  execute format('create index if not exists %I on public.%I (lower(path) text_pattern_ops)', v_name || '_by_path_start', v_name);
  execute format('create index if not exists %I on public.%I using gin (consumer_name public.gin_trgm_ops)', v_name || '_by_key_name', v_name);
  execute format('create index if not exists %I on public.%I (method, id)', v_name || '_by_method', v_name);
  return cardinality(v_names) > 1;
end
$$;
