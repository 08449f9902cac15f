-- Whether each gateway has a database. Without one it takes no changes. Null: it was not read since this release.
alter table gateway_mirrors add column has_database boolean;
