-- Who may work on something until when, by the database's clock. number grows with every change of the holder and
-- never goes back, so rows stay: what carries an older number is somebody's who was thought dead (H2).
create table leases (
  name text primary key,
  holder text not null,
  number bigint not null,
  until timestamptz not null
);
grant select, insert, update, delete on leases to :app;
