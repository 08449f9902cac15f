-- Deletes the bytes of up to 500 documents that nothing has used for p_days, with what follows from them. The application may not
-- delete others. Whoever stores or restores one of them meanwhile takes its row away first, and waits for this.
create function delete_unused_documents(p_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  v_specs text[];
  v_files text[];
begin
  if p_days < 1 then
    raise exception 'at least one day is kept' using errcode = 'invalid_parameter_value';
  end if;
  with due as (
    select kind, hash from public.unused_documents
    where deleted_at is null and unused_since < now() - make_interval(days => p_days)
    order by unused_since limit 500 for update skip locked
  ), gone as (
    update public.unused_documents d set deleted_at = now() from due where d.kind = due.kind and d.hash = due.hash
    returning d.kind, d.hash
  )
  select coalesce(array_agg(hash) filter (where kind = 'spec'), '{}'), coalesce(array_agg(hash) filter (where kind = 'file'), '{}')
  into v_specs, v_files from gone;
  delete from public.operation_texts where hash = any (v_specs);
  delete from public.searched_documents where hash = any (v_specs);
  delete from public.document_operations where hash = any (v_specs);
  delete from public.spec_documents where hash = any (v_specs);
  delete from public.issue_files where hash = any (v_files);
  return cardinality(v_specs) + cardinality(v_files);
end
$$;
revoke all on function delete_unused_documents(integer) from public;
grant execute on function delete_unused_documents(integer) to :app;
