-- When it was last looked for who reads with an old login of a rotation, and when somebody last did; null: nobody did. Kafka tells no
-- more of who is logged in than what a group's members call themselves. Nothing here is the truth: the next look writes it again.
create table kafka_login_uses (
  event_subscription_id integer not null,
  login text not null,
  looked_at timestamptz not null,
  last_seen_at timestamptz,
  primary key (event_subscription_id, login)
);

grant select, insert, update, delete on kafka_login_uses to :app;
