-- Like that of migrations/401_intend.sql, with the same result. A command without guards, as most are, no longer pays for looking through
-- none: that was a quarter of its time in Postgres.
create or replace function intend(
  p_command_id text, p_request_hash text, p_stream text, p_expected bigint,
  p_event_ids uuid[], p_types text[], p_schema_versions integer[], p_data text[], p_meta text[], p_outcome jsonb,
  p_guards text[], p_guard_versions bigint[], p_guard_passes bigint[],
  p_attempt uuid, p_previous bytea, p_claim_seconds double precision
) returns table (status text, version bigint, "position" text, outcome jsonb, previous_hash bytea, holder text)
language plpgsql as $$
#variable_conflict use_column
declare
  v_count constant integer := cardinality(p_event_ids);
  v_known intentions;
  v_previous bytea := p_previous;
  v_hash bytea;
  v_raised text[] := '{}';
  v_passed text[] := '{}';
  v_wanted record;
  v_guard intended_guards;
begin
  if v_count = 0 then
    raise exception 'nothing to append' using errcode = 'invalid_parameter_value';
  end if;

  select * into v_known from intentions i where i.command_id = p_command_id;
  if not found then
    if p_expected = 0 then
      v_previous := decode(repeat('00', 32), 'hex');
    elsif v_previous is null then
      select i.last_hash into v_previous from intentions i where i.stream = p_stream and i.version = p_expected;
      if not found then
        return query select 'unlinked', null::bigint, null::text, null::jsonb, null::bytea, null::text;
        return;
      end if;
    end if;
    v_hash := v_previous;
    for i in 1 .. v_count loop
      v_hash := event_hash(v_hash, p_stream, p_expected + i, p_event_ids[i], p_types[i], p_schema_versions[i], p_data[i], p_meta[i]);
    end loop;
    if cardinality(p_guards) > 0 then
      select coalesce(array_agg(name) filter (where passes is not null), '{}'),
        coalesce(array_agg(name) filter (where passes is null), '{}')
      into v_raised, v_passed from unnest(p_guards, p_guard_passes) as g (name, passes);
    end if;
    insert into intentions (
      command_id, request_hash, stream, expected, version, outcome, attempt, raised, passed, previous_hash, last_hash,
      last_event_id, event_ids, types, schema_versions, data, meta, claimed_until
    ) values (
      p_command_id, p_request_hash, p_stream, p_expected, p_expected + v_count, p_outcome, p_attempt,
      v_raised, v_passed,
      v_previous, v_hash, p_event_ids[v_count], p_event_ids, p_types, p_schema_versions, p_data, p_meta,
      clock_timestamp() + make_interval(secs => p_claim_seconds)
    ) on conflict do nothing;
    if not found then
      select * into v_known from intentions i where i.command_id = p_command_id;
      if not found then
        return query select 'taken', i.version, i.position, null::jsonb, null::bytea, i.command_id
          from intentions i where i.stream = p_stream and (i.expected = p_expected or i.version = p_expected + v_count)
          order by i.position nulls first limit 1;
        return;
      end if;
    end if;
  end if;

  if v_known.command_id is not null then
    return query select
      case
        when v_known.request_hash <> p_request_hash then 'reused'
        when v_known.position is not null then 'repeated'
        when v_known.attempt = p_attempt then 'intended'
        else 'open'
      end,
      v_known.version, v_known.position, v_known.outcome, v_known.previous_hash, v_known.command_id;
    return;
  end if;

  if cardinality(p_guards) = 0 then
    return query select 'intended', p_expected + v_count, null::text, p_outcome, v_previous, p_command_id;
    return;
  end if;
  for v_wanted in
    select g.name, g.version, g.passes from unnest(p_guards, p_guard_versions, p_guard_passes) as g (name, version, passes)
    order by g.name
  loop
    insert into intended_guards (name) values (v_wanted.name) on conflict do nothing;
    select * into v_guard from intended_guards g where g.name = v_wanted.name for update;
    if v_guard.version <> v_wanted.version or v_guard.passes <> v_wanted.passes then
      raise exception 'guard % has moved', v_wanted.name using errcode = 'GUARD';
    end if;
    update intended_guards g set
      version = g.version + case when v_wanted.passes is null then 0 else 1 end,
      passes = g.passes + case when v_wanted.passes is null then 1 else 0 end
    where g.name = v_wanted.name;
  end loop;
  return query select 'intended', p_expected + v_count, null::text, p_outcome, v_previous, p_command_id;
end
$$;
