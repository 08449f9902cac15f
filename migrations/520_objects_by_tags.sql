-- Lists of what gateways hold are sorted by the tags that they show: the first three.
alter table gateway_objects add column sort_tags text collate "und-x-icu" not null
  generated always as (
    fold_text(coalesce(tags[1], '') || ' ' || coalesce(tags[2], '') || ' ' || coalesce(tags[3], ''))
  ) stored;
create index gateway_objects_by_tags on gateway_objects (gateway_id, kind, sort_tags, id) where not is_gone;
