-- The one reader of the log: projections, dispatcher, sealer and audit all come through here (G2).
--
-- Fence: an event is shown only when every transaction that could still commit before it has ended; positions
-- are taken when an event is inserted but become visible at commit, so a plain "position > last" skips events.
-- Fence, rows and order are one statement on purpose: with the fence read beforehand, events are skipped again.
-- Order by the qualified xid8 column: a cast with the same name would sort as text ('1000' before '999').
create function read_log(p_after_xid xid8, p_after_pos bigint, p_limit integer) returns setof events
language sql stable parallel safe
begin atomic
  select e.* from events e
  where (e.xid, e.pos) > (p_after_xid, p_after_pos)
    and e.xid < pg_snapshot_xmin(pg_current_snapshot())
  order by e.xid, e.pos
  limit p_limit;
end;
