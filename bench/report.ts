import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import { requestRoutes } from '#bff/gateway-request/routes.ts';
import type { BffEnv } from '#bff/http/context.ts';
import { mount } from '#bff/http/route.ts';
import { createTableWait } from '#bff/http/table-wait.ts';
import type { Actor } from '#domain/core/actor.ts';
import { chartRangeNames, rankings } from '#domain/gateway-request/chart.ts';
import { benchIngestionBesideReaders } from './ingestion.ts';
import { measure } from './measure.ts';
import { fillCalls } from './report-seed.ts';
import type { World } from './world.ts';

/** Goals in milliseconds for a page and for a chart. */
const goals = { page: 200, chart: 100 } as const;

const admin: Actor = {
  userId: 1,
  organizationId: 1,
  organizationExternal: false,
  roles: ['ROLE_PORTAL_ADMIN'],
  ownerApps: [],
};
const member: Actor = { ...admin, organizationId: 7, roles: [] };

/** What charts and rankings are filtered by. The API is the busiest. */
const chartFilters = {
  '': '',
  ', an API': '&apiId=1',
  ', an organization': '&orgId=9',
  ', an environment': '&env=PROD',
  ', failures': '&statusClass=4,5',
  ', a method': '&method=GET',
  ', an operation': '&apiId=1&method=GET&operation=/things/{id}/part-0',
} as const;

/** Measures with what is stored. */
const measureReport = async (world: World): Promise<void> => {
  const { services } = world;
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
    'a key by its name': 'key=till 150',
    // Of the organization whose member asks below.
    'a key by its name, own': 'key=till 138',
    'a key by its name, none': 'key=nobody',
    'a status, rare': 'responseStatusCode=401',
    'a status, none': 'responseStatusCode=418',
    'an environment': 'env=DEV',
    'a method': 'method=POST',
    'a method, none': 'method=DELETE',
    'an hour': `startDate=${new Date(Date.now() - 30 * 86_400_000).toISOString()}&endDate=${new Date(Date.now() - 30 * 86_400_000 + 3_600_000).toISOString()}`,
    'a path and a week': `path=/api-180/things/7&startDate=${new Date(Date.now() - 7 * 86_400_000).toISOString()}`,
    'an address and an API': 'clientIp=10.0.9.17&apiId=150',
    'a key and a status': 'consumerId=1501&responseStatusCode=500',
    'an operation': 'apiId=20&method=GET&operation=/things/{id}/part-1',
  };
  const charts = Object.entries(chartFilters).flatMap(([filter, query]) =>
    chartRangeNames.flatMap((range) => [
      [`series of ${range}${filter}`, `/api/kong/requests/series?range=${range}${query}`] as const,
      ...rankings.map(
        (by) => [`${by} of ${range}${filter}`, `/api/kong/requests/top?range=${range}&by=${by}${query}`] as const,
      ),
    ]),
  );
  const all: (readonly [string, string, number])[] = [
    ...Object.entries(pages).map(
      ([name, query]) => [`page: ${name}`, `/api/kong/requests?${query}`, goals.page] as const,
    ),
    ...Object.entries(pages)
      .filter(([, query]) => !/^(page|sort)=/.test(query))
      .map(([name, query]) => [`counts: ${name}`, `/api/kong/requests/count?${query}`, goals.chart] as const),
    ...charts.map(([name, path]) => [`chart: ${name}`, path, goals.chart] as const),
  ];
  const read = async (path: string): Promise<void> => {
    const response = await app.request(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    await response.arrayBuffer();
  };
  const found: { kind: string; p95: number; isOver: boolean }[] = [];
  for (const as of [admin, member]) {
    actor = as;
    // A member's calls are those of an organization: without a filter, and of a method.
    const asked =
      as === admin ? all : all.filter(([name]) => !name.startsWith('chart:') || /^[^,]*(, a method)?$/.test(name));
    for (const [name, path, goal] of asked) {
      const { p50, p95 } = await measure(Math.max(2, 20 * world.scale.calls), 1, () => read(path));
      const isOver = p95 > goal;
      found.push({ kind: name.split(':')[0] ?? '', p95, isOver });
      const who = as === admin ? '' : ', of one organization';
      console.log(
        `report ${`${name}${who}`.padEnd(56)} p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms${isOver ? `, over ${goal} ms` : ''}`,
      );
    }
  }
  for (const kind of new Set(found.map((each) => each.kind))) {
    const times = found.filter((each) => each.kind === kind);
    const slowest = Math.max(...times.map(({ p95 }) => p95));
    console.log(
      `report: ${times.length} of ${kind}, p95 of the slowest ${slowest.toFixed(0)} ms; ${times.filter(({ isOver }) => isOver).length} over the goal`,
    );
  }
  actor = admin;
  await benchIngestionBesideReaders(
    world,
    all.map(
      ([, path]) =>
        () =>
          read(path),
    ),
  );
};

/** Measures the access report and its charts with 10,000,000 stored calls, and how fast more are stored meanwhile. */
export const benchReport = async (world: World): Promise<void> => {
  const { services } = world;
  world.project();
  for (;;) {
    const { rows } = await services.pool.query(
      "select from generations where projection in ('catalogue', 'history') and state = 'live'",
    );
    if (rows.length > 1) break;
    await setTimeout(100);
  }
  await fillCalls(world, world.scale.requests);
  await measureReport(world);
};
