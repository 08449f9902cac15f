-- The link of a stream's chain: SHA-256 over the link before it and every stored byte of the event.
-- All parts have a fixed length, so that no two events can be read from the same bytes.
-- eventstore/event-hash.ts is the same in TypeScript; a test compares them.
create function event_hash(
  prev_hash bytea, stream text, version bigint, event_id uuid,
  type text, schema_version integer, data text, meta text
) returns bytea
language sql immutable parallel safe
return sha256(
  prev_hash
  || sha256(convert_to(stream, 'UTF8'))
  || int8send(version)
  || uuid_send(event_id)
  || sha256(convert_to(type, 'UTF8'))
  || int4send(schema_version)
  || sha256(convert_to(data, 'UTF8'))
  || sha256(convert_to(meta, 'UTF8'))
);
