-- Calls of days that are over (UTC), by what they are ranked by: API, operation, key, address. A block has 1, 2, 4 ... or 64 days and
-- begins at a multiple of its length, so a ranking of 90 days reads a dozen blocks instead of each day. Made of the sums of days
-- (block_requests), whatever they are filtered by later; addresses are those of all APIs and organizations together.
--
-- Of addresses, which callers make as many as they like, a block keeps those of an environment that have most calls, and most failures: 10,000
-- each. An address is left out of a block with at most a 10,000th of its calls, and once for each length that it was cut at. Where nothing is cut, all is exact.
create table gateway_request_blocks (
  about text not null check (about in ('api', 'operation', 'key', 'address')),
  days smallint not null check (days in (1, 2, 4, 8, 16, 32, 64)),
  first date not null,
  api_id integer,
  organization_id integer,
  environment text not null,
  method text,
  operation text,
  consumer_id integer,
  client_ip text,
  calls bigint not null,
  -- With a status from 400 on.
  failures bigint not null,
  -- By class of status.
  of_2 bigint not null,
  of_3 bigint not null,
  of_4 bigint not null,
  of_5 bigint not null,
  -- Whether other addresses of the environment are left out.
  is_cut boolean not null default false
);
create index gateway_request_blocks_by_day on gateway_request_blocks (first, days, about);
grant select on gateway_request_blocks to :app;

-- The first day that is not in all of its blocks yet; null: none is. And the days of the longest of its blocks that is there, 0 without any.
alter table gateway_request_summed_days add column blocks_until date, add column block_days smallint not null default 0;

-- Leaves out the addresses of a block that have few calls.
create function cut_request_addresses(p_first date, p_days integer, p_most integer) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  -- Looked for first: of rows that are new, Postgres does not know how many they are.
  v_environments constant text[] := array(
    select b.environment from public.gateway_request_blocks b where b.first = p_first and b.days = p_days and b.about = 'address'
    group by b.environment having count(*) > p_most);
begin
  if v_environments = '{}' then
    return;
  end if;
  delete from public.gateway_request_blocks where ctid = any(array(
    select ranked.place from (
      select
        b.ctid as place, row_number() over (partition by b.environment order by b.calls desc, b.client_ip) as by_calls,
        row_number() over (partition by b.environment order by b.failures desc, b.client_ip) as by_failures
      from public.gateway_request_blocks b
      where b.first = p_first and b.days = p_days and b.about = 'address' and b.environment = any(v_environments)
    ) ranked
    where ranked.by_calls > p_most and ranked.by_failures > p_most));
  update public.gateway_request_blocks b set is_cut = true
  where b.first = p_first and b.days = p_days and b.about = 'address' and b.environment = any(v_environments);
end
$$;
revoke all on function cut_request_addresses(date, integer, integer) from public;

-- Makes the next block of the next day that is over, unless some of its calls are not summed up yet: of that day, or one that ends with it, of its
-- halves. Returns whether more may be made. Several processes may call it at once: one does it, the others have nothing to do.
create function block_requests(p_most_addresses integer default 10000) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  -- A call may have begun a day before it arrives, and its transaction may end later.
  v_until constant date := (now() at time zone 'UTC' - interval '1 hour')::date - 1;
  v_day date;
  v_days integer;
  v_first date;
  v_begin timestamptz;
  v_folded bigint;
