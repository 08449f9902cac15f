-- Which calls were stored: gateways post again what they got no answer for (reliability D10). Beside the partitions,
-- because a unique index of theirs would have to contain the time, and a corrected time is another one each time.
create table gateway_request_keys (
  gateway_id integer not null,
  request_id uuid not null,
  received_at timestamptz not null default now(),
  primary key (gateway_id, request_id)
);
create index gateway_request_keys_by_age on gateway_request_keys using brin (received_at);

grant select, insert on gateway_request_keys to :app;
