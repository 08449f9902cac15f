-- A gateway is one kind of resource that can be away. `resource` names it, with its kind: gateway-1. The last release writes
-- and reads gateway_id, this one resource. The trigger fills in the other; a resource of another kind has no gateway_id.
create function name_resource() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.resource is distinct from old.resource then
      new.gateway_id := null;
    elsif new.gateway_id is distinct from old.gateway_id then
      new.resource := null;
    end if;
  end if;
  new.resource := coalesce(new.resource, 'gateway-' || new.gateway_id);
  new.gateway_id := coalesce(new.gateway_id, substring(new.resource from '^gateway-(\d+)$')::integer);
  return new;
end
$$;
revoke all on function name_resource() from public;

alter table gateway_outages drop constraint gateway_outages_pkey;
alter table gateway_outages
  alter column gateway_id drop not null,
  add column resource text;
update gateway_outages set resource = 'gateway-' || gateway_id;
alter table gateway_outages
  add unique (gateway_id),
  add unique (resource),
  add check (resource is not null);
create trigger name_resource before insert or update on gateway_outages for each row execute function name_resource();

alter table waiting_operations
  alter column gateway_id drop not null,
  add column resource text;
update waiting_operations set resource = 'gateway-' || gateway_id;
alter table waiting_operations add check (resource is not null);
create index on waiting_operations (resource, removal desc, requested_at);
create trigger name_resource before insert or update on waiting_operations for each row execute function name_resource();
