-- Keys of an organization that becomes external are looked for.
create index on given_keys (organization_id);
