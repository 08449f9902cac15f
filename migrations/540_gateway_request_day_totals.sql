-- How many calls a day (UTC) of all APIs together: without a filter, a report over months looks at a few hundred rows instead of those of
-- every API. Made of gateway_request_days.
create table gateway_request_day_totals (
  day date not null,
  environment text not null,
  status smallint not null,
  count bigint not null check (count > 0),
  primary key (day, environment, status)
);
grant select on gateway_request_day_totals to :app;

-- The first day that has no total yet. A day that is summed up by a call of the former sum_up_days gets its total with the next one.
alter table gateway_request_summed_days add column totals_until date not null default '2000-01-01';

-- As 497, and makes the totals.
create or replace function sum_up_days() returns date
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  v_from date;
  v_totals date;
  v_counted bigint;
  -- A call may have begun a day before it arrives, and its transaction may end later.
  v_until constant date := (now() at time zone 'UTC' - interval '1 hour')::date - 1;
begin
  select until, totals_until into v_from, v_totals from public.gateway_request_summed_days for update;
  select folded_until into v_counted from public.gateway_request_folds;
  perform from public.gateway_requests r
  where r.id > v_counted and not r.is_counted and r.started_at < v_until::timestamp at time zone 'UTC' limit 1;
  if not found and v_from < v_until then
    insert into public.gateway_request_days (day, api_id, organization_id, environment, status, count)
    select (c.hour at time zone 'UTC')::date, c.api_id, c.organization_id, c.environment, c.status, sum(c.count)
    from public.gateway_request_counts c
    where c.hour >= v_from::timestamp at time zone 'UTC' and c.hour < v_until::timestamp at time zone 'UTC'
    group by 1, 2, 3, 4, 5;
    v_from := v_until;
  end if;
  insert into public.gateway_request_day_totals (day, environment, status, count)
  select d.day, d.environment, d.status, sum(d.count)
  from public.gateway_request_days d
  where d.day >= v_totals and d.day < v_from
  group by 1, 2, 3;
  update public.gateway_request_summed_days set until = v_from, totals_until = v_from
  where until < v_from or totals_until < v_from;
  return v_from;
end
$$;

-- As 525, and forgets the totals, too.
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
  delete from public.gateway_heard_days where day < least(v_first, (now() at time zone 'UTC')::date - 100);
  delete from public.gateway_request_sums
  where period < case grain when 'minute' then now() - interval '2 days' else v_begin end;
  delete from public.gateway_request_key_sums
  where period < now() - case grain when 'minute' then interval '2 hours' when 'hour' then interval '2 days' else interval '30 days' end;
end
$$;
