-- What is told of in one mail before the day is over, too: the kind of that mail. The last release writes and reads none, and its
-- summary of the day has what it finds.
alter table digest_entries add column sent_as text not null default 'digest';
