-- How far a subscription has read in KurrentDB without an event of its own, with the id of the event there. Others can have
-- written much after its checkpoint, and a restart need not read that again. Only a hint: where another event is at this
-- place, the subscription begins at its checkpoint.
alter table subscriptions add column reached text;
alter table subscriptions add column reached_id uuid;
