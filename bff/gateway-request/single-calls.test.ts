import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldRequests } from '#bff/ingest/fold-requests.ts';
import type { Actor } from '#domain/core/actor.ts';
import {
  mostCounted,
  type RequestCounts,
  type RequestPage,
  requestFilterQuery,
  requestPageSize,
} from '#domain/gateway-request/schema.ts';
import { runSql } from '#test/postgres/sql.ts';
import { insertRows } from '#test/world/insert-rows.ts';
import { acme, admin, globex, onDeployment, startTelemetryWorld } from '#test/world/telemetry-world.ts';
import { findKeys } from './detail-filter.ts';
import { readPlan } from './request-filter.ts';

const noon = Date.parse('2026-03-10T12:00:00Z');

let world: Awaited<ReturnType<typeof startTelemetryWorld>>;

let number = 0;
const called = (
  given: Readonly<{ method?: string; uri: string; ip?: string; id?: string; status?: number }>,
  consumerId: number | undefined = 21,
) => {
  number += 1;
  return onDeployment(
    {
      started_at: noon - 60_000 + number * 1_000,
      client_ip: given.ip ?? '192.0.2.1',
      upstream_uri: '/u',
      request: {
        id: given.id ?? number.toString(16).padStart(32, '0'),
        method: given.method ?? 'GET',
        uri: given.uri,
        size: 100 + number,
      },
      response: { status: given.status ?? 200, size: 900 },
      latencies: { kong: 3, proxy: 40, request: 43 },
    },
    11,
    consumerId,
  );
};

const wanted = 'ab12cd34ef567890ab12cd34ef567890';

beforeAll(async () => {
  world = await startTelemetryWorld();
  world.timeIs(new Date(noon));
  await world.post([
    called({ uri: '/payments-dev/v1/payments/7?x=1' }),
    called({ uri: '/payments-dev/v1/payments/8', id: wanted, status: 500 }),
    called({ uri: '/payments-dev/v1/payments', method: 'POST', ip: '2001:db8::7' }),
    called({ uri: '/payments-dev/v1/Refunds/100%25_off' }, 22),
    called({ uri: '/payments-dev/v1/payments/mine', method: 'PATCH' }, 22),
  ]);
});
afterAll(() => world.close());

const list = async (query: string, as: Actor = admin): Promise<RequestPage> =>
  (await (await world.get(`/api/kong/requests?${query}`, as)).json()) as RequestPage;
const paths = async (query: string, as?: Actor) => (await list(query, as)).data.map(({ path }) => path).reverse();

const first = '/payments-dev/v1/payments/7';
const failed = '/payments-dev/v1/payments/8';
const made = '/payments-dev/v1/payments';
const refund = '/payments-dev/v1/Refunds/100%25_off';
const patched = '/payments-dev/v1/payments/mine';

