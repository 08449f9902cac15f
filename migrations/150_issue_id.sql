create sequence issue_id as integer;

grant usage on sequence issue_id to :app;
