-- What people attach to the issues they report, once by its SHA-256; events name it by that hash. A file never changes,
-- so the application may add and read, nothing else.
create table issue_files (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  -- As the bytes prove, never as the browser said.
  type text not null,
  size integer not null check (size > 0),
  content bytea not null,
  created_at timestamptz not null default now()
);

-- Images and PDFs are compressed already.
alter table issue_files alter column content set storage external;

grant select, insert on issue_files to :app;