describe('which call was that?', () => {
  it.each([
    [`requestId=${wanted}`, [failed]],
    ['requestId=AB12CD34-EF56-7890-AB12-CD34EF567890', [failed]],
    ['requestId=somebody-s-own-id', []],
    ['path=/payments-dev/v1/payments', [first, failed, made, patched]],
    ['path=/PAYMENTS-DEV/v1/payments/', [first, failed, patched]],
    ['path=refunds', [refund]],
    ['path=%25', [refund]],
    ['path=_off', [refund]],
    ['path=_ff', []],
    ['path=/refunds', []],
    ['clientIp=2001:DB8:0:0::7', [made]],
    ['clientIp=192.0.2.1', [first, failed, refund, patched]],
    ['clientIp=nowhere', []],
    ['consumerId=22', [refund, patched]],
    ['consumerId=21,22', [first, failed, made, refund, patched]],
    ['key=TILL%2022', [refund, patched]],
    ['method=POST', [made]],
    ['method=POST,PATCH', [made, patched]],
    ['operation=/payments/{id}', [first, failed]],
    ['operation=/payments/{id}&responseStatusCode=500', [failed]],
    ['method=GET&path=/payments-dev/v1/payments/8&env=DEV&key=till', [failed]],
    ['path=%20', [first, failed, made, refund, patched]],
  ])('%s', async (query, expected) => {
    expect(await paths(query)).toEqual(expected);
    const { total, isLeast } = await list(query);
    expect([total, isLeast]).toEqual([expected.length, undefined]);
    const counts = (await (await world.get(`/api/kong/requests/count?${query}`)).json()) as RequestCounts;
    expect(counts.total).toBe(expected.length);
    const file = await (await world.get(`/api/kong/requests/download?${query}`)).text();
    expect(file.trim().split('\r\n')).toHaveLength(expected.length + 1);
  });

  it('tells everything that is known of it', async () => {
    expect((await list(`requestId=${wanted}`)).data).toMatchObject([
      {
        ...{ requestId: wanted, method: 'GET', operation: '/payments/{id}', path: failed, responseStatus: 500 },
        ...{ consumerId: 21, keyName: 'till 21', apiId: 31, orgId: 2, gatewayMs: 3, upstreamMs: 40 },
        ...{ requestBytes: 102, responseBytes: 900 },
      },
    ]);
  });

  it('C1: is answered only to those who may see it', async () => {
    expect(await paths(`requestId=${wanted}`, acme)).toEqual([failed]);
    expect(await paths(`requestId=${wanted}`, globex)).toEqual([]);
    expect(await paths('consumerId=21', globex)).toEqual([]);
    expect(await paths('path=/payments-dev', globex)).toEqual([refund, patched]);
  });

  it.each(['method=BREW', 'consumerId=x', `path=${'x'.repeat(501)}`])('refuses %s', async (query) => {
    expect((await world.get(`/api/kong/requests?${query}`)).status).toBe(400);
  });

  it('is in the file after the columns of the screen', async () => {
    const file = await (await world.get(`/api/kong/requests/download?requestId=${wanted}`)).text();
    expect(file).toContain(`,GET,/payments/{id},${failed},till 21,${wanted},3,40,102,900`);
  });

  it('counts so many that somebody would read, and says that there are more', async () => {
    const many = await startTelemetryWorld();
    many.timeIs(new Date(noon));
    await many.database.pool.query(
      `select ensure_request_partition('2026-03-10');
       insert into gateway_requests (started_at, gateway_id, request_id, api_id, api_name, organization_id, organization_name,
         consumer_id, environment, client_ip, upstream_uri, status, path, consumer_name)
       select '2026-03-10T00:00:00Z', 7, gen_random_uuid(), 31, 'Payments', 2, 'Acme', 21, 'DEV', '192.0.2.1', '/', 200,
         case n when 1 then '/Rare/7' else '/x/' || n end, case n when 1 then 'Only 7' end
       from generate_series(1, ${mostCounted + 3}) as n`,
    );
    for (const rare of ['path=/rare', 'path=are/7', 'key=only', 'path=/RARE&key=nly 7', 'path=/rare&sort=apiName'])
      expect(await (await many.get(`/api/kong/requests?${rare}`)).json()).toMatchObject({
        data: [{ path: '/Rare/7' }],
        total: 1,
      });
    const page = (await (
      await many.get(`/api/kong/requests?path=/x/&page=${mostCounted / requestPageSize - 1}`)
    ).json()) as RequestPage;
    expect(page).toMatchObject({ total: mostCounted, isLeast: true, next: null });
    expect(page.data).toHaveLength(20);
    expect(await (await many.get('/api/kong/requests/count?path=/x/')).json()).toEqual({
      ...{ total: mostCounted, api_success_count: mostCounted, api_failure_count: 0, isLeast: true },
    });
    await many.close();
  });
});

