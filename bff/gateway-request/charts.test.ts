import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Actor } from '#domain/core/actor.ts';
import {
  type ChartRange,
  chartRangeNames,
  chartRanges,
  type RankedRow,
  type Ranking,
  type RequestSeries,
  rankings,
} from '#domain/gateway-request/chart.ts';
import { rankRequests } from '#domain/gateway-request/chart-calls.ts';
import { runSql } from '#test/postgres/sql.ts';
import { callId, gatewayCall } from '#test/world/gateway-call.ts';
import { acme, admin, globex, startTelemetryWorld } from '#test/world/telemetry-world.ts';
import { foldRequests } from '../ingest/fold-requests.ts';
import { recordRequests } from '../ingest/record-requests.ts';
import { blockRequests } from '../ingest/request-maintenance.ts';
import { openReadTables } from '../sql/read-tables.ts';
import { rankingSpan, readRanking } from './request-ranking.ts';

let world: Awaited<ReturnType<typeof startTelemetryWorld>>;
/** The middle of a minute, because minutes are kept for two days of the database's time. */
const now = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 30_000);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let number = 0;
type Given = Omit<Parameters<typeof gatewayCall>[0], 'requestId'>;
/** A call so long ago. */
const ago = (milliseconds: number, given: Given = {}) => {
  number += 1;
  return gatewayCall({ requestId: callId(number), startedAt: new Date(now.getTime() - milliseconds), ...given });
};

const ofGlobex = { organizationId: 3, organizationName: 'Globex', consumerId: 22, consumerName: 'till 22' };
const ofOrders = { apiId: 32, apiName: 'Orders', environment: 'PROD', operation: '/orders/{id}' } as const;
const ofPayments = { operation: '/payments/{id}' };
const nobody = { organizationId: null, organizationName: '', consumerId: null, consumerName: null };

beforeAll(async () => {
  world = await startTelemetryWorld();
  world.timeIs(now);
  await recordRequests(world.database.pool, 7, [
    // The last hour.
    ago(0, ofPayments),
    ago(5 * minute, { ...ofPayments, upstreamMs: 900 }),
    ago(5 * minute, { ...ofPayments, ...ofGlobex, clientIp: '2001:db8::7' }),
    ago(10 * minute, { ...ofOrders, ...ofGlobex, status: 500, upstreamMs: 3_000 }),
    ago(10 * minute, { ...ofOrders, ...ofGlobex, status: 404 }),
    ago(10 * minute, { ...ofPayments, ...nobody, status: 401, upstreamMs: null }),
    // The hour before.
    ago(70 * minute, ofPayments),
    // Days before.
    ago(3 * day, { ...ofOrders, ...ofGlobex }),
    ago(10 * day, ofPayments),
    ago(40 * day, ofPayments),
    ago(80 * day, ofPayments),
    ago(120 * day, { ...ofOrders, ...ofGlobex }),
  ]);
  await foldRequests(world.database.pool);
});
afterAll(() => world.close());

const series = async (query: string, as: Actor = admin): Promise<RequestSeries> =>
  (await (await world.get(`/api/kong/requests/series?${query}`, as)).json()) as RequestSeries;
const top = async (query: string, as: Actor = admin): Promise<RankedRow[]> =>
  ((await (await world.get(`/api/kong/requests/top?${query}`, as)).json()) as { data: RankedRow[] }).data;
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

