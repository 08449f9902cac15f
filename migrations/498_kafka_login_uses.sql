-- When an old login of a rotation was last seen reading. Kafka tells no more of who is logged in than what a group's members call
-- themselves. Nothing here is the truth: the next look writes it again.
create table kafka_login_uses (
  event_subscription_id integer not null,
  login text not null,
  last_seen_at timestamptz not null,
  primary key (event_subscription_id, login)
);

grant select, insert, update, delete on kafka_login_uses to :app;
