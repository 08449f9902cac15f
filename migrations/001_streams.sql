-- One row an aggregate: the compare-and-set on version is what makes one of several writers win (G1).
create table streams (
  stream text primary key check (length(stream) between 1 and 200),
  version bigint not null check (version > 0)
);
grant select, insert on streams to :app;
grant update (version) on streams to :app;
