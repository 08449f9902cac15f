import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { openSession, runSql } from '#test/postgres/sql.ts';
import { fc } from '#test/runner/chance.ts';
import { callId, gatewayCall } from '#test/world/gateway-call.ts';
import { foldRequests } from './fold-requests.ts';
import { recordRequests } from './record-requests.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(() =>
  runSql(
    database.ownerUrl,
    'truncate gateway_requests, gateway_request_counts, gateway_request_keys, gateway_request_sums, gateway_request_callers, gateway_request_key_sums, gateway_request_days, gateway_heard_days',
  ),
);
afterAll(() => database.close());

let number = 0;
type Given = Omit<Parameters<typeof gatewayCall>[0], 'requestId'>;
const record = (...calls: readonly Given[]) =>
  recordRequests(
    database.pool,
    7,
    calls.map((given) => {
      number += 1;
      return gatewayCall({ requestId: callId(number), ...given });
    }),
  );
const fold = () => foldRequests(database.pool);

/** The sums of a grain and detail, in the order of all columns, without what is null. */
const sums = async (grain: string, detail: number) => {
  const { rows } = await database.pool.query<{ sum: Record<string, unknown> }>(
    `select jsonb_strip_nulls(to_jsonb(s) - 'grain' - 'detail' - 'gateway_ms' - 'upstream_ms') as sum
     from gateway_request_sums s where grain = $1 and detail = $2
     order by period, api_id, organization_id, environment, method, operation, status_class`,
    [grain, detail],
  );
  return rows.map(({ sum }) => sum);
};

const today = (time: string): Date => new Date(`${new Date().toISOString().slice(0, 10)}T${time}Z`);

