-- When each Kafka was last looked at, and all that was found was reported. Nothing here is the truth: what differs is looked at again.
create table kafka_looks (
  kafka_env_id integer primary key,
  looked_at timestamptz not null
);

grant select, insert, update, delete on kafka_looks to :app;
