-- A rule about several streams, such as "one person has this address", has a guard. A command that could break the rule
-- reads the guard, decides, and raises it in the transaction of its events. When two of them decide at the same time, one
-- finds the guard moved, and decides again. command_id is the last such command: the read tables that a decision looks at
-- must show its events.
create table guards (
  name text primary key check (length(name) between 1 and 100),
  version bigint not null check (version > 0),
  command_id text not null
);
grant select, insert, update on guards to :app;

-- Like append_events, and raises guards from the versions that the caller read; 0: a guard that was not there. When one has
-- moved, nothing is appended, and the error has the code GUARD. The guards come last, because append_events must write
-- first, and sorted, so that two appends never wait for each other.
create function append_guarded(
  p_command_id text, p_request_hash text, p_stream text, p_expected bigint,
  p_event_ids uuid[], p_types text[], p_schema_versions integer[], p_data text[], p_meta text[], p_outcome jsonb,
  p_guards text[], p_guard_versions bigint[]
) returns table (status text, version bigint, xid xid8, pos bigint, outcome jsonb)
language plpgsql as $$
#variable_conflict use_column
declare
  v_appended record;
  v_guard record;
begin
  select * into v_appended from append_events(
    p_command_id, p_request_hash, p_stream, p_expected, p_event_ids, p_types, p_schema_versions, p_data, p_meta, p_outcome
  );
  if v_appended.status = 'appended' then
    for v_guard in
      select g.name, g.version from unnest(p_guards, p_guard_versions) as g (name, version) order by g.name
    loop
      if v_guard.version = 0 then
        insert into guards (name, version, command_id) values (v_guard.name, 1, p_command_id) on conflict do nothing;
      else
        update guards g set version = g.version + 1, command_id = p_command_id
        where g.name = v_guard.name and g.version = v_guard.version;
      end if;
      if not found then
        raise exception 'guard % has moved', v_guard.name using errcode = 'GUARD';
      end if;
    end loop;
  end if;
  return query select v_appended.status::text, v_appended.version::bigint, v_appended.xid::xid8, v_appended.pos::bigint, v_appended.outcome::jsonb;
end
$$;
