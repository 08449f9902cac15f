-- A PDF may be an API's document too (decisions: "Behaviour").
alter table spec_documents drop constraint spec_documents_format_check;
alter table spec_documents add constraint spec_documents_format_check check (format in ('json', 'yaml', 'pdf'));
