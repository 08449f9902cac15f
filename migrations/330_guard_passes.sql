-- A guard has two kinds of users. A command that closes something, such as an organization, raises its guard. A command
-- that puts something into it passes the guard. Passes do not disturb each other, so many can happen at once. A raise
-- fails when somebody passed since the guard was read, and a pass fails when somebody raised it.
alter table guards add column passes bigint not null default 0 check (passes >= 0);
alter table guards drop constraint guards_version_check;
alter table guards add constraint guards_version_check check (version >= 0);

-- Like append_guarded with twelve parameters, which the last release calls. p_guard_passes: how many passes the caller
-- read, for a guard to raise; null for a guard to pass.
create function append_guarded(
  p_command_id text, p_request_hash text, p_stream text, p_expected bigint,
  p_event_ids uuid[], p_types text[], p_schema_versions integer[], p_data text[], p_meta text[], p_outcome jsonb,
  p_guards text[], p_guard_versions bigint[], p_guard_passes bigint[]
) returns table (status text, version bigint, xid xid8, pos bigint, outcome jsonb)
language plpgsql as $$
#variable_conflict use_column
declare
  v_appended record;
  v_wanted record;
  v_guard guards;
begin
  select * into v_appended from append_events(
    p_command_id, p_request_hash, p_stream, p_expected, p_event_ids, p_types, p_schema_versions, p_data, p_meta, p_outcome
  );
  if v_appended.status = 'appended' then
    -- One order for all appends, so that two never wait for each other.
    for v_wanted in
      select g.name, g.version, g.passes from unnest(p_guards, p_guard_versions, p_guard_passes) as g (name, version, passes)
      order by g.name
    loop
      insert into guards (name, version, command_id) values (v_wanted.name, 0, p_command_id) on conflict do nothing;
      select * into v_guard from guards g where g.name = v_wanted.name for update;
      if v_guard.version <> v_wanted.version or v_guard.passes <> v_wanted.passes then
        raise exception 'guard % has moved', v_wanted.name using errcode = 'GUARD';
      end if;
      if v_wanted.passes is not null then
        update guards g set version = g.version + 1, command_id = p_command_id where g.name = v_wanted.name;
      else
        -- Of two passes at once the later one in the log may come first here. Readers wait for the newest.
        update guards g set passes = g.passes + 1, command_id = (
          select c.command_id from commands c where c.command_id in (g.command_id, p_command_id)
          order by c.xid desc, c.pos desc limit 1
        ) where g.name = v_wanted.name;
      end if;
    end loop;
  end if;
  return query select v_appended.status::text, v_appended.version::bigint, v_appended.xid::xid8, v_appended.pos::bigint, v_appended.outcome::jsonb;
end
$$;
