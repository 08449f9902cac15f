-- The text of every uploaded description, once by its SHA-256; events name it by that hash. A text never changes, so
-- the application may add and read, nothing else.
create table spec_documents (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  format text not null check (format in ('json', 'yaml')),
  -- Bytes of the original text.
  size integer not null check (size > 0),
  -- The original bytes, zstd.
  content bytea not null,
  created_at timestamptz not null default now()
);

-- It is compressed already; Postgres would only try again.
alter table spec_documents alter column content set storage external;

grant select, insert on spec_documents to :app;
