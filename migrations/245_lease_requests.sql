-- Who waits for a lease and goes before whoever has it, or would take it (platform/lease.ts). Nothing here is the truth: what
-- is lost is asked again, and what nobody asks again ends by itself.
create table lease_requests (
  name text not null,
  by text not null,
  rank smallint not null,
  until timestamptz not null,
  primary key (name, by)
);

grant select, insert, update, delete on lease_requests to :app;
