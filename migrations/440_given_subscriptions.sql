-- Which subscriptions an organization has of an event category's topics, as the subscription `event-withdrawals` has seen them: when
-- access is revoked it must know every one that was asked for before, however far the read tables are.
create table given_subscriptions (
  event_subscription_id integer primary key,
  event_category_id integer not null,
  organization_id integer not null
);
create index on given_subscriptions (event_category_id, organization_id);

grant select, insert, delete on given_subscriptions to :app;
