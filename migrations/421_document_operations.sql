-- Which operations a document describes, so that a gateway's calls can be told apart by them. It follows from the document, so
-- it is no event: the BFF reads it once for each document of a deployed API (bff/ingest/document-operations.ts). Null: the
-- document has none that can be called, or can't be read.
create table document_operations (
  hash text primary key references spec_documents (hash),
  operations text references spec_operations (hash),
  created_at timestamptz not null default now()
);

grant select, insert, delete on document_operations to :app;
