-- Archives of generated code, for as long as they can be downloaded; the event says that there was one. They can be made
-- again at any time, so the application may remove them.
create table generated_code (
  operation_id uuid primary key,
  content bytea not null,
  expires_at timestamptz not null
);

create index on generated_code (expires_at);

-- It is compressed already.
alter table generated_code alter column content set storage external;

grant select, insert, update, delete on generated_code to :app;
