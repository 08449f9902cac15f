import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { probeHeader } from '#gateway/telemetry/probe-header.ts';
import { outsideTexts } from '#test/examples/outside-texts.ts';
import { takenOverNames as names } from '#test/world/gateway-names.ts';
import { gatewayKeys, onDeployment, startTelemetryWorld } from '#test/world/telemetry-world.ts';
import { postedCalls } from './posted-calls.ts';

type Entry = {
  started_at: number;
  client_ip: string;
  upstream_uri: string;
  request: { id: string; headers: Record<string, string> };
  response: { status: number };
};

/** What a real Kong posted. */
const recorded = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8'));
const single = recorded('http-log-consumer') as Entry;
const batch = recorded('http-log-batch') as Entry[];
const withoutKey = recorded('http-log-401') as Entry;

/** The recordings were made around this time. */
const recordedAt = new Date(single.started_at + 1_000);

let world: Awaited<ReturnType<typeof startTelemetryWorld>>;
beforeAll(async () => {
  world = await startTelemetryWorld();
});
beforeEach(async () => {
  await world.reset();
  world.timeIs(recordedAt);
});
afterAll(() => world.close());

const numbered = (entry: Entry, index: number): Entry => ({
  ...entry,
  request: { ...entry.request, id: index.toString(16).padStart(32, '0') },
});

describe('what a real Kong posts', () => {
  it('is stored as a call of the API, the organization and the environment', async () => {
    expect((await world.post(onDeployment(single, 11, 21))).status).toBe(204);
    expect(await world.stored()).toEqual([
      {
        started_at: new Date(single.started_at),
        gateway_id: 7,
        request_id: '6787196d-a57a-d47b-a1e5-795ac08b6a36',
        api_id: 31,
        api_name: 'Payments',
        organization_id: 2,
        organization_name: 'Acme',
        consumer_id: 21,
        environment: 'DEV',
        client_ip: '127.0.0.1',
        upstream_uri: '/up',
        status: 200,
        unattributed: null,
        consumer_name: 'till 21',
        method: 'GET',
        // The recording's path is none of the deployment's.
        operation: null,
        path: '/logauth',
        gateway_ms: 2,
        upstream_ms: 0,
        request_bytes: 90,
        response_bytes: 923,
      },
    ]);
  });

  it('is stored completely if it is a batch', async () => {
    expect((await world.post(batch.map((entry) => onDeployment(entry, 11, 21)))).status).toBe(204);
    expect(await world.stored()).toHaveLength(3);
    expect(await world.counts()).toBe(3);
  });

  it("is attributed on a new deployment, on a later generation, and on one whose tags are older than the installation's id", async () => {
    const tags = ['portico', 'portico-deployment-11'];
    const service = { id: '__', tags };
    const third = names.generation(12, 3);
    await world.post([
      { ...onDeployment(numbered(single, 1), 11, 21), service: { ...service, id: names.serviceId(11) } },
      onDeployment(numbered(single, 2), 11, 22),
      onDeployment(numbered(single, 3), 12, 22),
      {
        ...onDeployment(numbered(single, 4), 12, 22),
        service: { id: third.entityId('service'), tags: third.tags('orders-dev') },
      },
    ]);
    expect((await world.stored()).map(({ api_id, consumer_id }) => [api_id, consumer_id])).toEqual([
      [31, 21],
      [31, 22],
      [32, 22],
      [32, 22],
    ]);
  });

  it('belongs to no organization when the caller showed no key, or an unknown one', async () => {
    const anonymous = { id: names.anonymousId(11), username: 'portico-anonymous-11' };
    await world.post([
      onDeployment(withoutKey, 11),
      { ...onDeployment(numbered(withoutKey, 1), 11), consumer: anonymous },
    ]);
    for (const row of await world.stored()) {
      expect(row).toMatchObject({ api_id: 31, organization_id: null, status: 401, unattributed: null });
    }
    expect(await world.counts()).toBe(2);
  });

  it('stores the failed response of an upstream, and a query without credentials', async () => {
    const refused = recorded('http-log-upstream-refused') as Entry;
    await world.post([onDeployment(refused, 11), onDeployment(recorded('http-log-simple') as Entry, 12)]);
    expect((await world.stored()).map(({ status, upstream_uri }) => [status, upstream_uri]).sort()).toEqual([
      [200, '/up/x?a=1&b=2'],
      [502, '/'],
    ]);
  });
});

