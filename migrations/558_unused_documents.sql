-- Documents that nothing uses any more, by table and hash: those of deleted APIs and of replaced versions, and files of closed
-- issues. The BFF finds them (bff/documents/retention.ts). A row stays when the bytes are gone: it says since when.
create table unused_documents (
  kind text not null check (kind in ('spec', 'file')),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  unused_since timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (kind, hash)
);
create index on unused_documents (unused_since) where deleted_at is null;

-- The application may say that something is unused, and that it is used again, but not that it has been for long.
grant select, insert (kind, hash), delete on unused_documents to :app;
