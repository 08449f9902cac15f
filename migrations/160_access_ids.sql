create sequence access_request_id as integer;
create sequence access_grant_id as integer;

grant usage on sequence access_request_id, access_grant_id to :app;