describe("a worker's own test call", () => {
  const marked = (mark: string): Entry => ({
    ...withoutKey,
    request: { ...withoutKey.request, headers: { ...withoutKey.request.headers, [probeHeader]: mark } },
  });

  it('has no owner and is not stored', async () => {
    await world.post([onDeployment(marked(world.probeMark), 11), onDeployment(numbered(withoutKey, 2), 11)]);
    expect(await world.stored()).toHaveLength(1);
  });

  it('cannot be claimed by others', async () => {
    await world.post(onDeployment(marked('portico-probe'), 11));
    expect(await world.stored()).toHaveLength(1);
  });
});

describe('who may post (D10)', () => {
  /** How many posts were refused as a whole, as the metrics have it. */
  const refusedPosts = async () =>
    (await postedCalls.get()).values.find(({ labels }) => labels.outcome === 'refused')?.value ?? Number.NaN;
  it.each([
    ['a wrong key', 7, 'key-of-gateway-7-b1946ac8'],
    ['no key', 7, null],
    ['an empty key', 7, ''],
    ["another gateway's key", 7, gatewayKeys[8]],
    ['a key for a gateway that there is not', 99, gatewayKeys[7]],
    ['an id that is none', 'seven', gatewayKeys[7]],
  ])('D10: %s is 401, stores nothing and is counted', async (_what, gateway, key) => {
    const before = await refusedPosts();
    const response = await world.post(onDeployment(single, 11, 21), { gateway, key });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ status: 401, code: 'telemetry.key-invalid' });
    expect(await world.stored()).toEqual([]);
    expect(await refusedPosts()).toBe(before + 1);
  });

  it('D10: refuses a body that is not JSON, and more than 5 MB', async () => {
    const before = await refusedPosts();
    expect((await world.post('{"a":')).status).toBe(400);
    expect((await world.post('"text"')).status).toBe(400);
    expect((await world.post(`[${' '.repeat(5 * 1024 * 1024)}]`)).status).toBe(413);
    expect(await world.stored()).toEqual([]);
    expect(await refusedPosts()).toBe(before + 3);
  });

  it('D10: refuses more entries than a gateway posts at once, whatever their size, and stores none', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    expect((await world.post(`[${'1,'.repeat(2_400_000)}1]`)).status).toBe(413);
    expect((await world.post(`[${'1,'.repeat(200)}1]`)).status).toBe(413);
    expect((await world.post(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).status).toBe(413);
    expect(Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length))).toBeLessThan(256 * 1024);
    vi.restoreAllMocks();
    expect(await world.stored()).toEqual([]);
  });

  it('stores a batch of calls with the largest possible headers, read by a child process', async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 4 }, (_none, index) => [`x-large-${index}`, 'x'.repeat(8_000)]),
    );
    const entries = Array.from({ length: 20 }, (_none, index) => {
      const entry = numbered(single, index);
      return onDeployment({ ...entry, request: { ...entry.request, headers } }, 11, 21);
    });
    const parse = vi.spyOn(JSON, 'parse');
    expect((await world.post(entries)).status).toBe(204);
    expect(Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length))).toBeLessThan(256 * 1024);
    vi.restoreAllMocks();
    expect(await world.stored()).toHaveLength(20);
  });
});