describe('calls that are neither rare nor common', () => {
  let found: typeof world;
  beforeAll(async () => {
    found = await startTelemetryWorld();
    found.timeIs(new Date(noon));
    // As many as 4,000 of 1,200,000 and 150 of 10,000,000 calls: the others are left out.
    await found.database.pool.query(
      `select ensure_request_partition('2026-03-09'), ensure_request_partition('2026-03-10');
       insert into gateway_requests (id, started_at, gateway_id, request_id, api_id, api_name, organization_id, organization_name,
         consumer_id, environment, client_ip, upstream_uri, status, path, consumer_name)
       overriding system value
       select 10001000 - n * 300, '2026-03-10T00:00:00Z'::timestamptz - n * interval '10 seconds', 7, gen_random_uuid(), 31, 'Payments', 2,
         'Acme', 21, 'DEV', '192.0.2.1', '/', 200, '/often/' || n, 'till ' || n from generate_series(0, 3999) as n
       union all
       select case when n < 50 then 10000999 - n * 300 else 100000 - n end, '2026-03-09T12:00:00Z', 7, gen_random_uuid(), 31, 'Payments', 2,
         'Acme', 21, 'DEV', '192.0.2.1', '/', 404, '/seldom/' || n, 'desk ' || n from generate_series(0, 149) as n`,
    );
  });
  afterAll(() => found.close());
  const ask = async (path: string) => (await found.get(`/api/kong/requests${path}`)).json();

  it.each([
    ['path=/often', '/often/', 3],
    ['key=till', '/often/', 3],
    ['path=ften/', '/often/', 3],
  ])('of more than are counted, the newest are found: %s', async (query, path, page) => {
    const { data, ...rest } = (await ask(`?${query}&page=${page}`)) as RequestPage;
    expect(rest).toMatchObject({ total: mostCounted, isLeast: true });
    expect(data.map((row) => row.path)).toEqual(
      Array.from({ length: requestPageSize }, (_none, index) => `${path}${page * requestPageSize + index}`),
    );
    expect(await ask(`/count?${query}`)).toMatchObject({ total: mostCounted, api_success_count: mostCounted });
    const oldest = (await ask(`?${query}&order=asc`)) as RequestPage;
    expect(oldest.data[0]?.path).toBe(`${path}3999`);
  });

  it.each(['path=/seldom', 'key=desk'])('all are found where the newest are not enough: %s', async (query) => {
    const newest = (await ask(`?${query}`)) as RequestPage;
    expect([newest.total, newest.data[0]?.path]).toEqual([150, '/seldom/0']);
    expect(((await ask(`?${query}&page=7`)) as RequestPage).data).toHaveLength(10);
    expect(await ask(`/count?${query}`)).toEqual({ total: 150, api_success_count: 0, api_failure_count: 150 });
    const file = await (await found.get(`/api/kong/requests/download?${query}`)).text();
    expect(file.trim().split('\r\n')).toHaveLength(151);
  });
});

describe('calls of a day that is over', () => {
  let past: typeof world;
  /** So many calls of `path`, one a second up to a time, that have the ids up to `last`. */
  const called = (path: string, count: number, last: number, until: string) =>
    past.database.pool.query(
      `insert into gateway_requests (id, started_at, gateway_id, request_id, api_id, api_name, organization_id, organization_name,
         consumer_id, environment, client_ip, upstream_uri, status, path)
       overriding system value
       select $3::bigint - n, $4::timestamptz - n * interval '1 second', 7, gen_random_uuid(), 31, 'Payments', 2,
         'Acme', 21, 'DEV', '192.0.2.1', '/', 200, $1 || n from generate_series($2::int - 1, 0, -1) as n`,
      [path, count, last, until],
    );
  beforeAll(async () => {
    past = await startTelemetryWorld();
    past.timeIs(new Date(noon));
    await past.database.pool.query(
      `select ensure_request_partition('2026-03-08'), ensure_request_partition('2026-03-09'), ensure_request_partition('2026-03-10')`,
    );
    await called('/once/', 1, 880_000, '2026-03-08T06:00:00Z');
    await called('/burst/', 10_500, 900_000, '2026-03-08T11:00:00Z');
    await called('/many/', 500, 1_000_000, '2026-03-08T12:00:00Z');
    await called('/new/', 10, 9_000_000, '2026-03-10T11:00:00Z');
  });
  afterAll(() => past.close());

  const planOf = (query: Record<string, string>) =>
    readPlan(past.db, { actor: admin, filter: requestFilterQuery.parse(query), keptSince: new Date('2026-02-10') });

  it.each([
    ['many', { startDate: '2026-03-08', endDate: '2026-03-08' }, false],
    ['many', { endDate: '2026-03-09T00:00:00Z' }, false],
    ['many', {}, true],
    ['once', { startDate: '2026-03-08', endDate: '2026-03-08' }, true],
    ['once', { startDate: '2026-03-09', endDate: '2026-03-09' }, true],
  ])('%s are looked for among the newest of %j: rare is %s', async (path, period, isRare) => {
    expect(await planOf({ path, ...period })).toMatchObject({ isRare });
  });

  it('are found, many or one', async () => {
    const ask = async (query: string) => (await (await past.get(`/api/kong/requests?${query}`)).json()) as RequestPage;
    const day = 'startDate=2026-03-08&endDate=2026-03-08';
    const many = await ask(`path=many&${day}`);
    expect([many.total, many.data[0]?.path]).toEqual([500, '/many/0']);
    expect(await ask(`path=once&${day}`)).toMatchObject({ total: 1, data: [{ path: '/once/0' }] });
    expect(await ask('path=once&startDate=2026-03-09')).toMatchObject({ total: 0, data: [] });
  });

  it('are the newest ones, too, where they seemed rare and are more than are read so', async () => {
    expect(await planOf({ path: 'burst' })).toMatchObject({ isRare: true });
    for (const page of [0, 3]) {
      const { data, ...rest } = (await (
        await past.get(`/api/kong/requests?path=burst&page=${page}`)
      ).json()) as RequestPage;
      expect(rest).toMatchObject({ total: mostCounted, isLeast: true });
      expect(data.map(({ path }) => path)).toEqual(
        Array.from({ length: requestPageSize }, (_none, index) => `/burst/${page * requestPageSize + index}`),
      );
    }
  });
});

