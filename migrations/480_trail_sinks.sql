-- Places that get the trail as it grows (docs/decisions/0139-the-trail-goes-out.md). How far each has the events is its row in
-- subscriptions; here is how far it has the signed checkpoints, and since when it does not take anything.
create table trail_sinks (
  sink text primary key,
  -- The newest checkpoint that is there.
  seal bigint not null default 0,
  failing_since timestamptz,
  fault text
);
grant select, insert, update on trail_sinks to :app;
