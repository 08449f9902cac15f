-- Which requests for accounts each reviewer was told about by mail, so that one mail tells about many. No events: it changes
-- nothing in the portal. A worker deletes old rows.
create table told_reviewers (
  user_id integer not null,
  registration_id integer not null,
  told_at timestamptz not null default now(),
  primary key (user_id, registration_id)
);

create index on told_reviewers (told_at);

grant select, insert, delete on told_reviewers to :app;
