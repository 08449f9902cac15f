-- Who called the APIs of an organization, before it is deleted. Without this index the counts of 30 days of all APIs are read.
create index gateway_request_counts_by_api on gateway_request_counts (api_id, hour);