describe('the sums of calls', () => {
  it('are by API, organization, environment, method, operation, status class and hour', async () => {
    const startedAt = today('00:10:00');
    await record(
      { startedAt },
      { startedAt, status: 204 },
      { startedAt, status: 404 },
      { startedAt, method: 'DELETE' },
      { startedAt, operation: null },
      { startedAt, environment: 'PROD' },
      { startedAt, organizationId: null, organizationName: '', consumerId: null },
      { startedAt, apiId: 32 },
      { startedAt: today('01:00:00') },
    );
    await fold();
    const one = { api_id: 31, organization_id: 2, environment: 'DEV', method: 'GET', operation: '/orders/{id}' };
    const { operation: _operation, ...undescribed } = one;
    const { organization_id: _organization, ...nobody } = one;
    const at = (hour: string, cell: object, count: number, status_class = 2) => ({
      ...cell,
      count,
      status_class,
      period: `${today(hour).toISOString().slice(0, 19)}+00:00`,
    });
    expect(await sums('hour', 2)).toEqual([
      at('00:00:00', { ...one, method: 'DELETE' }, 1),
      at('00:00:00', one, 2),
      at('00:00:00', one, 1, 4),
      at('00:00:00', undescribed, 1),
      at('00:00:00', { ...one, environment: 'PROD' }, 1),
      at('00:00:00', nobody, 1),
      at('00:00:00', { ...one, api_id: 32 }, 1),
      at('01:00:00', one, 1),
    ]);
    const of = ({ environment, status_class, count }: Record<string, unknown>) => [environment, status_class, count];
    expect((await sums('day', 0)).map(of)).toEqual([
      ['DEV', 2, 7],
      ['DEV', 4, 1],
      ['PROD', 2, 1],
    ]);
    expect((await sums('day', 3)).map(({ method, ...sum }) => [method, ...of(sum)])).toEqual([
      ['DELETE', 'DEV', 2, 1],
      ['GET', 'DEV', 2, 6],
      ['GET', 'DEV', 4, 1],
      ['GET', 'PROD', 2, 1],
    ]);
    expect((await sums('minute', 0)).map(of)).toEqual([
      ['DEV', 2, 6],
      ['DEV', 4, 1],
      ['PROD', 2, 1],
      ['DEV', 2, 1],
    ]);
  });

  it('have each call once, whatever comes when, and leave out those of nobody', async () => {
    await record({}, {});
    await fold();
    await fold();
    await record({ startedAt: new Date(Date.now() - 80_000_000) }, {}, {});
    await record({ apiId: null, organizationId: null, consumerId: null, unattributed: 'service' });
    await Promise.all([fold(), fold(), fold()]);
    for (const detail of [0, 1, 2, 3]) {
      const counted = (await sums('day', detail)).reduce((sum, { count }) => sum + Number(count), 0);
      expect(counted).toBe(5);
    }
  });

  it('wait for a post that began before, and have its calls', async () => {
    const post = await openSession(database.appUrl);
    await post.query('begin');
    await post.query(`select pg_advisory_xact_lock_shared(hashtext('gateway_requests'))`);
    const folding = fold();
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query(
          `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        );
        return rows[0].waiting;
      })
      .toBe(1);
    await post.query('rollback');
    await post.end();
    await folding;
  });

  it('take calls of the last release, which tells less', async () => {
    await database.pool.query(
      `select store_gateway_requests(7, array['${callId(9_999)}'::uuid], array[now()], array[31], array['Payments'], array[2],
         array['Acme'], array[21], array[1], array['DEV'], array['192.0.2.1'], array['/x'], array[200::smallint], array[null::text])`,
    );
    await fold();
    expect(await sums('hour', 2)).toMatchObject([{ api_id: 31, count: 1, status_class: 2 }]);
    expect((await sums('hour', 2))[0]).not.toHaveProperty('method');
  });

  it('count each call by hour once, also those that a post of the last release has counted', async () => {
    const counted = async () =>
      (
        await database.pool.query<{ count: number }>(
          'select status, sum(count)::int as count from gateway_request_counts group by status order by status',
        )
      ).rows;
    await database.pool.query(
      `select record_gateway_calls(7, array['${callId(9_998)}'::uuid], array[now()], array[31], array['Payments'], array[2],
         array['Acme'], array[21], null, array[1], array['DEV'], array['192.0.2.1'], array['/x'], array[503::smallint],
         array[null::text], null, null, null, null, null, null, null)`,
    );
    await record({}, {}, { status: 404 });
    expect(await counted()).toEqual([{ status: 503, count: 1 }]);
    await fold();
    await record({});
    await fold();
    await fold();
    expect(await counted()).toEqual([
      { status: 200, count: 3 },
      { status: 404, count: 1 },
      { status: 503, count: 1 },
    ]);
  });

  it('have one row for all methods that callers invent', async () => {
    await record({ method: 'MAKE' }, { method: 'COFFEE' }, { method: 'PUT' });
    await fold();
    expect((await sums('day', 2)).map(({ method, count }) => [method, count])).toEqual([
      ['OTHER', 2],
      ['PUT', 1],
    ]);
  });

  it('have keys and addresses by day', async () => {
    await record(
      {},
      { clientIp: '2001:db8::1' },
      { clientIp: '2001:db8::1', status: 500 },
      { consumerName: 'till 21, renamed' },
    );
    await fold();
    await record({ consumerId: null, consumerName: null });
    await fold();
    const { rows } = await database.pool.query(
      `select consumer_id, consumer_name, client_ip, status_class, count from gateway_request_callers
       order by consumer_id, client_ip, status_class`,
    );
    const key = { consumer_id: 21, consumer_name: 'till 21', client_ip: '2001:db8::1' };
    expect(rows).toEqual([
      { ...key, consumer_name: 'till 21, renamed', client_ip: '192.0.2.1', status_class: 2, count: 2 },
      { ...key, status_class: 2, count: 1 },
      { ...key, status_class: 5, count: 1 },
      { consumer_id: null, consumer_name: null, client_ip: '192.0.2.1', status_class: 2, count: 1 },
    ]);
  });
});

describe('the sums of a key', () => {
  const ofKeys = async () => {
    const { rows } = await database.pool.query<{ sum: string }>(
      `select format('%s %s %s', consumer_id, grain, sum(count)) as sum from gateway_request_key_sums
       group by consumer_id, grain order by consumer_id, grain`,
    );
    return rows.map(({ sum }) => sum);
  };
  const ago = (milliseconds: number) => ({ startedAt: new Date(Date.now() - milliseconds) });

  it('have its calls of any status and credentials once, and none without a key or of nobody', async () => {
    await record({}, { status: 429 }, { consumerId: 22, generation: 2 }, { consumerId: null, organizationId: null });
    await record({ apiId: null, organizationId: null, consumerId: null, unattributed: 'consumer' });
    await Promise.all([fold(), fold()]);
    await record({ consumerId: 22 });
    await fold();
    expect(await ofKeys()).toEqual(['21 day 2', '21 hour 2', '21 minute 2', '22 day 2', '22 hour 2', '22 minute 2']);
  });

  it('are kept no longer than they are shown', async () => {
    await record({}, ago(3 * 3_600_000), ago(23 * 3_600_000));
    await fold();
    expect(await ofKeys()).toEqual(['21 day 3', '21 hour 3', '21 minute 1']);
    // A second more: no row takes the place of another one that is still there.
    await runSql(
      database.ownerUrl,
      `update gateway_request_key_sums set period = period - interval '24 hours 1 second'`,
    );
    await database.pool.query('select drop_old_request_counts(400)');
    expect((await ofKeys()).filter((sum) => !sum.includes('hour'))).toEqual(['21 day 3']);
    await runSql(database.ownerUrl, `update gateway_request_key_sums set period = period - interval '31 days'`);
    await database.pool.query('select drop_old_request_counts(400)');
    expect(await ofKeys()).toEqual([]);
  });
});

it('keep on which days calls came from a gateway, as long as a move may wait', async () => {
  const heard = async () => {
    const { rows } = await database.pool.query<{ ago: number }>(
      `select (now() at time zone 'UTC')::date - day as ago from gateway_heard_days where gateway_id = 7 order by day`,
    );
    return rows.map(({ ago: days }) => days);
  };
  const at = (days: number) => ({ startedAt: new Date(Date.now() - days * 86_400_000) });
  await record(at(0), at(1), { ...at(1), status: 404 });
  await fold();
  expect(await heard()).toEqual([1, 0]);
  await runSql(
    database.ownerUrl,
    'insert into gateway_heard_days select 7, now()::date - days from unnest(array[90, 200]) days',
  );
  await database.pool.query('select drop_old_request_counts(30)');
  expect(await heard()).toEqual([90, 1, 0]);
});

describe('latencies', () => {
  const bucketOf = async (ms: number): Promise<number> =>
    (await database.pool.query('select latency_bucket($1) as bucket', [ms])).rows[0].bucket;

  it('are in buckets that grow by the fourth root of 2', async () => {
    expect(await Promise.all([0, 1, 2, 3, 4, 8, 1_024, 999_999_999].map(bucketOf))).toEqual([
      1, 2, 6, 8, 10, 14, 42, 82,
    ]);
    const { rows } = await database.pool.query(
      `select count(*)::int as wrong from generate_series(1, 40000) as ms
       where not (ms >= floor(power(2, (latency_bucket(ms) - 2) / 4.0)) and ms < power(2, (latency_bucket(ms) - 1) / 4.0) + 1e-6)`,
    );
    expect(rows).toEqual([{ wrong: 0 }]);
  });

  it('are the same whether calls are summed up at once or in parts', async () => {
    const call = fc.record({
      gatewayMs: fc.option(fc.integer({ min: 0, max: 50 })),
      upstreamMs: fc.option(fc.integer({ min: 0, max: 100_000 })),
      status: fc.constantFrom(200, 404),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(call, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        async (posts) => {
          await runSql(database.ownerUrl, 'truncate gateway_requests, gateway_request_sums, gateway_request_callers');
          const startedAt = today('00:00:30');
          for (const calls of posts) {
            await record(...calls.map((given) => ({ ...given, startedAt })));
            await fold();
          }
          const { rows } = await database.pool.query(
            `select sum_latencies(gateway_ms) as gateway, sum_latencies(upstream_ms) as upstream from gateway_request_sums
           where grain = 'hour' group by detail`,
          );
          const all = posts.flat();
          for (const [side, told] of [
            ['gateway', all.map(({ gatewayMs }) => gatewayMs)],
            ['upstream', all.map(({ upstreamMs }) => upstreamMs)],
          ] as const) {
            const buckets = await Promise.all(told.filter((ms) => ms !== null).map(bucketOf));
            const expected = Array.from(
              { length: Math.max(0, ...buckets) },
              (_none, at) => buckets.filter((one) => one === at + 1).length,
            );
            expect(rows.map((row) => row[side] ?? [])).toEqual([expected, expected, expected, expected]);
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});
