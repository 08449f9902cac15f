-- A stream whose event `from_version` a subscription could not handle. This and all later events of the stream
-- up to the checkpoint wait for it; other streams go on.
create table parked_streams (
  name text not null,
  version integer not null,
  stream text not null,
  from_version bigint not null,
  event_id uuid not null,
  event_type text not null,
  error text not null,
  attempts integer not null,
  parked_at timestamptz not null default now(),
  resume_requested_at timestamptz,
  primary key (name, version, stream),
  foreign key (name, version) references subscriptions on delete cascade
);
grant select, insert, update, delete on parked_streams to :app;
