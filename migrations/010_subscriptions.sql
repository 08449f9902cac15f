-- One row a subscription and version. position is the checkpoint; lease_epoch grows with every change of owner,
-- and a checkpoint is only stored under the epoch that it was read with: of two runners one writes (H2).
create table subscriptions (
  name text not null,
  version integer not null,
  position text not null default '',
  state text not null default 'running' check (state in ('running', 'paused', 'faulted')),
  owner text,
  lease_epoch bigint not null default 0,
  lease_until timestamptz not null default '-infinity',
  last_error text,
  updated_at timestamptz not null default now(),
  primary key (name, version)
);
grant select, insert, update, delete on subscriptions to :app;