describe('claims in an entry (D10)', () => {
  it.each([
    ['a service that is not Portico’s', single],
    ['no service', { ...single, service: undefined }],
    [
      'a tag of Portico’s on another id',
      { ...single, service: { id: names.consumerId(1), tags: ['portico-deployment-11'] } },
    ],
    [
      'a deployment of an installation that had no id yet when it made it, under a number of ours',
      { ...single, service: { id: names.serviceId(12), tags: ['portico', 'portico-deployment-12'] } },
    ],
    [
      'another installation’s deployment',
      { ...single, service: { id: names.serviceId(12), tags: ['portico', 'portico-deadbeef-deployment-12'] } },
    ],
    [
      'a generation under the id of another one',
      { ...single, service: { id: names.serviceId(12, 2), tags: names.generation(12, 3).tags() } },
    ],
    ['a deployment of another gateway', onDeployment(single, 13, 21)],
    ['a deployment that there is not', onDeployment(single, 99)],
  ])('D10: %s is a call without an owner', async (_what, entry) => {
    expect((await world.post(entry)).status).toBe(204);
    expect(await world.stored()).toMatchObject([{ api_id: null, organization_id: null, unattributed: 'service' }]);
    expect(await world.counts()).toBe(0);
    expect(await (await world.get('/api/kong/requests')).json()).toMatchObject({ data: [], total: 0, page: 0 });
  });

  it.each([
    ['a name of Portico’s on a foreign id', { id: names.consumerId(22), custom_id: 'portico-consumer-21' }],
    ['another installation’s name', { id: names.consumerId(22), custom_id: 'portico-deadbeef-consumer-22' }],
    ['a name from before installations had an id', { id: names.consumerId(22), custom_id: 'portico-consumer-22' }],
    ['a consumer of another gateway', { id: names.consumerId(23), custom_id: names.consumerName(23) }],
    ['a consumer that there is not', { id: names.consumerId(99), custom_id: names.consumerName(99) }],
    ['a consumer that is not Portico’s', { id: '21e03a6d-e9cf-49ef-808a-867412c6fe27', custom_id: 'ext-alice' }],
    ['a number written in another way', { id: names.consumerId(21), custom_id: 'portico-consumer-021' }],
  ])('D10: with %s it is a call without an owner', async (_what, consumer) => {
    await world.post({ ...onDeployment(single, 11), consumer });
    expect(await world.stored()).toMatchObject([{ api_id: null, organization_id: null, unattributed: 'consumer' }]);
    expect(await world.counts()).toBe(0);
  });

  it('D10: does not take organization or API from the entry', async () => {
    await world.post({ ...onDeployment(single, 11, 21), organization_id: 3, api_id: 32, environment: 'PROD' });
    expect(await world.stored()).toMatchObject([{ api_id: 31, organization_id: 2, environment: 'DEV' }]);
  });
});

describe('posting again (D10)', () => {
  it('D10: the same batch three times gives the same totals', async () => {
    const entries = batch.map((entry) => onDeployment(entry, 11, 21));
    for (let time = 0; time < 3; time += 1) expect((await world.post(entries)).status).toBe(204);
    expect(await world.stored()).toHaveLength(3);
    expect(await world.counts()).toBe(3);
  });

  it('D10: batches that overlap, at the same time and in other orders, count every call once', async () => {
    const entries = Array.from({ length: 60 }, (_none, index) =>
      onDeployment(numbered(single, index), 11, 21 + (index % 2)),
    );
    const posts = [
      entries,
      entries.toReversed(),
      entries.slice(20),
      entries.slice(0, 40).toReversed(),
      [...entries, ...entries],
    ];
    const responses = await Promise.all(posts.map((post) => world.post(post)));
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect(await world.stored()).toHaveLength(60);
    expect(await world.counts()).toBe(60);
  });

  it('D10: a call whose time had to be corrected counts once too', async () => {
    const entry = onDeployment({ ...single, started_at: 1 }, 11, 21);
    await world.post(entry);
    world.timeIs(new Date(recordedAt.getTime() + 5_000));
    await world.post(entry);
    expect(await world.stored()).toHaveLength(1);
  });

  it('the same id at another gateway is another call', async () => {
    await world.post(onDeployment(single, 11, 21));
    await world.post(onDeployment(single, 13, 23), { gateway: 8, key: gatewayKeys[8] });
    expect((await world.stored()).map(({ gateway_id }) => gateway_id)).toEqual([7, 8]);
  });

  it('entries without an id are told apart by their content', async () => {
    const { id: _id, ...request } = single.request;
    const entry = onDeployment({ ...single, request }, 11, 21);
    await world.post([entry, entry, { ...entry, client_ip: '192.0.2.7' }]);
    await world.post([entry]);
    expect(await world.stored()).toHaveLength(2);
  });
});

