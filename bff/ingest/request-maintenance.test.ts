import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import { foldRequests } from './fold-requests.ts';
import { recordRequests } from './record-requests.ts';
import { indexOldRequests, maintainRequests } from './request-maintenance.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'gateway_requests'::regclass`,
  );
  await runSql(
    database.ownerUrl,
    ...rows.map(({ name }) => `drop table ${name}`),
    'truncate gateway_request_counts, gateway_request_keys, gateway_request_sums, gateway_request_callers, gateway_request_key_sums, gateway_request_days, gateway_request_day_totals, gateway_heard_days',
    'update gateway_request_folds set folded_until = 0',
    "update gateway_request_summed_days set until = '2000-01-01', totals_until = '2000-01-01'",
  );
});
afterAll(() => database.close());

const day = 86_400_000;
const retention = { calls: 90, counts: 400 };
const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString().slice(0, 10);

/** The days that have a partition. */
const partitions = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ day: string }>(
    `select to_char(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
     from pg_inherits where inhparent = 'gateway_requests'::regclass order by 1`,
  );
  return rows.map((row) => row.day);
};

const ensure = (date: string) => database.pool.query('select ensure_request_partition($1)', [date]);

/** One call at noon of a day, as the ingestion stores it. */
const call = (date: string, requestId: string) =>
  recordRequests(database.pool, 7, [
    {
      requestId,
      startedAt: new Date(`${date}T12:00:00Z`),
      clientIp: '192.0.2.1',
      upstreamUri: '/',
      status: 200,
      probe: undefined,
      service: undefined,
      consumer: undefined,
      credential: undefined,
      apiId: 1,
      apiName: 'A',
      environment: 'DEV',
      organizationId: 2,
      organizationName: 'O',
      consumerId: 3,
      consumerName: 'till 7',
      method: 'GET',
      operation: '/orders/{id}',
      path: '/a-dev/orders/7',
      gatewayMs: 2,
      upstreamMs: 40,
      requestBytes: 412,
      responseBytes: 1_830,
      generation: null,
      unattributed: null,
    },
  ]);

it('makes the partitions of today and the next three days, once', async () => {
  await maintainRequests(database.pool, retention);
  await maintainRequests(database.pool, retention);
  expect(await partitions()).toEqual([0, -1, -2, -3].map(daysAgo));
});

it('makes one partition when several processes notice the new day at once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => ensure('2031-05-06')));
  expect(await partitions()).toEqual(['2031-05-06']);
});

it('a call on the border of two days is in the day that it began in, by UTC', async () => {
  const client = await database.pool.connect();
  try {
    await client.query(`set time zone 'Pacific/Auckland'`);
    await client.query(`select ensure_request_partition('2031-05-06')`);
  } finally {
    client.release(true);
  }
  const { rows } = await database.pool
    .query(
      `set time zone 'UTC'; select pg_get_expr(relpartbound, oid) as bound from pg_class where relname = 'gateway_requests_20310506'`,
    )
    .then((results) => (Array.isArray(results) ? results[1] : results));
  expect(rows[0].bound).toBe(`FOR VALUES FROM ('2031-05-06 00:00:00+00') TO ('2031-05-07 00:00:00+00')`);
});

it('drops the days beyond the retention with their addresses and keys, keeps counts for longer, and drops nothing else', async () => {
  for (const [index, days] of [401, 200, 91, 90, 1].entries()) await call(daysAgo(days), `${index}`.repeat(32));
  await foldRequests(database.pool);
  await runSql(
    database.ownerUrl,
    `update gateway_request_keys set received_at = now() - interval '8 days' where request_id <> '${'3'.repeat(32)}'`,
  );
  expect(await maintainRequests(database.pool, retention)).toBe(3);
  expect((await partitions()).slice(0, 2)).toEqual([daysAgo(90), daysAgo(1)]);
  const { rows } = await database.pool.query(
    `select (select count(*) from gateway_requests) as calls, (select sum(count)::int from gateway_request_counts) as counted,
       (select count(*) from gateway_request_keys) as keys, (select sum(count)::int from gateway_request_callers) as clients,
       (select json_object_agg(grain, count) from (
          select grain, sum(count) as count from gateway_request_sums where detail = 2 group by grain) s) as sums`,
  );
  expect(rows).toEqual([{ calls: 2, counted: 4, keys: 1, clients: 2, sums: { minute: 1, hour: 4, day: 4 } }]);
});

it('sums up the days that are over, once, when their calls are counted, and forgets them with the hours', async () => {
  const days = async () => {
    await maintainRequests(database.pool, retention);
    const { rows } = await database.pool.query<{ day: string; count: number }>(
      `select to_char(day, 'YYYY-MM-DD') as day, sum(count)::int as count from gateway_request_days group by 1 order by 1`,
    );
    const { rows: totals } = await database.pool.query(
      `select to_char(day, 'YYYY-MM-DD') as day, sum(count)::int as count from gateway_request_day_totals group by 1 order by 1`,
    );
    expect(totals).toEqual(rows);
    return rows.map(({ day: date, count }) => [date, count]);
  };
  for (const [index, ago] of [9, 2, 2, 1, 0].entries()) await call(daysAgo(ago), `${index}`.repeat(32));
  expect(await days()).toEqual([]);
  await foldRequests(database.pool);
  const summed = [
    [daysAgo(9), 1],
    [daysAgo(2), 2],
  ];
  expect(await days()).toEqual(summed);
  expect(await days()).toEqual(summed);
  // Days that were summed up before there were totals.
  await runSql(
    database.ownerUrl,
    `truncate gateway_request_day_totals; update gateway_request_summed_days set totals_until = '2000-01-01'`,
  );
  expect(await days()).toEqual(summed);
  await maintainRequests(database.pool, { calls: 3, counts: 3 });
  expect(await days()).toEqual(summed.slice(1));
});

it('indexes the days that are over, once, and none that may get calls', async () => {
  for (const [index, days] of [9, 2, 1, 0].entries()) await call(daysAgo(days), `${index}`.repeat(32));
  await indexOldRequests(database.pool);
  await indexOldRequests(database.pool);
  const { rows } = await database.pool.query<{ day: string; indexes: number }>(
    `select to_char(to_date(right(tablename, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day, count(*)::int as indexes
     from pg_indexes where tablename like 'gateway_requests_%' and indexname ~ '_by_(request|address|key|path|method)$' group by 1 order by 1`,
  );
  // Calls of a key are found on the day itself, too.
  const indexes = [9, 2, 1, 0].map((days) => ({ day: daysAgo(days), indexes: days > 1 ? 5 : 1 }));
  expect(rows).toEqual(indexes);
});

it('the application can neither change calls nor drop tables, and must keep at least one day', async () => {
  await call(daysAgo(1), '0'.repeat(32));
  const { pool } = database;
  await expect(pool.query('delete from gateway_requests')).rejects.toThrow('permission denied');
  await expect(pool.query('update gateway_requests set status = 200')).rejects.toThrow('permission denied');
  await expect(pool.query('drop table gateway_requests')).rejects.toThrow('must be owner');
  await expect(pool.query('select drop_old_requests(0)')).rejects.toThrow('at least one day');
});
