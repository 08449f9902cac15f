-- How many issues a person has reported on the day (UTC) of the last one. Counted here and not in the read tables,
-- which come after the fact: many reports at once would all still be within the limit there.
create table issue_quotas (
  user_id integer primary key,
  day date not null,
  reported integer not null
);

grant select, insert, update on issue_quotas to :app;
