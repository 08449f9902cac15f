-- When somebody was erased last: read tables that were begun before that are made anew.
create index subject_keys_destroyed on subject_keys (destroyed_at) where destroyed_at is not null;
