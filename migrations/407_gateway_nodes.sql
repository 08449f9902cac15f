-- How many nodes the newest look at a gateway's proxy has shown. Nothing here is the truth: a missing row means one node,
-- and the next look writes it again.
create table gateway_nodes (
  gateway_id integer primary key,
  nodes integer not null check (nodes > 0)
);

grant select, insert, update on gateway_nodes to :app;
