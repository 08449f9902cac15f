import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#domain/core/actor.ts';
import { type RequestPage, requestFilterQuery } from '#domain/gateway-request/schema.ts';
import { runSql } from '#test/postgres/sql.ts';
import { acme, admin, gatewayKeys, globex, onDeployment, startTelemetryWorld } from '#test/world/telemetry-world.ts';
import { foldRequests } from '../ingest/fold-requests.ts';
import { requestReport } from './request-report.ts';

const noon = Date.parse('2026-03-10T12:00:00Z');
const minute = 60_000;

let world: Awaited<ReturnType<typeof startTelemetryWorld>>;

/**
 * 60 calls, one a minute from 11:30: in turn of Acme, of Globex and without a caller. Every fourth is on PROD, the
 * others on DEV.
 */
const calls = Array.from({ length: 60 }, (_none, index) =>
  onDeployment(
    {
      started_at: noon + (index - 30) * minute,
      client_ip: `192.0.2.${index}`,
      upstream_uri: index === 5 ? '=cmd|"/c calc"!A1' : `/u/${index}`,
      request: { id: index.toString(16).padStart(32, '0') },
      response: { status: index % 3 === 2 ? 401 : index % 10 === 0 ? 500 : 200 },
    },
    index % 4 === 3 ? 12 : 11,
    [21, 22, undefined][index % 3],
  ),
);

beforeAll(async () => {
  world = await startTelemetryWorld();
  world.timeIs(new Date(noon));
  await world.post(calls.slice(0, 40));
  await world.post(calls.slice(20));
  await world.post(onDeployment(calls[0] as object, 13, 23), { gateway: 8, key: gatewayKeys[8] });
  await world.post({
    ...calls[1],
    consumer: { id: '21e03a6d-e9cf-49ef-808a-867412c6fe27' },
    request: { id: 'f'.repeat(32) },
  });
});
afterAll(() => world.close());

const list = async (query = '', as: Actor = admin): Promise<RequestPage> =>
  (await (await world.get(`/api/kong/requests?${query}`, as)).json()) as RequestPage;
const count = async (query = '', as: Actor = admin) =>
  (await world.get(`/api/kong/requests/count?${query}`, as)).json();

describe('the list', () => {
  it('has 20 rows, newest id first, and the exact total', async () => {
    const page = await list();
    expect(page).toMatchObject({ total: 61, page: 0 });
    expect(page.data).toHaveLength(20);
    expect(page.data[0]).toMatchObject({
      apiName: 'Payments',
      orgName: 'Acme',
      env: 'TEST',
      clientIp: '192.0.2.0',
      responseStatus: 500,
    });
    const ids = page.data.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  it('has each call on exactly one page, and the total also after the last page', async () => {
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list(`page=${page}&sort=responseStatus&order=asc`)));
    expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 20, 1]);
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(61);
    const statuses = pages.flatMap(({ data }) => data.map(({ responseStatus }) => responseStatus));
    expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
    expect(await list('page=9')).toEqual({ data: [], total: 61, page: 9, start: 180, next: null, previous: null });
  });

  it.each(['id', 'apiName', 'orgName', 'env', 'clientIp', 'upstreamUri', 'responseStatus', 'startedAt'] as const)(
    'sorts by %s both ways',
    async (sort) => {
      const values = async (order: string) => (await list(`sort=${sort}&order=${order}`)).data.map((row) => row[sort]);
      const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
      expect(await values('asc')).toEqual((await values('asc')).toSorted(compare));
      expect(await values('desc')).toEqual((await values('desc')).toSorted((a, b) => compare(b, a)));
      expect(await values('asc')).not.toEqual(await values('desc'));
    },
  );

  it('refuses an unknown sort field', async () => {
    expect((await world.get('/api/kong/requests?sort=api_name')).status).toBe(400);
  });

  it.each([
    ['orgId=2', 21],
    ['orgId=2,3', 41],
    ['apiId=32', 15],
    ['env=PROD,TEST', 16],
    ['responseStatusCode=401', 20],
    ['responseStatusCode=500,401&env=DEV', 19],
    ['orgId=2&apiId=32&env=PROD&responseStatusCode=200', 5],
    ['startDate=2026-03-10T12:00:00Z', 30],
    ['endDate=2026-03-10T11:59:59.999Z', 31],
    ['startDate=2026-03-10&endDate=2026-03-10', 61],
    ['endDate=2026-03-09', 0],
    ['startDate=2026-03-11', 0],
    ['startDate=2026-03-10T12:45:00%2B01:00&endDate=2026-03-10T12:49:30%2B01:00', 5],
    ['startDate=2026-03-10T11:45:00Z&endDate=2026-03-10T12:10:00Z', 26],
    ['startDate=2026-03-10T12:10:00Z&endDate=2026-03-10T11:45:00Z', 0],
  ])('filters by %s', async (query, expected) => {
    const { total, data } = await list(query);
    expect(total).toBe(expected);
    expect(data).toHaveLength(Math.min(expected, 20));
    // Counts the same without the hourly counts.
    const everything = await Promise.all([0, 1, 2, 3].map((page) => list(`${query}&page=${page}`)));
    expect(everything.flatMap((page) => page.data)).toHaveLength(expected);
    expect(await count(query)).toMatchObject({ total: expected });
  });
});

