-- The log only grows (F7). This holds for the owner too; only rebase-log lifts it, inside its own transaction.
create function refuse_log_change() returns trigger
language plpgsql as $$
begin
  raise exception 'events are never changed or removed' using errcode = 'insufficient_privilege';
end
$$;

create trigger events_are_final before update or delete on events
  for each row execute function refuse_log_change();
create trigger events_stay before truncate on events
  for each statement execute function refuse_log_change();
