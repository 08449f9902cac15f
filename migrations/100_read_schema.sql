-- Where the read tables live. The application's role makes, fills and drops them itself (projections/engine/generations.ts), so
-- that a rebuild needs no other role; it may create nothing in public, and the log stays out of its reach (F7).
-- platform/database.ts puts this schema behind public on the search path: queries name a read table without it.
create schema read;
grant usage, create on schema read to :app;

-- Search in lists is by trigrams.
create extension if not exists pg_trgm;