describe('calls by time', () => {
  it.each([
    ['1h', 6, 1],
    ['6h', 7, 0],
    ['24h', 7, 0],
    ['7d', 8, 1],
    ['30d', 9, 1],
    ['90d', 11, 1],
  ] as const)('of %s are %i, and %i before', async (range, calls, before) => {
    const found = await series(`range=${range}`);
    const { length, step } = chartRanges[range];
    expect(found.points).toHaveLength(length / step);
    expect(sum(found.whole.calls)).toBe(calls);
    expect(sum(found.points.flatMap((point) => point.calls))).toBe(calls);
    expect(sum(found.before.calls)).toBe(before);
    expect(sum(found.points.map((point) => point.before))).toBe(before);
    expect(found.points[0]?.at).toBe(found.from);
    expect(Date.parse(found.to) - Date.parse(found.from)).toBe(length * 1_000);
    expect(Date.parse(found.to)).toBeGreaterThan(now.getTime());
  });

  it('are told by class of status, in the step in which they began', async () => {
    const { points, whole } = await series('range=1h');
    expect(whole.calls).toEqual([3, 0, 2, 1]);
    expect(points.at(-1)?.calls).toEqual([1, 0, 0, 0]);
    expect(points.at(-6)?.calls).toEqual([2, 0, 0, 0]);
    expect(points.at(-11)?.calls).toEqual([0, 0, 2, 1]);
    expect(points.at(-2)?.gateway).toBeNull();
  });

  it('have latencies of the gateway and of the upstream', async () => {
    const { points, whole } = await series('range=1h');
    expect(whole.gateway).toEqual({ p50: 2, p95: 2, p99: 2 });
    expect(whole.upstream?.p50).toBeGreaterThan(36);
    expect(whole.upstream?.p50).toBeLessThan(44);
    expect(whole.upstream?.p95).toBeGreaterThan(2_700);
    expect(points.at(-11)?.upstream?.p99).toBeGreaterThan(2_700);
  });

  it.each([
    ['apiId=32', [0, 0, 1, 1]],
    ['orgId=3', [1, 0, 1, 1]],
    ['orgId=2,3&env=DEV', [3, 0, 0, 0]],
    ['env=PROD', [0, 0, 1, 1]],
    ['method=GET&operation=/payments/{id}', [3, 0, 1, 0]],
    ['method=PUT', [0, 0, 0, 0]],
    ['method=GET', [3, 0, 2, 1]],
    ['method=GET,PUT&statusClass=5', [0, 0, 0, 1]],
    ['method=GET&orgId=3', [1, 0, 1, 1]],
    ['statusClass=5', [0, 0, 0, 1]],
    ['statusClass=4,5', [0, 0, 2, 1]],
  ])('are filtered by %s', async (query, calls) => {
    expect((await series(`range=1h&${query}`)).whole.calls).toEqual(calls);
  });

  it('of a method are the same where the calls before are summed up by operations alone', async () => {
    const found = await Promise.all(chartRangeNames.map((range) => series(`range=${range}&method=GET`)));
    await runSql(world.database.ownerUrl, 'update gateway_request_folds set methods_since = now()');
    expect(await Promise.all(chartRangeNames.map((range) => series(`range=${range}&method=GET`)))).toEqual(found);
    await runSql(world.database.ownerUrl, "update gateway_request_folds set methods_since = '-infinity'");
  });

  it('C1: are only those of the own organization for everybody but administrators', async () => {
    expect((await series('range=1h', acme)).whole.calls).toEqual([2, 0, 0, 0]);
    expect((await series('range=1h&orgId=3', acme)).whole.calls).toEqual([0, 0, 0, 0]);
    expect((await series('range=1h&orgId=2,3', globex)).whole.calls).toEqual([1, 0, 1, 1]);
    expect((await series('range=1h', { ...globex, roles: ['ROLE_KONG_ADMIN'] })).whole.calls).toEqual([3, 0, 2, 1]);
  });

  it.each(['range=2h', 'statusClass=9', 'method=BREW'])('are refused for %s', async (query) => {
    expect((await world.get(`/api/kong/requests/series?${query}`)).status).toBe(400);
  });
});

