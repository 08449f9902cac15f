-- What people get together in one mail, of kinds of mails that the last release does not know: its summary of the day throws on them, and
-- the person would lose all that it tells. It does not look here. Otherwise as digest_entries.
create table newer_digest_entries (like digest_entries including defaults including indexes);
grant select, insert, update, delete on newer_digest_entries to :app;