describe('the content of an entry (D10)', () => {
  it('D10: limits times to within a day of the arrival', async () => {
    const day = 86_400_000;
    await world.post([
      onDeployment({ ...numbered(single, 1), started_at: 0 }, 11),
      onDeployment({ ...numbered(single, 2), started_at: recordedAt.getTime() - 1_000 }, 11),
      onDeployment({ ...numbered(single, 3), started_at: 8e18 }, 11),
    ]);
    const times = (await world.stored()).map(({ started_at }) => started_at.getTime() - recordedAt.getTime());
    expect(times.sort((a, b) => a - b)).toEqual([-day, -1_000, day]);
  });

  it('D10: stores the readable entries of a mixed batch', async () => {
    const good = onDeployment(single, 11, 21);
    const bad = [
      null,
      'text',
      [],
      {},
      { ...good, started_at: 'yesterday' },
      { ...good, client_ip: '127.0.0.1; drop table' },
      { ...good, client_ip: 'fe80::1%eth0' },
      { ...good, response: { status: 99 } },
      { ...good, response: { status: '200' } },
      { ...good, upstream_uri: 7 },
      { ...good, service: { id: 'x' } },
    ];
    expect((await world.post([...bad, good])).status).toBe(204);
    expect(await world.stored()).toHaveLength(1);
    expect(world.log.join('')).toContain(`"unreadable":${bad.length}`);
  });

  it('D10: line ends and JSON in an address stay text', async () => {
    const upstream_uri = `/a\r\n{"level":60}\u2028","status":500},{"x":"\u0000\ud800'; drop table gateway_requests;--`;
    const [address] = [onDeployment({ ...single, upstream_uri }, 11, 21)];
    expect((await world.post(address)).status).toBe(204);
    const [row] = await world.stored();
    expect(row.upstream_uri).toBe(
      '/a\ufffd\ufffd{"level":60}\ufffd","status":500},{"x":"\ufffd\ufffd\'; drop table gateway_requests;--',
    );
    expect(row.status).toBe(200);
  });

  /** What callers and administrators of the gateway write into an entry, each with a text that some store refuses. */
  const places: Readonly<Record<string, (text: string) => object>> = {
    'the address': (text) => ({ upstream_uri: `/${text}` }),
    'a parameter of the address': (text) => ({ upstream_uri: `/up?${text}=${text}&a=1` }),
    'the id of the call': (text) => ({ request: { ...single.request, id: text } }),
    'the probe header': (text) => ({ request: { ...single.request, headers: { [probeHeader]: text } } }),
    'a probe header that was sent twice': (text) => ({
      request: { ...single.request, headers: { [probeHeader]: [text, text] } },
    }),
    'another header': (text) => ({ request: { ...single.request, headers: { [text]: text, 'user-agent': text } } }),
    'a tag of the service': (text) => {
      const { service } = onDeployment(single, 11) as { service: { id: string; tags: string[] } };
      return { service: { ...service, name: text, tags: [text, ...service.tags] } };
    },
    "the consumer's name": (text) => ({ consumer: { id: names.consumerId(21), custom_id: text, username: text } }),
    "the credential's name": (text) => ({ authenticated_entity: { id: text } }),
  };
  const cases = Object.keys(places).flatMap((place) => Object.keys(outsideTexts).map((what) => [place, what] as const));

  it.each(cases)("D10: a call with a text that can't be stored counts: in %s %s", async (place, what) => {
    const entry = { ...onDeployment(single, 11, 21), ...places[place]?.(outsideTexts[what] ?? '') };
    expect((await world.post([entry, onDeployment(numbered(single, 2), 11, 21)])).status).toBe(204);
    const stored = await world.stored();
    expect(stored).toHaveLength(2);
    for (const { upstream_uri } of stored) expect(upstream_uri.length).toBeLessThanOrEqual(2_048);
  });

  it('cuts long addresses', async () => {
    await world.post(onDeployment({ ...single, upstream_uri: `/${'x'.repeat(100_000)}` }, 11, 21));
    expect((await world.stored())[0].upstream_uri).toHaveLength(2_048);
  });

  it("D10: the caller's key is stored in no table and logged nowhere", async () => {
    const canary = 'canary-5b1c07';
    const entry = {
      ...onDeployment(single, 11, 21),
      upstream_uri: `/up?apikey=${canary}&a=1&%61pi_key=${canary}&Access_Token=${canary}&x-api-key=${canary}`,
      request: {
        ...single.request,
        uri: `/logauth?apikey=${canary}`,
        url: `http://gateway.example/logauth?apikey=${canary}`,
        querystring: { apikey: canary },
        headers: { apikey: canary, authorization: `Bearer ${canary}`, cookie: `s=${canary}`, 'x-api-key': canary },
      },
    };
    const { id: _id, ...request } = entry.request;
    await world.post([entry, { ...entry, request }, { ...entry, client_ip: canary }]);
    expect(await world.stored()).toMatchObject([{ upstream_uri: '/up?a=1' }, { upstream_uri: '/up?a=1' }]);

    const tables = await world.database.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'read') and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`,
    );
    expect(tables.rows.map(({ name }) => name)).toContain('public.gateway_requests');
    for (const { name } of tables.rows) {
      const { rows } = await world.database.pool.query(`select t::text as row from ${name} t`);
      expect(JSON.stringify(rows), name).not.toContain(canary);
    }
    expect(world.log.join('')).not.toContain(canary);
    expect(world.log.join('')).not.toContain(gatewayKeys[7]);
  });
});
