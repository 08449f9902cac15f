import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import { requestRoutes } from '#bff/gateway-request/routes.ts';
import type { BffEnv } from '#bff/http/context.ts';
import { mount } from '#bff/http/route.ts';
import { createTableWait } from '#bff/http/table-wait.ts';
import { foldRequests } from '#bff/ingest/fold-requests.ts';
import { indexOldRequests } from '#bff/ingest/request-maintenance.ts';
import type { Actor } from '#domain/core/actor.ts';
import { chartRangeNames, rankings } from '#domain/gateway-request/chart.ts';
import { createClient } from '#platform/database.ts';
import { measure } from './measure.ts';
import type { World } from './world.ts';

/** Days whose calls are kept. */
const days = 90;

/** Goals in milliseconds for a page and for a chart. */
const goals = { page: 200, chart: 100 } as const;

/**
 * Calls of 200 APIs in 90 days, few of which have most; each is called by three of 40 organizations from some addresses. The
 * newest id is the newest call, as in real life.
 */
const callsOfDay = `
  insert into gateway_requests (
    started_at, gateway_id, request_id, api_id, api_name, organization_id, organization_name, consumer_id, consumer_name, environment,
    client_ip, upstream_uri, status, method, operation, path, gateway_ms, upstream_ms, request_bytes, response_bytes)
  select
    $1::timestamptz + n * interval '1 day' / $2, 1, gen_random_uuid(), api, 'Api ' || api, organization, 'Org ' || organization,
    api * 10 + organization % 3, 'till ' || api, (array['PROD', 'PROD', 'TEST', 'DEV'])[1 + api % 4], '10.0.' || organization || '.' || h % 50,
    '/things/' || h % 100000, case when h % 100 < 94 then 200 when h % 100 < 97 then 404 when h % 100 < 98 then 401 else 500 end,
    (array['GET', 'GET', 'POST'])[1 + h / 11 % 3], '/things/{id}/part-' || h / 11 % 3, '/api-' || api || '/things/' || h % 100000,
    1 + h % 5, (8 * exp((h / 13 % 1000) / 220.0))::integer, 400, 1800
  from (
    select n, h, api, 1 + (api * 7 + h / 17 % 3) % 40 as organization
    from (select n, h, 1 + (200 * power((h % 10007) / 10007.0, 2.5))::integer as api
      from (select n, hashint4(n + $3::integer) & 2147483647 as h from generate_series(0, $2 - 1) as n) as hashed) as chosen
  ) as called`;

const fill = async ({ ownerUrl, services: { pool } }: World, count: number): Promise<void> => {
  const owner = createClient({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('set synchronous_commit = off');
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
     from gateway_requests group by 1, 2, 3, 4, 5`,
  );
  const stored = seconds();
  await foldRequests(pool, undefined, 200_000);
  const folded = seconds();
  await indexOldRequests(pool);
  await owner.query(
    'vacuum analyze gateway_requests, gateway_request_counts, gateway_request_sums, gateway_request_callers',
  );
  const { rows } = await owner.query<{ name: string; size: string; rows: number }>(
    `select 'sums' as name, pg_size_pretty(pg_total_relation_size('gateway_request_sums')) as size, (select count(*)::int from gateway_request_sums) as rows
     union all select 'counts', pg_size_pretty(pg_total_relation_size('gateway_request_counts')), (select count(*)::int from gateway_request_counts)
     union all select 'callers', pg_size_pretty(pg_total_relation_size('gateway_request_callers')), (select count(*)::int from gateway_request_callers)
     union all select 'calls', pg_size_pretty(sum(pg_total_relation_size(inhrelid))), ${each * days} from pg_inherits where inhparent = 'gateway_requests'::regclass`,
  );
  await owner.end();
  console.log(
    `report: ${(each * days).toLocaleString('en')} calls stored in ${stored} s, summed up in ${folded - stored} s, indexed in ${seconds() - folded} s; ${rows
      .map((row) => `${row.name} ${row.rows.toLocaleString('en')} rows, ${row.size}`)
      .join('; ')}`,
  );
};

const admin: Actor = {
  userId: 1,
  organizationId: 1,
  organizationExternal: false,
  roles: ['ROLE_PORTAL_ADMIN'],
  ownerApps: [],
};
const member: Actor = { ...admin, organizationId: 7, roles: [] };

/** Measures the access report and its charts with 1,000,000 stored calls. */
export const benchReport = async (world: World): Promise<void> => {
  const { services } = world;
  world.project();
  for (;;) {
    const { rows } = await services.pool.query(
      "select from generations where projection = 'catalogue' and state = 'live'",
    );
    if (rows.length > 0) break;
    await setTimeout(100);
  }
  await fill(world, world.scale.requests);
  let actor = admin;
  const app = new Hono<BffEnv>();
  app.use(async (c, next) => {
    c.set('caller', { actor });
    await next();
  });
  for (const route of requestRoutes) mount(app, services, createTableWait(services), route);
  const { rows } = await services.pool.query<{ id: string }>(
    `select request_id::text as id from gateway_requests where started_at < now() - interval '20 days' limit 1`,
  );
  const pages = {
    'first page': '',
    'page 50': 'page=49',
    'by time': 'sort=startedAt',
    'an API': 'apiId=150',
    'an organization and a status': 'orgId=9&responseStatusCode=500',
    'a week': `startDate=${new Date(Date.now() - 7 * 86_400_000).toISOString()}`,
    'a request id': `requestId=${rows[0]?.id}`,
    'a path, rare': 'path=/api-180/things/7',
    'a path, common': 'path=things',
    'a path, none': 'path=nothing-has-it',
    'an address': 'clientIp=10.0.9.17',
    'an address, none': 'clientIp=192.0.2.1',
    'a key': 'consumerId=1501',
    'an operation': 'apiId=20&method=GET&operation=/things/{id}/part-1',
  };
  const charts = chartRangeNames.flatMap((range) => [
    [`series of ${range}`, `/api/kong/requests/series?range=${range}`],
    [`series of ${range}, an API`, `/api/kong/requests/series?range=${range}&apiId=1`],
    ...rankings.map((by) => [`${by} of ${range}`, `/api/kong/requests/top?range=${range}&by=${by}`]),
  ]) as [string, string][];
  const all: (readonly [string, string, number])[] = [
    ...Object.entries(pages).map(
      ([name, query]) => [`page: ${name}`, `/api/kong/requests?${query}`, goals.page] as const,
    ),
    ...Object.entries(pages)
      .filter(([, query]) => !/^(page|sort)=/.test(query))
      .map(([name, query]) => [`counts: ${name}`, `/api/kong/requests/count?${query}`, goals.chart] as const),
    ...charts.map(([name, path]) => [`chart: ${name}`, path, goals.chart] as const),
  ];
  for (const as of [admin, member]) {
    actor = as;
    for (const [name, path, goal] of all) {
      const { p50, p95 } = await measure(10, 1, async () => {
        const response = await app.request(path);
        if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
        await response.arrayBuffer();
      });
      const who = as === admin ? '' : ', of one organization';
      console.log(
        `report ${`${name}${who}`.padEnd(56)} p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms${p95 > goal ? `, over ${goal} ms` : ''}`,
      );
    }
  }
};
