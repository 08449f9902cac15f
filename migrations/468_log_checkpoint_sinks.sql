-- How far checkpoints of the log are kept outside (docs/decisions/0132-signed-checkpoints.md). An outage is told until it ends.
create table log_checkpoint_sinks (
  sink text primary key,
  -- The newest checkpoint that is there.
  seal bigint not null,
  failing_since timestamptz,
  fault text
);
grant select, insert, update on log_checkpoint_sinks to :app;
