import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import { foldRequests } from './fold-requests.ts';
import { recordRequests } from './record-requests.ts';
import { blockRequests, indexOldRequests, maintainRequests } from './request-maintenance.ts';

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
    'truncate gateway_request_counts, gateway_request_keys, gateway_request_sums, gateway_request_callers, gateway_request_key_sums, gateway_request_days, gateway_request_day_totals, gateway_request_blocks, gateway_heard_days',
    'update gateway_request_folds set folded_until = 0',
    "update gateway_request_summed_days set until = '2000-01-01', totals_until = '2000-01-01', blocks_until = null, block_days = 0",
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

it('adds days that are over to blocks, once, when their calls are summed up, and forgets keys and addresses with the calls', async () => {
  const blocks = async () => {
    const { rows } = await database.pool.query<{ about: string; first: string; days: number; calls: number }>(
      `select about, to_char(first, 'YYYY-MM-DD') as first, days, sum(calls)::int as calls from gateway_request_blocks
       group by 1, 2, 3 order by 1, 2, 3`,
    );
    return rows;
  };
  const ago = [70, 69, 9, 2, 2, 1, 0];
  for (const [index, days] of ago.entries()) await call(daysAgo(days), `${index}`.repeat(32));
  await blockRequests(database.pool);
  expect(await blocks()).toEqual([]);
  await foldRequests(database.pool);
  await Promise.all([blockRequests(database.pool), blockRequests(database.pool)]);
  const made = await blocks();
  await blockRequests(database.pool);
  expect(await blocks()).toEqual(made);

  const today = Math.floor(Date.now() / day);
  const since2000 = Date.parse('2000-01-01') / day;
  const expected = [1, 2, 4, 8, 16, 32, 64].flatMap((days) => {
    const counted = new Map<number, number>();
    for (const each of ago.filter((one) => one > 1)) {
      const first = today - each - ((today - each - since2000) % days);
      // Blocks end with a day that is over.
      if (first + days <= today - 1) counted.set(first, (counted.get(first) ?? 0) + 1);
    }
    return [...counted].map(([first, calls]) => ({
      days,
      first: new Date(first * day).toISOString().slice(0, 10),
      calls,
    }));
  });
  const inOrder = (rows: readonly { first: string; days: number; calls: number }[]) =>
    rows.map(({ first, days, calls }) => `${first} ${days} ${calls}`).sort();
  for (const about of ['address', 'api', 'key', 'operation'])
    expect(inOrder(made.filter((block) => block.about === about))).toEqual(inOrder(expected));

  await maintainRequests(database.pool, { calls: 69, counts: 400 });
  expect((await blocks()).filter(({ about }) => about === 'api' || about === 'operation')).toEqual(
    made.filter(({ about }) => about === 'api' || about === 'operation'),
  );
  const kept = (await blocks()).filter(({ about }) => about === 'address' || about === 'key');
  expect(kept.filter(({ first }) => first < daysAgo(69))).toEqual([]);
  expect(kept.filter(({ first }) => first === daysAgo(69)).length).toBeGreaterThan(0);
  await maintainRequests(database.pool, { calls: 3, counts: 3 });
  expect((await blocks()).filter(({ first }) => first < daysAgo(3))).toEqual([]);
});

it('keeps of a block the addresses with most calls and with most failures, and says that others are left out', async () => {
  const calls = [
    ['192.0.2.1', 9, 0],
    ['192.0.2.2', 7, 0],
    ['192.0.2.3', 5, 4],
    ['192.0.2.4', 3, 0],
    ['192.0.2.5', 2, 2],
  ] as const;
  const first = Math.floor(Date.now() / day) - 6;
  const even = first - ((first - Date.parse('2000-01-01') / day) % 2);
  await runSql(
    database.ownerUrl,
    ...calls.flatMap(([address, count, failures]) =>
      [count - failures, failures].flatMap((each, at) =>
        each === 0
          ? []
          : [
              `insert into gateway_request_callers (day, api_id, environment, client_ip, status_class, count)
               values ('${new Date(even * day).toISOString()}', 1, 'DEV', '${address}', ${at === 0 ? 2 : 4}, ${each})`,
            ],
      ),
    ),
    `insert into gateway_request_callers (day, api_id, environment, client_ip, status_class, count)
     values ('${new Date((even + 1) * day).toISOString()}', 1, 'DEV', '192.0.2.4', 2, 1), ('${new Date(even * day).toISOString()}', 1, 'UAT', '192.0.2.4', 2, 1)`,
    `update gateway_request_summed_days set blocks_until = '${new Date(even * day).toISOString()}'`,
  );
  // One day, the next, and both.
  for (let block = 0; block < 3; block += 1) await database.pool.query('select block_requests(2)');
  const { rows } = await database.pool.query(
    `select days, environment, client_ip, calls, failures, is_cut from gateway_request_blocks
     where about = 'address' and first = $1 and days <= 2 order by 1, 2, 3`,
    [new Date(even * day).toISOString()],
  );
  const kept = (days: number) => [
    { days, environment: 'DEV', client_ip: '192.0.2.1', calls: 9, failures: 0, is_cut: true },
    { days, environment: 'DEV', client_ip: '192.0.2.2', calls: 7, failures: 0, is_cut: true },
    { days, environment: 'DEV', client_ip: '192.0.2.3', calls: 5, failures: 4, is_cut: true },
    { days, environment: 'DEV', client_ip: '192.0.2.5', calls: 2, failures: 2, is_cut: true },
    { days, environment: 'UAT', client_ip: '192.0.2.4', calls: 1, failures: 0, is_cut: false },
  ];
  expect(rows).toEqual([...kept(1), ...kept(2)]);
});

it('adds a day to blocks only once its calls are summed up, although others are', async () => {
  for (const [index, days] of [5, 4].entries()) await call(daysAgo(days), `${index}`.repeat(32));
  await foldRequests(database.pool);
  await call(daysAgo(4), '3'.repeat(32));
  const until = async () => {
    await blockRequests(database.pool);
    const { rows } = await database.pool.query<{ until: string }>(
      `select to_char(blocks_until, 'YYYY-MM-DD') as until from gateway_request_summed_days`,
    );
    return rows[0]?.until;
  };
  expect(await until()).toBe(daysAgo(4));
  await foldRequests(database.pool);
  expect(await until()).toBe(daysAgo(1));
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

it('drops what was kept of the calls of workers with the calls of callers', async () => {
  const { pool } = database;
  const keep = (days: number) =>
    pool.query(
      `insert into operation_calls (operation_id, attempt, ended_at, calls, left_out)
       values (gen_random_uuid(), $1, now() - make_interval(days => $1), '[]', 0)`,
      [days],
    );
  for (const days of [2, 4]) await keep(days);
  await maintainRequests(pool, { calls: 3, counts: 400 });
  const { rows } = await pool.query('select attempt from operation_calls');
  expect(rows).toEqual([{ attempt: 2 }]);
});