describe('the counts', () => {
  it('are the same while calls are not counted yet, by hour, and by day', async () => {
    const queries = [
      '',
      'orgId=2&responseStatusCode=200',
      'apiId=32&env=PROD',
      'startDate=2026-03-08T10:30:00Z&endDate=2026-03-11T00:00:00Z',
      'startDate=2026-03-07&endDate=2026-03-09T23:20:00Z',
      'startDate=2026-03-08T10:30:00Z&endDate=2026-03-08T11:30:00Z',
    ];
    const days = await startTelemetryWorld();
    days.timeIs(new Date(noon));
    for (let ago = 0; ago < 6; ago += 1) {
      days.timeIs(new Date(noon - ago * 1_440 * minute));
      await days.post(
        calls.map((call, index) => ({
          ...(call as { started_at: number }),
          started_at: noon - ago * 1_440 * minute + (index - 30) * 20 * minute,
          request: { id: (ago * 100 + index).toString(16).padStart(32, '0') },
        })),
      );
    }
    days.timeIs(new Date(noon));
    const all = async () =>
      await Promise.all(
        queries.map(async (query) => (await days.get(`/api/kong/requests/count?${query}`)).json() as unknown),
      );
    const before = await all();
    expect(before[0]).toMatchObject({ total: 360 });
    await foldRequests(days.database.pool);
    expect(await all()).toEqual(before);
    await days.database.pool.query('select sum_up_days()');
    await runSql(
      days.database.ownerUrl,
      `delete from gateway_request_counts where hour >= '2026-03-09' and hour < '2026-03-10'`,
    );
    // Only days that are not whole are read by hour.
    expect((await all()).slice(0, 4)).toEqual(before.slice(0, 4));
    await days.close();
  });

  it('are successes (below 400) and failures', async () => {
    expect(await count()).toEqual({ total: 61, api_success_count: 36, api_failure_count: 25 });
    expect(await count('responseStatusCode=200')).toEqual({ total: 36, api_success_count: 36, api_failure_count: 0 });
    expect(await count('orgId=99')).toEqual({ total: 0, api_success_count: 0, api_failure_count: 0 });
  });

  it('contain the codes that occur', async () => {
    expect(await (await world.get('/api/all-response-codes')).json()).toEqual([200, 401, 500]);
    expect(await (await world.get('/api/all-response-codes', globex)).json()).toEqual([200, 500]);
    expect(await (await world.get('/api/all-response-codes', { ...globex, organizationId: 9 })).json()).toEqual([]);
  });
});

