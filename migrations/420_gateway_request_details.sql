-- What a report says of one call beside who called what: null for calls that a release before this stored, and where the
-- gateway did not tell. Adding columns without a default rewrites nothing.
alter table gateway_requests
  add column method text,
  -- The operation of the description that the call was for: its path template (`/pets/{id}`). Null when there is none.
  add column operation text,
  -- As the caller wrote it, without the query.
  add column path text,
  -- The key's nickname at the time of the call.
  add column consumer_name text,
  -- Milliseconds that the gateway itself took, and that it waited for the upstream. The second is null for a call that the
  -- gateway answered by itself.
  add column gateway_ms integer,
  add column upstream_ms integer,
  -- Bytes with heads.
  add column request_bytes bigint,
  add column response_bytes bigint;

-- When the call began, so that a call is found by its id: the calls of one moment are few.
alter table gateway_request_keys add column started_at timestamptz;
