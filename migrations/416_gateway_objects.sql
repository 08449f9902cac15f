-- What each gateway holds, as the last look found it, without secrets. Workers fill it; it is not the truth.
create table gateway_objects (
  gateway_id integer not null,
  kind text not null,
  id text not null,
  name text not null,
  about text not null,
  -- Folded, as lists are sorted.
  sort_name text collate "und-x-icu" not null,
  sort_about text collate "und-x-icu" not null,
  amount integer,
  enabled boolean not null,
  tags text[] not null,
  service_id text,
  route_id text,
  consumer_id text,
  upstream_id text,
  certificate_id text,
  deployment_id integer,
  is_own boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  expires_at timestamptz,
  body jsonb not null,
  words text not null,
  hash text not null,
  -- When the look or the write began that saw it so. An older look does not overwrite what a newer write left.
  seen_at timestamptz not null,
  -- A write of Portico's removed it, and a look that began before may still see it.
  is_gone boolean not null default false,
  primary key (gateway_id, kind, id)
);
-- They count too: an index that has no more than a list needs is read without the rows.
create index gateway_objects_by_name on gateway_objects (gateway_id, kind, sort_name, id) where not is_gone;
create index gateway_objects_by_about on gateway_objects (gateway_id, kind, sort_about, id) where not is_gone;
create index gateway_objects_by_age on gateway_objects (gateway_id, kind, created_at, id) where not is_gone;
create index gateway_objects_by_service on gateway_objects (gateway_id, service_id) where service_id is not null;
create index gateway_objects_by_route on gateway_objects (gateway_id, route_id) where route_id is not null;
create index gateway_objects_by_consumer on gateway_objects (gateway_id, consumer_id) where consumer_id is not null;
create index gateway_objects_by_upstream on gateway_objects (gateway_id, upstream_id) where upstream_id is not null;
create index gateway_objects_by_certificate on gateway_objects (gateway_id, certificate_id) where certificate_id is not null;
create index gateway_objects_by_id on gateway_objects (id);
create index gateway_objects_by_words on gateway_objects using gin (words gin_trgm_ops);

create table gateway_mirrors (
  gateway_id integer primary key,
  -- When the last whole look began.
  seen_at timestamptz not null
);

grant select, insert, update, delete on gateway_objects, gateway_mirrors to :app;
