-- Rows that were made without a parked stream may differ from those of a rebuild for ever: events of other streams went on meanwhile.
alter table generations add column has_parked boolean not null default false;

create function note_parked() returns trigger language plpgsql as $$
begin
  update public.generations set has_parked = true
  where projection = new.name and generation = new.version and not has_parked;
  return null;
end
$$;
revoke all on function note_parked() from public;
grant execute on function note_parked() to :app;
create trigger parked_streams_are_noted after insert on parked_streams for each row execute function note_parked();
update generations set has_parked = true
where exists (select from parked_streams p where p.name = projection and p.version = generation);
