-- Cache 1: a cached sequence hands out positions in an order that has nothing to do with time.
create sequence event_pos as bigint cache 1;

-- The log. data and meta are text, not jsonb: the hash is over the exact bytes that are stored (F8).
-- Order is (xid, pos): see read_log.
create table events (
  stream text not null,
  version bigint not null check (version > 0),
  event_id uuid not null unique,
  xid xid8 not null default pg_current_xact_id(),
  pos bigint not null default nextval('event_pos'),
  type text not null,
  schema_version integer not null,
  data text not null,
  meta text not null,
  recorded_at timestamptz not null default clock_timestamp(),
  prev_hash bytea not null,
  hash bytea not null,
  primary key (stream, version)
);

-- Every poll reads along this index; without it an idle poll reads the whole log.
create unique index events_in_log_order on events (xid, pos);

grant select, insert on events to :app;
grant usage on sequence event_pos to :app;
