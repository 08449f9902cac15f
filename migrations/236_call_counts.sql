-- How often a person, an address or a credential has called in the time that bff/http/call-limits.ts gives it. The columns are those of
-- rate-limiter-flexible, which deletes what ended an hour ago. Unlogged: what a crash loses is counted anew.
create unlogged table call_counts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

grant select, insert, update, delete on call_counts to :app;
