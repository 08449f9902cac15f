-- Rows of read tables that do not follow from the events (docs/decisions/0149-read-tables-are-compared.md). A kind of their own, which the
-- last release does not read.
alter table log_verifications drop constraint log_verifications_kind_check;
alter table log_verifications add constraint log_verifications_kind_check check (kind in ('new', 'whole', 'rows'));
