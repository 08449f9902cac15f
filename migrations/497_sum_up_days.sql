-- Sums up the days that are over, unless some of their calls are not counted yet. Returns the first day that is not summed up.
create function sum_up_days() returns date
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  v_from date;
  v_counted bigint;
  -- A call may have begun a day before it arrives, and its transaction may end later.
  v_until constant date := (now() at time zone 'UTC' - interval '1 hour')::date - 1;
begin
  select until into v_from from public.gateway_request_summed_days for update;
  select folded_until into v_counted from public.gateway_request_folds;
  perform from public.gateway_requests r
  where r.id > v_counted and not r.is_counted and r.started_at < v_until::timestamp at time zone 'UTC' limit 1;
  if found or v_from >= v_until then
    return v_from;
  end if;
  insert into public.gateway_request_days (day, api_id, organization_id, environment, status, count)
  select (c.hour at time zone 'UTC')::date, c.api_id, c.organization_id, c.environment, c.status, sum(c.count)
  from public.gateway_request_counts c
  where c.hour >= v_from::timestamp at time zone 'UTC' and c.hour < v_until::timestamp at time zone 'UTC'
  group by 1, 2, 3, 4, 5;
  update public.gateway_request_summed_days set until = v_until;
  return v_until;
end
$$;
revoke all on function sum_up_days() from public;
grant execute on function sum_up_days() to :app;
