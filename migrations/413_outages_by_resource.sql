-- 1.4.0 was the last release that wrote gateway_id; since then both tables are about resources.
drop trigger name_resource on gateway_outages;
drop trigger name_resource on waiting_operations;
drop function name_resource();
alter table gateway_outages drop column gateway_id;
alter table waiting_operations drop column gateway_id;