describe('a key that was renamed', () => {
  it('is found by each name, of calls that are not summed up yet, that are, and that were before names were kept', async () => {
    const renamed = await startTelemetryWorld();
    renamed.timeIs(new Date(noon));
    const { pool, ownerUrl } = renamed.database;
    const use = async (name: string, paths: readonly string[]) => {
      await pool.query(
        `insert into gateway_requests (started_at, gateway_id, request_id, api_id, api_name, organization_id, organization_name,
           consumer_id, environment, client_ip, upstream_uri, status, path, consumer_name, is_counted)
         select '2026-03-10T00:00:00Z', 7, gen_random_uuid(), 31, 'Payments', 2, 'Acme', 21, 'DEV', '192.0.2.1', '/', 200, path, $1, false
         from unnest($2::text[]) as path`,
        [name, paths],
      );
    };
    const found = async (key: string) => {
      const { data, total } = (await (await renamed.get(`/api/kong/requests?key=${key}`)).json()) as RequestPage;
      expect(data).toHaveLength(total);
      return data.map(({ path }) => path).sort();
    };
    await pool.query(`select ensure_request_partition('2026-03-10')`);
    await use('Old till', ['/1']);
    await foldRequests(pool);
    await runSql(
      ownerUrl,
      'truncate gateway_request_key_names; update gateway_request_folds set names_since = folded_until',
    );
    expect(await found('OLD')).toEqual(['/1']);
    await use('Old till', ['/2']);
    await use('New desk', ['/3', '/4']);
    await foldRequests(pool);
    await use('New desk', ['/5']);
    await use('Newest_desk', ['/6']);
    expect(await found('old')).toEqual(['/1', '/2']);
    expect(await found('new')).toEqual(['/3', '/4', '/5', '/6']);
    expect(await found('till')).toEqual(['/1', '/2']);
    expect(await found('t_d')).toEqual(['/6']);
    const { rows } = await pool.query('select consumer_id, name from gateway_request_key_names order by name');
    expect(rows).toEqual([
      { consumer_id: 21, name: 'New desk' },
      { consumer_id: 21, name: 'Old till' },
    ]);
    await renamed.close();
  });
});

it('keys of other organizations, however many have such a name, are not looked for among the calls of one', async () => {
  const named = await startTelemetryWorld();
  const { pool, ownerUrl } = named.database;
  const [own, unknown] = [500, 501];
  await runSql(
    ownerUrl,
    "insert into gateway_request_key_names select n, 'desk ' || n, now() from generate_series(400, 501) n",
  );
  const others = Array.from({ length: 100 }, (_none, index) => ({ id: 400 + index, organization_id: 3 }));
  await insertRows(pool, 'history_keys', [...others, { id: own, organization_id: 2 }]);
  // One that the read tables do not know yet may be theirs.
  expect((await findKeys(pool, { key: 'desk' }, [2]))?.ids.toSorted()).toEqual([own, unknown]);
  expect(await findKeys(pool, { key: 'desk' })).toBeUndefined();
  await named.close();
});

describe('calls that are not kept any more', () => {
  it('are in no total, although their counts are kept', async () => {
    await world.database.pool.query(
      `insert into gateway_request_counts (hour, api_id, organization_id, environment, status, count)
       values ('2025-12-01T00:00:00Z', 31, 2, 'DEV', 200, 1000)`,
    );
    expect((await list('')).total).toBe(5);
    expect((await list('startDate=2025-11-01')).total).toBe(5);
  });
});
