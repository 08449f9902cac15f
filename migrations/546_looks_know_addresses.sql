-- How a gateway was called at its last look. Null: by a release that did not say it. At another address, each route is compared again.
alter table gateway_looks add column called_at text;
