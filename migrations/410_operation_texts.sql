-- What the gallery's search finds of the operations of documents, by the documents' hashes as in spec_documents. It follows
-- from the document, so it is no event: the BFF makes it with each upload, and again where it is missing.
create table operation_texts (
  hash text not null references spec_documents (hash),
  -- The place in the document, from 1.
  number integer not null,
  method text not null,
  path text not null,
  summary text not null,
  -- The words of method, path, summary, name and tags (domain/api/search-terms.ts).
  words text not null,
  primary key (hash, number)
);
create index on operation_texts using gin (words gin_trgm_ops);

-- One row for each document whose operations are above, with all their words.
create table searched_documents (
  hash text primary key references spec_documents (hash),
  words text not null,
  created_at timestamptz not null default now()
);
create index on searched_documents using gin (words gin_trgm_ops);

grant select, insert, delete on operation_texts, searched_documents to :app;
