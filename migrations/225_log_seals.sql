-- What the log was at times: each row seals the events since the row before, in log order. A chain over the whole log
-- beside the chains of its streams: it shows that the end of a stream was cut off, or an event put in, where the
-- stream's own chain still holds. Only seal_log writes here; eventstore/verify/verify-seals.ts reads.
create table log_seals (
  seal bigint primary key check (seal > 0),
  -- Of the whole log, up to the last one of this part.
  events bigint not null check (events > 0),
  last_xid xid8 not null,
  last_pos bigint not null,
  -- The newest version in this part of every stream that is in it: what is missing can be named.
  heads jsonb not null,
  digest bytea not null,
  sealed_at timestamptz not null default clock_timestamp()
);
grant select on log_seals to :app;

create trigger seals_are_final before update or delete on log_seals
  for each row execute function refuse_log_change();
create trigger seals_stay before truncate on log_seals
  for each statement execute function refuse_log_change();