begin
  select blocks_until, greatest(2 * block_days, 1) into v_day, v_days from public.gateway_request_summed_days for update skip locked;
  if not found then
    return false;
  end if;
  v_day := coalesce(
    v_day, (select min(period at time zone 'UTC')::date from public.gateway_request_sums where grain = 'day' and detail = 1), v_until);
  v_first := v_day + 1 - v_days;
  if v_days = 1 then
    v_begin := v_day::timestamp at time zone 'UTC';
    select folded_until into v_folded from public.gateway_request_folds;
    -- In the order of an index: Postgres does not know that few calls, if any, are beyond that id, and would read whole days.
    perform from public.gateway_requests r where r.id > v_folded and r.started_at < v_begin + interval '1 day' order by r.id limit 1;
    if found or v_day >= v_until then
      return false;
    end if;
    insert into public.gateway_request_blocks (
      about, days, first, api_id, organization_id, environment, method, operation, consumer_id, client_ip, calls, failures, of_2, of_3, of_4, of_5)
    select
      d.about, 1, v_day, d.api_id, d.organization_id, d.environment, d.method, d.operation, d.consumer_id, d.client_ip, sum(d.count),
      coalesce(sum(d.count) filter (where d.status_class >= 4), 0), coalesce(sum(d.count) filter (where d.status_class = 2), 0),
      coalesce(sum(d.count) filter (where d.status_class = 3), 0), coalesce(sum(d.count) filter (where d.status_class = 4), 0),
      coalesce(sum(d.count) filter (where d.status_class = 5), 0)
    from (
      select
        case s.detail when 1 then 'api' else 'operation' end as about, s.api_id, s.organization_id, s.environment, s.method, s.operation,
        null::integer as consumer_id, null::text as client_ip, s.status_class, s.count
      from public.gateway_request_sums s
      where s.grain = 'day' and s.detail in (1, 2) and s.period = v_begin
      union all
      select 'key', c.api_id, c.organization_id, c.environment, null, null, c.consumer_id, null, c.status_class, c.count
      from public.gateway_request_callers c
      where c.day = v_day and c.consumer_id is not null
      union all
      select 'address', null, null, c.environment, null, null, null, c.client_ip, c.status_class, c.count
      from public.gateway_request_callers c
      where c.day = v_day
    ) d
    group by d.about, d.api_id, d.organization_id, d.environment, d.method, d.operation, d.consumer_id, d.client_ip;
  else
    insert into public.gateway_request_blocks (
      about, days, first, api_id, organization_id, environment, method, operation, consumer_id, client_ip, calls, failures, of_2, of_3, of_4, of_5,
      is_cut)
    select
      b.about, v_days, v_first, b.api_id, b.organization_id, b.environment, b.method, b.operation, b.consumer_id, b.client_ip,
      sum(b.calls), sum(b.failures), sum(b.of_2), sum(b.of_3), sum(b.of_4), sum(b.of_5), bool_or(b.is_cut)
    from public.gateway_request_blocks b
    where b.days = v_days / 2 and b.first in (v_first, v_first + v_days / 2)
    group by b.about, b.api_id, b.organization_id, b.environment, b.method, b.operation, b.consumer_id, b.client_ip;
  end if;
  perform public.cut_request_addresses(v_first, v_days, p_most_addresses);

  -- A longer block that ends with this day is a statement of its own, so that none of them takes long.
  if v_days < 64 and (v_day + 1 - date '2000-01-01') % (2 * v_days) = 0 then
    update public.gateway_request_summed_days set blocks_until = v_day, block_days = v_days;
    return true;
  end if;
  update public.gateway_request_summed_days set blocks_until = v_day + 1, block_days = 0;
  return v_day + 1 < v_until;
end
$$;
revoke all on function block_requests(integer) from public;
grant execute on function block_requests(integer) to :app;

-- As 540, and forgets the blocks, too.
create or replace function drop_old_request_counts(p_days integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_first constant date := (now() at time zone 'UTC')::date - p_days;
  v_begin constant timestamptz := v_first::timestamp at time zone 'UTC';
begin
  if p_days < 1 then
    raise exception 'at least one day is kept' using errcode = 'invalid_parameter_value';
  end if;
  delete from public.gateway_request_counts where hour < v_begin;
  delete from public.gateway_request_days where day < v_first;
  delete from public.gateway_request_day_totals where day < v_first;
  delete from public.gateway_request_blocks where first < v_first;
  delete from public.gateway_heard_days where day < least(v_first, (now() at time zone 'UTC')::date - 100);
  delete from public.gateway_request_sums
  where period < case grain when 'minute' then now() - interval '2 days' else v_begin end;
  delete from public.gateway_request_key_sums
  where period < now() - case grain when 'minute' then interval '2 hours' when 'hour' then interval '2 days' else interval '30 days' end;
end
$$;

-- As 541, and forgets keys and addresses of blocks with the first day of which the calls go.
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
  delete from public.gateway_request_key_names where last_day < v_first;
  delete from public.gateway_request_callers where day < v_first;
  delete from public.gateway_request_blocks where about in ('key', 'address') and first < v_first;
  delete from public.gateway_request_keys where received_at < now() - interval '7 days';
  return v_dropped;
end
$$;
