import { foldRequests } from '#bff/ingest/fold-requests.ts';
import { blockRequests, indexOldRequests } from '#bff/ingest/request-maintenance.ts';
import { createClient } from '#platform/database.ts';
import { schemasOf } from '#projections/read-path.ts';
import type { World } from './world.ts';

/** Days whose calls are kept. */
const days = 90;

/**
 * Calls of 200 APIs in 90 days, few of which have most; each is called by three of 40 organizations, each with a key of its own and from
 * some addresses. The newest id is the newest call, as in real life.
 */
const callsOfDay = `
  insert into gateway_requests (
    started_at, gateway_id, request_id, api_id, api_name, organization_id, organization_name, consumer_id, consumer_name, environment,
    client_ip, upstream_uri, status, method, operation, path, gateway_ms, upstream_ms, request_bytes, response_bytes)
  select
    $1::timestamptz + n * interval '1 day' / $2, 1, gen_random_uuid(), api, 'Api ' || api, organization, 'Org ' || organization,
    api * 10 + h / 17 % 3, 'till ' || api, (array['PROD', 'PROD', 'TEST', 'DEV'])[1 + api % 4], '10.0.' || organization || '.' || h % 50,
    '/things/' || h % 100000, case when h % 100 < 94 then 200 when h % 100 < 97 then 404 when h % 100 < 98 then 401 else 500 end,
    (array['GET', 'GET', 'POST'])[1 + h / 11 % 3], '/things/{id}/part-' || h / 11 % 3, '/api-' || api || '/things/' || h % 100000,
    1 + h % 5, (8 * exp((h / 13 % 1000) / 220::float8))::integer, 400, 1800
  from (
    select n, h, api, 1 + (api * 7 + h / 17 % 3) % 40 as organization
    from (select n, h, 1 + (200 * power((h % 10007) / 10007::float8, 2.5))::integer as api
      from (select n, hashint4(n + $3::integer) & 2147483647 as h from generate_series(0, $2 - 1) as n) as hashed) as chosen
  ) as called`;

/** Whose those keys are. */
const keysOfCalls = (schema: string) => `
  insert into ${schema}.history_keys (id, api_id, organization_id, deployment_id, nickname)
  select api * 10 + n, api, 1 + (api * 7 + n) % 40, api, 'till ' || api from generate_series(1, 201) as api, generate_series(0, 2) as n`;

/** Stores calls of the last 90 days, summed up and indexed as maintenance does it. */
export const fillCalls = async ({ ownerUrl, services: { pool } }: World, count: number): Promise<void> => {
  const owner = createClient({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('set synchronous_commit = off');
  const [schema = ''] = schemasOf(['history_keys']);
  await owner.query(keysOfCalls(schema));
  const begin = Math.floor(Date.now() / 86_400_000) - days + 1;
  const each = Math.ceil(count / days);
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1_000);
  for (let day = 0; day < days; day += 1) {
    const at = new Date((begin + day) * 86_400_000).toISOString();
    await owner.query('select ensure_request_partition($1::date)', [at.slice(0, 10)]);
    await owner.query(callsOfDay, [at, each, day * each]);
  }
  await owner.query(
    `insert into gateway_request_counts select date_trunc('hour', started_at, 'UTC'), api_id, organization_id, environment, status, count(*)
     from gateway_requests group by 1, 2, 3, 4, 5 order by 1`,
  );
  const stored = seconds();
  await foldRequests(pool, undefined, 200_000);
  const folded = seconds();
  await pool.query('select sum_up_days()');
  await blockRequests(pool);
  const blocked = seconds();
  await indexOldRequests(pool);
  await owner.query(
    'vacuum analyze gateway_requests, gateway_request_counts, gateway_request_sums, gateway_request_callers, gateway_request_days, gateway_request_blocks',
  );
  const { rows } = await owner.query<{ name: string; size: string; rows: number }>(
    `select 'sums' as name, pg_size_pretty(pg_total_relation_size('gateway_request_sums')) as size, (select count(*)::int from gateway_request_sums) as rows
     union all select 'counts', pg_size_pretty(pg_total_relation_size('gateway_request_counts')), (select count(*)::int from gateway_request_counts)
     union all select 'days', pg_size_pretty(pg_total_relation_size('gateway_request_days')), (select count(*)::int from gateway_request_days)
     union all select 'callers', pg_size_pretty(pg_total_relation_size('gateway_request_callers')), (select count(*)::int from gateway_request_callers)
     union all select 'blocks', pg_size_pretty(pg_total_relation_size('gateway_request_blocks')), (select count(*)::int from gateway_request_blocks)
     union all select 'calls', pg_size_pretty(sum(pg_total_relation_size(inhrelid))), ${each * days} from pg_inherits where inhparent = 'gateway_requests'::regclass`,
  );
  await owner.end();
  console.log(
    `report: ${(each * days).toLocaleString('en')} calls stored in ${stored} s, summed up in ${folded - stored} s, days in ${blocked - folded} s, indexed in ${seconds() - blocked} s; ${rows
      .map((row) => `${row.name} ${row.rows.toLocaleString('en')} rows, ${row.size}`)
      .join('; ')}`,
  );
};
