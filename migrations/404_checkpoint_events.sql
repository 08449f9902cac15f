-- The id of the event at a checkpoint, so that a log is recognized in which another event has this place: positions in
-- KurrentDB are offsets, and a copy that was restored gives them anew.
alter table subscriptions add column event_id uuid;
