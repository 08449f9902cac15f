-- platform/vault.ts: ciphertext only; a destroyed secret keeps its row, so that its id cannot be sealed anew.
create table secrets (
  id uuid primary key,
  kind text not null,
  owner text not null,
  key_id text not null,
  nonce bytea not null,
  ciphertext bytea not null,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz
);
create index secrets_by_owner on secrets (owner);
grant select, insert on secrets to :app;
grant update (nonce, ciphertext, destroyed_at) on secrets to :app;
