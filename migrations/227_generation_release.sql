-- Which release made a set of read tables: an older one that finds them names it.
alter table read_generations add column release text;
