-- What each gateway says of itself, as the last whole look found it. Null: it was not read since this release.
alter table gateway_mirrors
  add column version text,
  add column router text,
  -- The plugins that can be switched on there.
  add column plugins text[];
