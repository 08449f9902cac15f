-- When each gateway was last looked at, and all that was found was reported. Nothing here is the truth: what is lost is looked
-- at again.
create table gateway_looks (
  gateway_id integer primary key,
  looked_at timestamptz not null
);

grant select, insert, update, delete on gateway_looks to :app;
