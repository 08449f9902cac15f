-- Forgets counts and sums of hours and days that began more than p_days ago, sums of minutes of more than two days ago, and those of
-- keys after the times of 450.
create or replace function drop_old_request_counts(p_days integer) returns void
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
  delete from public.gateway_request_key_sums
  where period < now() - case grain when 'minute' then interval '2 hours' when 'hour' then interval '2 days' else interval '30 days' end;
end
$$;
