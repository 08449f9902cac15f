-- Appends one command's events to one stream, in one round trip.
--
-- status: appended; repeated (the command was known: its first answer); reused (the command id stands for
-- another request); conflict (the stream is at another version).
--
-- The order of the steps matters:
-- - Nothing may have been written before: log order is the order in which transactions begin to write, so a
--   transaction that writes something, then waits for the stream, would be delivered out of stream order.
-- - The command is looked up before the version, or a retry would find a conflict with its own first attempt;
--   and once more after a lost race, since of two equal appends the second waits inside the compare-and-set.
create function append_events(
  p_command_id text, p_request_hash text, p_stream text, p_expected bigint,
  p_event_ids uuid[], p_types text[], p_schema_versions integer[], p_data text[], p_meta text[], p_outcome jsonb
) returns table (status text, version bigint, xid xid8, pos bigint, outcome jsonb)
language plpgsql as $$
#variable_conflict use_column
declare
  v_count constant integer := cardinality(p_event_ids);
  v_known commands;
  v_prev bytea;
  v_hash bytea;
  v_pos bigint;
  v_version bigint;
begin
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'append_events must be the first write of its transaction';
  end if;
  if v_count = 0 then
    raise exception 'nothing to append' using errcode = 'invalid_parameter_value';
  end if;

  select * into v_known from commands c where c.command_id = p_command_id;
  if not found then
    if p_expected = 0 then
      insert into streams (stream, version) values (p_stream, v_count) on conflict (stream) do nothing;
    else
      update streams s set version = p_expected + v_count where s.stream = p_stream and s.version = p_expected;
    end if;
    if not found then
      select * into v_known from commands c where c.command_id = p_command_id;
      if not found then
        return query select 'conflict', null::bigint, null::xid8, null::bigint, null::jsonb;
        return;
      end if;
    end if;
  end if;

  if v_known.command_id is not null then
    return query select
      case when v_known.request_hash = p_request_hash then 'repeated' else 'reused' end,
      v_known.version, v_known.xid, v_known.pos, v_known.outcome;
    return;
  end if;

  select e.hash into v_prev from events e where e.stream = p_stream and e.version = p_expected;
  v_prev := coalesce(v_prev, decode(repeat('00', 32), 'hex'));
  for i in 1 .. v_count loop
    v_version := p_expected + i;
    v_hash := event_hash(v_prev, p_stream, v_version, p_event_ids[i], p_types[i], p_schema_versions[i], p_data[i], p_meta[i]);
    insert into events as e (stream, version, event_id, type, schema_version, data, meta, prev_hash, hash)
    values (p_stream, v_version, p_event_ids[i], p_types[i], p_schema_versions[i], p_data[i], p_meta[i], v_prev, v_hash)
    returning e.pos into v_pos;
    v_prev := v_hash;
  end loop;

  insert into commands (command_id, request_hash, stream, version, xid, pos, outcome)
  values (p_command_id, p_request_hash, p_stream, v_version, pg_current_xact_id(), v_pos, p_outcome);

  return query select 'appended', v_version, pg_current_xact_id(), v_pos, p_outcome;
end
$$;