describe('another organization', () => {
  it('C1: sees only its own calls, with any filter', async () => {
    const page = await list('', acme);
    expect(page.total).toBe(21);
    expect(new Set(page.data.map(({ orgName }) => orgName))).toEqual(new Set(['Acme']));
    expect(await list('orgId=3', acme)).toMatchObject({ data: [], total: 0, page: 0 });
    expect(await count('orgId=3', acme)).toMatchObject({ total: 0 });
    expect((await list('orgId=2,3', acme)).total).toBe(21);
    expect((await list('', { ...acme, organizationId: 9 })).total).toBe(0);
  });

  it('C1, L2: exports only its own calls', async () => {
    const text = await (await world.get('/api/kong/requests/download', acme)).text();
    expect(text).toContain('Acme');
    expect(text).not.toContain('Globex');
    const lines = (await (await world.get('/api/kong/requests/download?orgId=3', acme)).text()).trim().split('\r\n');
    expect(lines).toHaveLength(1);
  });

  it('a gateway administrator sees everything', async () => {
    expect((await list('', { ...globex, roles: ['ROLE_KONG_ADMIN'] })).total).toBe(61);
  });
});

describe('the download', () => {
  it('L1, L2: is report.csv with the columns of the screen, newest calls first', async () => {
    const response = await world.get('/api/kong/requests/download');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="report.csv"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.subarray(3).toString().split('\r\n');
    expect(lines[0]).toBe(
      'api,org,env,ip,upstream,status,accessDateTime,method,operation,path,key,requestId,gatewayMs,upstreamMs,requestBytes,responseBytes',
    );
    expect(lines[1]).toBe(
      'Payments,Acme,TEST,192.0.2.0,/u/0,500,"Mar 10, 2026 11:30:00 +00:00",,,,till 23,00000000000000000000000000000000,,,,',
    );
    expect(lines).toHaveLength(63);
  });

  it('L1: writes an address that looks like a formula as text', async () => {
    const text = await (
      await world.get('/api/kong/requests/download?startDate=2026-03-10&endDate=2026-03-10T11:35:00Z')
    ).text();
    expect(text).toContain(`,"'=cmd|""/c calc""!A1",`);
  });

  it('L2: is sent in parts of limited size, has every row once, and ends at the limit', async () => {
    const many = await startTelemetryWorld();
    await many.database.pool.query(
      `select ensure_request_partition('2026-03-10');
       insert into gateway_requests (started_at, gateway_id, request_id, api_id, api_name, organization_id, organization_name,
         consumer_id, environment, client_ip, upstream_uri, status)
       select '2026-03-10T00:00:00Z', 7, gen_random_uuid(), 31, 'Payments', 2, 'Acme', 21, 'DEV', '192.0.2.1', '/' || n, 200
       from generate_series(1, 12000) as n`,
    );
    const toAcme = { actor: acme, filter: requestFilterQuery.parse({}), keptSince: new Date(0) };
    const rowsOf = async (limit: number) => {
      const seen: string[] = [];
      for await (const part of requestReport(many.db, toAcme, limit)) {
        const rows = part
          .trim()
          .split('\r\n')
          .map((line) => line.split(',')[4] ?? '');
        expect(rows.length).toBeLessThanOrEqual(1_000);
        seen.push(...rows);
      }
      return seen.slice(1);
    };
    expect(await rowsOf(1_000_000)).toEqual(Array.from({ length: 12_000 }, (_none, index) => `/${12_000 - index}`));
    expect(await rowsOf(5_500)).toHaveLength(5_500);
    await many.close();
  });

  it('L2: is logged with the person and the filters', async () => {
    world.log.length = 0;
    await (await world.get('/api/kong/requests/download?apiId=32', acme)).text();
    expect(world.log.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'gateway requests exported', userId: 2, organizationId: 2, filters: { apiId: [32] } },
    ]);
  });
});
