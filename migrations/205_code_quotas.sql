-- How much code a person has had generated in the hour (UTC) of the last one. Counted here and not in the read tables,
-- which come after the fact.
create table code_quotas (
  user_id integer primary key,
  hour timestamptz not null,
  asked integer not null
);

grant select, insert, update on code_quotas to :app;
