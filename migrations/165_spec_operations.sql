-- What a description lets callers do, as a path lockdown was made from it, once by its SHA-256; events name it by that
-- hash. It never changes, so the application may add and read, nothing else.
create table spec_operations (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  operations jsonb not null,
  created_at timestamptz not null default now()
);

grant select, insert on spec_operations to :app;
