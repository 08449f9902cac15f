-- Every set of physical tables that a projection has: one is live (the views show it), at most one is being built
-- beside it, the others wait to be dropped. Its subscription is (projection, generation).
create table read_generations (
  projection text not null,
  generation integer not null check (generation > 0),
  -- Of the projection's code: another version builds a generation of its own.
  code_version integer not null,
  tables text[] not null,
  state text not null check (state in ('building', 'live', 'retired')),
  created_at timestamptz not null default now(),
  switched_at timestamptz,
  retired_at timestamptz,
  primary key (projection, generation)
);
create unique index one_live_generation on read_generations (projection) where state = 'live';
create unique index one_generation_under_construction on read_generations (projection) where state = 'building';

grant select, insert, update, delete on read_generations to :app;
