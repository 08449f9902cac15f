-- Every entity has a small positive integer id, from one sequence per kind.
create sequence organization_id as integer;
create sequence user_id as integer;
create sequence application_id as integer;
create sequence business_area_id as integer;
create sequence api_id as integer;
create sequence deployment_id as integer;
create sequence consumer_id as integer;
create sequence resource_id as integer;

grant usage on sequence organization_id, user_id, application_id, business_area_id, api_id, deployment_id, consumer_id, resource_id to :app;
