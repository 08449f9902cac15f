-- Gateways that are known not to answer, since when. The prober takes the row away when one answers again.
create table gateway_outages (
  gateway_id integer primary key,
  since timestamptz not null default clock_timestamp()
);

-- Operations that wait for such a gateway: their jobs, in the order in which they go on. Nothing here is the truth: what is
-- lost is found again in the log by the sweep. released_at: the job is in the queue again.
create table waiting_operations (
  operation_id uuid primary key,
  gateway_id integer not null,
  job jsonb not null,
  removal boolean not null,
  requested_at timestamptz not null,
  released_at timestamptz
);
create index on waiting_operations (gateway_id, removal desc, requested_at);

grant select, insert, update, delete on gateway_outages, waiting_operations to :app;