describe('what has most calls', () => {
  const counted = ({ calls, failures, before }: Pick<RankedRow, 'calls' | 'failures' | 'before'>) => [
    calls,
    failures,
    before,
  ];

  it('are APIs, with those of the span before', async () => {
    const rows = await top('by=apis&range=1h');
    expect(rows.map((row) => [row.apiName, ...counted(row)])).toEqual([
      ['Payments', 4, 1, 1],
      ['Orders', 2, 2, 0],
    ]);
    expect((await top('by=apis&range=90d')).map((row) => [row.apiName, ...counted(row)])).toEqual([
      ['Payments', 8, 1, 0],
      ['Orders', 3, 2, 1],
    ]);
  });

  it('have a name also after they were deleted', async () => {
    await recordRequests(world.database.pool, 7, [ago(9 * day, { apiId: 77, apiName: 'Gone', environment: 'UAT' })]);
    await foldRequests(world.database.pool);
    expect((await top('by=apis&range=30d&env=UAT')).map(({ apiId, apiName }) => [apiId, apiName])).toEqual([
      [77, 'Gone'],
    ]);
  });

  it('are the same of calls, of days, and of blocks of days, beside as long a time before', async () => {
    const { pool } = world.database;
    const endOf = (unit: number) => (Math.floor(now.getTime() / unit) + 1) * unit;
    const columns = {
      apis: ['api_id', 'calls'],
      errors: ['api_id, method, operation', 'failures'],
      consumers: ['consumer_id, api_id', 'calls'],
      clients: ['client_ip', 'calls'],
    } as const;
    const ofCalls = async (by: Ranking, from: Date, before: Date, condition: string) => {
      const [key, most] = columns[by];
      const { rows } = await pool.query<Pick<RankedRow, 'calls' | 'failures' | 'before'>>(
        `select * from (select ${key}, count(*) filter (where started_at >= $1)::int as calls,
             count(*) filter (where started_at >= $1 and status >= 400)::int as failures, count(*) filter (where started_at < $1)::int as before
           from gateway_requests where started_at >= $2 and ${condition} ${by === 'consumers' ? 'and consumer_id is not null' : ''} group by ${key}) r
         where ${most} > 0 order by ${most} desc, ${key} limit 5`,
        [from, before],
      );
      return rows.map(counted);
    };
    const filters = {
      '': 'true',
      '&orgId=3': 'organization_id = 3',
      '&apiId=31': 'api_id = 31',
      '&env=PROD': "environment = 'PROD'",
      '&statusClass=2,4': 'status / 100 in (2, 4)',
    };
    const look = async () => {
      for (const range of chartRangeNames)
        for (const by of rankings)
          for (const [query, condition] of Object.entries(filters)) {
            const response = await world.get(`/api/kong/requests/top?by=${by}&range=${range}${query}`);
            const { data, ...span } = (await response.json()) as { data: RankedRow[]; from: string };
            const from = new Date(span.from);
            const before = new Date(2 * from.getTime() - endOf(range === '1h' || range === '6h' ? minute : hour));
            const expected = await ofCalls(by, from, before, condition);
            const isKept = range !== '90d' || by === 'apis' || by === 'errors';
            expect([by, range, query, data.map(counted)]).toEqual([
              ...[by, range, query],
              isKept ? expected : expected.map(([calls, failures]) => [calls, failures, null]),
            ]);
          }
    };
    await look();
    await blockRequests(pool);
    const { rows } = await pool.query(
      'select about, max(days) as longest from gateway_request_blocks group by 1 order by 1',
    );
    expect(rows).toEqual(['address', 'api', 'key', 'operation'].map((about) => ({ about, longest: 64 })));
    await look();
    expect(await top('by=apis&range=90d&statusClass=5')).toMatchObject([{ apiId: 32, calls: 1, failures: 1 }]);
    expect(await top('by=apis&range=90d', globex)).toMatchObject([
      { apiId: 32, calls: 3 },
      { apiId: 31, calls: 1 },
    ]);
    expect(await top('by=apis&range=90d&method=GET&operation=/payments/{id}')).toMatchObject([{ apiId: 31, calls: 8 }]);
  });

  it.each(['1h', '24h', '7d'] as const)('are keys within %s', async (range: ChartRange) => {
    const rows = await top(`by=consumers&range=${range}&apiId=31`);
    expect(rows.map(({ keyName, orgName, apiName }) => [keyName, orgName, apiName])).toEqual([
      ['till 21', 'Acme', 'Payments'],
      ['till 22', 'Globex', 'Payments'],
    ]);
    expect(rows.map(counted)).toEqual([
      [range === '1h' ? 2 : 3, 0, range === '24h' ? 0 : 1],
      [1, 0, 0],
    ]);
  });

  it('are operations with failed calls, those with most first, with all their calls', async () => {
    const rows = await top('by=errors&range=1h');
    expect(rows.map((row) => [row.apiName, row.method, row.operation, ...counted(row)])).toEqual([
      ['Orders', 'GET', '/orders/{id}', 2, 2, 0],
      ['Payments', 'GET', '/payments/{id}', 4, 1, 1],
    ]);
  });

  it.each(['1h', '24h', '7d', '30d'] as const)('are addresses within %s', async (range) => {
    const rows = await top(`by=clients&range=${range}`);
    expect(rows.map(({ clientIp }) => clientIp)).toEqual(['192.0.2.1', '2001:db8::7']);
    expect(rows.at(-1)).toMatchObject({ calls: 1, failures: 0, before: 0 });
  });

  it('say nothing of keys and addresses before the time that they are kept', async () => {
    for (const by of ['consumers', 'clients'])
      for (const { before } of await top(`by=${by}&range=90d`)) expect(before).toBeNull();
  });

  it.each(rankings)('C1: %s are those of the own organization for everybody but administrators', async (by) => {
    for (const range of chartRangeNames) {
      const calls = async (as: Actor, more = '') =>
        sum((await top(`by=${by}&range=${range}${more}`, as)).map((row) => row.calls));
      const [all, own, others] = await Promise.all([calls(admin), calls(acme), calls(globex)]);
      expect(own + others).toBeLessThanOrEqual(all);
      expect(await calls(acme, '&orgId=3')).toBe(0);
      expect(JSON.stringify(await top(`by=${by}&range=${range}`, acme))).not.toMatch(/Globex|till 22|2001:db8/);
    }
  });

  describe.each([1, 13])('at %i o’clock (UTC), with ten calls an hour', (hourOfDay) => {
    let steady: typeof world;
    beforeAll(async () => {
      steady = await startTelemetryWorld();
      const at = new Date(Date.UTC(2026, 2, 10, hourOfDay));
      steady.timeIs(at);
      const calls = Array.from({ length: 20 * 24 * 10 }, (_none, index) => {
        number += 1;
        const startedAt = new Date(at.getTime() - (index + 1) * 6 * minute);
        return gatewayCall({ requestId: callId(number), startedAt, ...ofPayments });
      });
      await recordRequests(steady.database.pool, 7, calls);
      await foldRequests(steady.database.pool);
    });
    afterAll(() => steady.close());

    // The hour that has just begun has no calls yet.
    it.each(rankings.filter((by) => by !== 'errors'))(
      '%s of 7 days are those of whole days, and of as long a time before',
      async (by) => {
        const response = await steady.get(`/api/kong/requests/top?by=${by}&range=7d`);
        expect(await response.json()).toMatchObject({
          from: '2026-03-03T00:00:00.000Z',
          to: '2026-03-11T00:00:00.000Z',
          data: [{ calls: (7 * 24 + hourOfDay) * 10, before: (7 * 24 + hourOfDay + 1) * 10 }],
        });
      },
    );

    const ranked = (by: Ranking, keptSince: Date) => {
      const now = new Date(Date.UTC(2026, 2, 10, hourOfDay));
      const query = z.parse(rankRequests.query, { by, range: '7d' });
      const span = rankingSpan(admin, query, now);
      return readRanking(openReadTables(steady.database.pool), { actor: admin, query, span, keptSince });
    };

    it.each(['apis', 'clients'] as const)(
      '%s of a time of which less is kept are those of what is kept',
      async (by) => {
        expect(await ranked(by, new Date('2026-03-07T00:00:00Z'))).toMatchObject({
          data: [{ calls: (3 * 24 + hourOfDay) * 10, before: null }],
          isLeast: false,
        });
      },
    );

    it('addresses that were left out of the time before are told of, although none of them is among these', async () => {
      await blockRequests(steady.database.pool);
      expect(await ranked('clients', new Date(0))).toMatchObject({ isLeast: false });
      await runSql(
        steady.database.ownerUrl,
        "update gateway_request_blocks set client_ip = '198.51.100.1', is_cut = true where about = 'address' and first < '2026-03-03'",
      );
      expect(await ranked('clients', new Date(0))).toMatchObject({ isLeast: true });
    });
  });

  it.each(['method=PATCH', 'operation=/steady'])(
    'are keys and addresses of the last 24 hours where they are asked for by %s',
    async (query) => {
      const steady = { ...ofPayments, method: 'PATCH', operation: '/steady' };
      await recordRequests(
        world.database.pool,
        7,
        [2, 30, 60].map((hours) => ago(hours * hour, steady)),
      );
      for (const by of ['consumers', 'clients'])
        for (const range of ['24h', '7d', '90d']) {
          const response = await world.get(`/api/kong/requests/top?by=${by}&range=${range}&${query}`);
          const { from, to, data } = (await response.json()) as { from: string; to: string; data: RankedRow[] };
          expect(Date.parse(to) - Date.parse(from)).toBe(day);
          expect(data).toMatchObject([{ calls: 1, before: 1 }]);
        }
      await runSql(world.database.ownerUrl, `delete from gateway_requests where operation = '/steady'`);
    },
  );

  it('need a choice', async () => {
    expect((await world.get('/api/kong/requests/top?range=1h')).status).toBe(400);
  });
});
