-- Which notices people have read. Not events: that somebody read something changes nothing in the portal, and events are for
-- ever. Not in the read tables either, which are made again from the events.
create table notice_reads (
  user_id integer not null,
  notice_id uuid not null,
  read_at timestamptz not null default now(),
  primary key (user_id, notice_id)
);

grant select, insert on notice_reads to :app;
