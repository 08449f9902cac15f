-- Objects are found by the beginning of their id with this index. In the words that a search looks through, the ids were most of the index: each has
-- thirty sequences of three characters that hardly any other has, and each was one more random place to write.
create index gateway_objects_by_start_of_id on gateway_objects (id text_pattern_ops);
-- Last: whoever reads waits from here on.
drop index gateway_objects_by_id;
