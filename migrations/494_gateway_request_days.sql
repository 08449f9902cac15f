-- How many calls a day (UTC), so that totals over months look at a ninth as many rows. Made of the hours of days that
-- get no more calls (sum_up_days): a call is at most a day older than its arrival, so yesterday may get some.
create table gateway_request_days (
  day date not null,
  api_id integer not null,
  organization_id integer,
  environment text not null,
  status smallint not null,
  count integer not null check (count > 0),
  unique nulls not distinct (day, api_id, organization_id, environment, status)
);
create index gateway_request_days_by_organization on gateway_request_days (organization_id, day);
create index gateway_request_days_by_api on gateway_request_days (api_id, day);
grant select on gateway_request_days to :app;

-- The first day that is not summed up: its hours are read instead.
create table gateway_request_summed_days (
  until date not null
);
insert into gateway_request_summed_days values ('2000-01-01');
grant select on gateway_request_summed_days to :app;

-- As 452, and forgets the days, too.
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
  delete from public.gateway_request_sums
  where period < case grain when 'minute' then now() - interval '2 days' else v_begin end;
  delete from public.gateway_request_key_sums
  where period < now() - case grain when 'minute' then interval '2 hours' when 'hour' then interval '2 days' else interval '30 days' end;
end
$$;
