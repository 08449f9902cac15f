-- No release since schema 290 calls this: store_gateway_requests took its place.
-- min-reader: 290
drop function record_gateway_requests(integer, json);
