-- Which key at a deployment is the copy of which key at the deployment that it follows. The row is there before the copy is requested,
-- so that the same key is never copied twice, whoever is killed in between.
create table key_copies (
  deployment_id integer not null,
  original_id integer not null,
  copy_id integer not null unique,
  primary key (deployment_id, original_id)
);

grant select, insert on key_copies to :app;
