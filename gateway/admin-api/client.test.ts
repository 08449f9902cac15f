import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answering, startAnsweringServer } from '#test/servers/answering-server.ts';
import { type RecordingName, recording } from '../recordings/recording.ts';
import { createKongClient, type KongClient, type KongClientOptions } from './client.ts';
import type { EntityReference } from './entity.ts';
import { GatewayError, type GatewayFailure } from './gateway-failure.ts';

const uuid = '11111111-1111-4111-8111-000000000002';
const service: EntityReference = { kind: 'service', id: uuid, label: 'service' };
const route: EntityReference = { kind: 'route', id: uuid, label: 'route' };
const plugin: EntityReference = { kind: 'plugin', id: uuid, label: 'plugin cors' };
const consumer: EntityReference = { kind: 'consumer', id: uuid, label: 'consumer' };
const key: EntityReference = { kind: 'key-auth', id: uuid, consumerId: 'c1', label: 'key-auth' };
const oauth2: EntityReference = { kind: 'oauth2', id: uuid, consumerId: 'c1', label: 'oauth2' };

const replayed = (name: RecordingName): Answering => {
  const { status, contentType, body } = recording(name);
  return (_request, response) =>
    response.writeHead(status, contentType ? { 'content-type': contentType } : {}).end(body);
};

const response =
  (status: number, body: string, headers: Record<string, string> = { 'content-type': 'application/json' }): Answering =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const connected = async (responses: Answering[], options: Partial<KongClientOptions> = {}) => {
  const server = await startAnsweringServer(...responses);
  const client = createKongClient({ adminUrl: server.url, timeout: 2_000, ...options });
  open.push(client.close, server.close);
  return { client, seen: server.seen };
};

const failureOf = async (work: Promise<unknown>): Promise<GatewayFailure> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GatewayError)) throw new Error(`expected a GatewayError, got ${String(error)}`);
  return error.failure;
};

describe('responses of a real Kong', () => {
  it('puts an entity under the id that Portico chose, with the admin key', async () => {
    const { client, seen } = await connected([replayed('071-services-put-create-by-uuid')], { token: 'admin-key' });
    const made = await client.put(service, { name: 'putuuid', host: 'u.test', retries: 1 });
    expect(made).toMatchObject({ kind: 'service', id: uuid, body: { name: 'putuuid', retries: 1 } });
    expect(seen[0]).toMatchObject({
      method: 'PUT',
      url: `/services/${uuid}`,
      headers: { 'kong-admin-token': 'admin-key', 'content-type': 'application/json' },
    });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ name: 'putuuid', host: 'u.test', retries: 1 });
  });

  it.each([
    ['478-key-auth-put-uuid', key, `/consumers/c1/key-auth/${uuid}`],
    ['519-acls-put-by-uuid', { ...key, kind: 'acl' }, `/consumers/c1/acls/${uuid}`],
    ['489-oauth2-create', oauth2, `/consumers/c1/oauth2/${uuid}`],
    ['416-plugins-put-create', plugin, `/plugins/${uuid}`],
    ['171-routes-put-create-by-uuid', route, `/routes/${uuid}`],
    ['452-consumers-put-uuid', consumer, `/consumers/${uuid}`],
  ] as const)('reads the response of %s', async (name, entity, path) => {
    const { client, seen } = await connected([replayed(name)]);
    const { id } = JSON.parse(recording(name).body);
    await expect(client.put(entity, {})).resolves.toMatchObject({ kind: entity.kind, id });
    expect(seen[0]?.url).toBe(path);
  });

  it('lists by tags, page by page, and never follows the address in the response', async () => {
    const { client, seen } = await connected([
      replayed('118-tags-paged'),
      replayed('119-tags-paged-next'),
      response(200, '{"data":[],"next":null}'),
    ]);
    const found = await client.list('service', ['portico', 'all']);
    expect(found.map(({ body }) => body.name)).toEqual(['page0', 'page1', 'page2', 'page3']);
    const queries = seen.map(({ url }) => new URL(url, 'http://gateway.example').searchParams);
    expect(queries.map((query) => query.get('tags'))).toEqual(['portico,all', 'portico,all', 'portico,all']);
    expect(queries[1]?.get('offset')).toBe(JSON.parse(recording('118-tags-paged').body).offset);
  });

  it('treats a missing entity as absent, on get and on delete (J3)', async () => {
    const { client } = await connected([
      replayed('067-services-get-404-uuid'),
      replayed('482-key-auth-delete-again'),
      replayed('185-routes-delete-again'),
      replayed('481-key-auth-delete'),
    ]);
    expect(await client.get(service)).toBeUndefined();
    expect(await client.remove(key)).toBe('absent');
    // Kong responds 204 for a missing route, too.
    expect(await client.remove(route)).toBe('removed');
    expect(await client.remove(key)).toBe('removed');
  });

  it.each([
    [
      '074-services-put-uuid-name-taken',
      service,
      { code: 'gateway.name-taken', field: 'name', parameters: { object: 'service' } },
    ],
    [
      '131-routes-create-duplicate-name',
      route,
      { code: 'gateway.name-taken', field: 'contextPath', parameters: { object: 'route' } },
    ],
    ['418-plugins-put-nested-create-duplicate', plugin, { code: 'gateway.conflict', parameters: { object: 'plugin' } }],
    ['454-consumers-put-custom-id-taken', consumer, { code: 'gateway.conflict', parameters: { object: 'consumer' } }],
    ['464-key-auth-create-duplicate', key, { code: 'gateway.credential-taken', parameters: { object: 'key-auth' } }],
    [
      '495-oauth2-create-duplicate-client-id',
      oauth2,
      { code: 'gateway.credential-taken', parameters: { object: 'oauth2' } },
    ],
    [
      '037-services-create-invalid-url',
      service,
      {
        code: 'gateway.refused',
        field: 'upstreamUrl',
        parameters: { status: 400, object: 'service', kongField: 'host' },
      },
      ['host', 'path'],
    ],
    [
      '136-routes-create-path-no-slash',
      route,
      {
        code: 'gateway.refused',
        field: 'contextPath',
        parameters: { status: 400, object: 'route', kongField: 'paths' },
      },
      ['paths'],
    ],
    [
      '134-routes-create-service-fk-400',
      route,
      { code: 'gateway.refused', parameters: { status: 400, object: 'route', kongField: 'service.id' } },
      ['service.id'],
    ],
    [
      '019-body-wrong-content-type',
      service,
      { code: 'gateway.refused', parameters: { status: 415, object: 'service' } },
      [],
    ],
  ] as const)(
    'reports %s as permanent, at the field of the form, without a value (J3, E4)',
    async (name, entity, problem, refusedFields?: readonly string[]) => {
      const { client } = await connected([replayed(name)]);
      const failure = await failureOf(client.put(entity, {}));
      expect(failure).toEqual({ class: 'permanent', problem, refusedFields });
      const echoed = recording(name).body.match(/'[^']{4,}'|"[a-z]+-(key|client)[^"]*"/g) ?? [];
      for (const value of echoed) expect(JSON.stringify(failure)).not.toContain(value.slice(1, -1));
    },
  );

  it('reports a service that a foreign route still uses', async () => {
    const { client } = await connected([replayed('180-services-delete-with-routes-400')]);
    expect(await failureOf(client.remove(service))).toMatchObject({
      class: 'permanent',
      problem: { code: 'gateway.still-referenced' },
    });
  });
});

describe('responses that do not come from Kong (J3)', () => {
  const put = (client: KongClient) => client.put(service, { name: 'x' });
  const get = (client: KongClient) => client.get(service);

  it.each([
    [401, 'paused', 'gateway.refuses-portico'],
    [403, 'paused', 'gateway.refuses-portico'],
    [408, 'retry', 'gateway.busy'],
    [429, 'retry', 'gateway.busy'],
    [500, 'retry', 'gateway.busy'],
    [502, 'retry', 'gateway.busy'],
    [503, 'retry', 'gateway.busy'],
    [422, 'permanent', 'gateway.refused'],
    [302, 'retry', 'gateway.unexpected-answer'],
    [404, 'retry', 'gateway.unexpected-answer'],
  ] as const)('classifies %i as %s', async (status, sorted, code) => {
    const { client, seen } = await connected([
      response(status, '{"message":"canary-4711"}', { location: 'http://elsewhere.example/' }),
    ]);
    const failure = await failureOf(put(client));
    expect(failure).toMatchObject({ class: sorted, problem: { code } });
    expect(JSON.stringify(failure)).not.toContain('canary');
    expect(seen).toHaveLength(1);
  });

  it('respects Retry-After in seconds and as a date, one hour at most', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    const { client } = await connected(
      ['7', date, '999999', 'soon'].map((value) => response(429, '', { 'retry-after': value })),
    );
    expect(await failureOf(put(client))).toHaveProperty('retryAfterSeconds', 7);
    const { retryAfterSeconds } = await failureOf(put(client));
    expect(retryAfterSeconds).toBeGreaterThan(80);
    expect(retryAfterSeconds).toBeLessThanOrEqual(90);
    expect(await failureOf(put(client))).toHaveProperty('retryAfterSeconds', 3600);
    expect(await failureOf(put(client))).not.toHaveProperty('retryAfterSeconds');
  });

  const half: Answering = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"id":"1111');
    setTimeout(() => response.destroy(), 20);
  };
  const reset: Answering = (_request, response) => response.destroy();
  const slow: Answering = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drip));
  };
  const huge = response(200, `{"id":"${'x'.repeat(100_000)}"}`);

  it.each([
    ['a page of HTML', response(200, '<html>welcome</html>'), 'retry', 'retry', 'gateway.unexpected-answer'],
    ['JSON without an id', response(200, '{"message":"hello"}'), 'retry', 'retry', 'gateway.unexpected-answer'],
    ['a JSON array', response(200, '[]'), 'retry', 'retry', 'gateway.unexpected-answer'],
    ['half a body', half, 'retry', 'unknown-outcome', 'gateway.unexpected-answer'],
    ['a body without end', slow, 'retry', 'unknown-outcome', 'gateway.unexpected-answer'],
    ['a huge body', huge, 'retry', 'unknown-outcome', 'gateway.unexpected-answer'],
    ['a reset', reset, 'retry', 'unknown-outcome', 'gateway.unreachable'],
  ] as const)('reports %s as a failure', async (_what, answering, onGet, onPut, code) => {
    const { client } = await connected([answering, answering], { timeout: 300, maxResponseSize: 20_000 });
    expect(await failureOf(get(client))).toMatchObject({ class: onGet, problem: { code } });
    expect(await failureOf(put(client))).toMatchObject({ class: onPut, problem: { code } });
  });

  it.each([
    ['nothing', response(200, '')],
    ['a page', response(200, '<html>welcome</html>')],
    ['other JSON', response(200, '{"hello":"world"}')],
    ['no such page', response(404, '<html>Not found</html>')],
    ['no such page, in no words', response(404, '')],
  ] as const)('does not take a removal for done that got %s', async (_what, answering) => {
    const { client } = await connected([answering]);
    expect(await failureOf(client.remove(key))).toMatchObject({ class: 'retry' });
  });

  it.each([
    ['a page', response(404, '<html>Not found</html>', { 'content-type': 'text/html' })],
    ['no words', response(404, '')],
  ] as const)('does not take what it can not see for absent: 404 with %s', async (_what, answering) => {
    const { client } = await connected([answering, answering, answering]);
    const unexpected = { class: 'retry', problem: { code: 'gateway.unexpected-answer' } };
    expect(await failureOf(client.get(service))).toMatchObject(unexpected);
    expect(await failureOf(client.list('route', []))).toMatchObject(unexpected);
    expect(await failureOf(client.routesTo(uuid))).toMatchObject(unexpected);
  });

  it('reports that nothing was sent when nobody listens', async () => {
    const { client, seen } = await connected([]);
    await open.pop()?.();
    expect(await failureOf(put(client))).toEqual({ class: 'retry', problem: { code: 'gateway.unreachable' } });
    expect(seen).toHaveLength(0);
  });

  it('stops reading a list that never ends', async () => {
    const page = response(200, JSON.stringify({ data: [], next: '/services?offset=x', offset: 'x' }));
    const { client, seen } = await connected(Array.from({ length: 80 }, () => page));
    expect(await failureOf(client.list('service', ['portico']))).toMatchObject({
      problem: { code: 'gateway.unexpected-answer' },
    });
    expect(seen.length).toBeLessThan(60);
  });
});

describe('a list that is read whole', () => {
  const page = (id: string, offset?: string) =>
    response(200, JSON.stringify({ data: [{ id }], ...(offset ? { next: '/services?offset=x', offset } : {}) }));

  it('is asked for the next page while one is taken, one at a time and in order', async () => {
    const { client, seen } = await connected([page('a', '1'), page('b', '2'), page('c')]);
    const taken: unknown[] = [];
    await client.pages('/services', async (objects) => {
      taken.push(objects[0]?.id);
      const asked = Math.min(taken.length + 1, 3);
      await vi.waitFor(() => expect(seen).toHaveLength(asked));
    });
    expect(taken).toEqual(['a', 'b', 'c']);
    expect(seen.map(({ url }) => new URL(url ?? '', 'http://kong').searchParams.get('offset'))).toEqual([
      null,
      '1',
      '2',
    ]);
  });

  it('ends with what failed first, also when the next page fails meanwhile', async () => {
    const { client, seen } = await connected([
      page('a', '1'),
      response(500, '{}'),
      page('a', '1'),
      response(500, '{}'),
    ]);
    const taking = client.pages('/services', async () => {
      await vi.waitFor(() => expect(seen).toHaveLength(2));
      throw new Error('not stored');
    });
    await expect(taking).rejects.toThrow('not stored');
    expect(await failureOf(client.pages('/services', async () => undefined))).toMatchObject({
      problem: { code: 'gateway.busy' },
    });
  });
});

describe('a call that fails in passing', () => {
  const repeats = { tries: 4, first: 1, patience: 60_000 };
  const done = response(200, JSON.stringify({ id: uuid, name: 'x' }));
  const failed = response(500, '{"message":"An unexpected error occurred"}');
  const absent = response(404, '{"message":"Not found"}');
  const lost: Answering = (_request, response) => response.destroy();
  const cut: Answering = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"id":"1111');
    setTimeout(() => response.destroy(), 20);
  };

  it.each([
    ['an error of its own', failed],
    ['no response', lost],
    ['half a response', cut],
    ['a gateway in between that finds none', response(502, '<html>', { 'content-type': 'text/html' })],
  ] as const)('is repeated after %s, whatever it does', async (_what, fault) => {
    const { client, seen } = await connected(
      [fault, fault, done, fault, done, fault, done, fault, response(200, '{"data":[]}'), fault, response(204, '')],
      { repeats },
    );
    expect(await client.put(service, { name: 'x' })).toMatchObject({ id: uuid });
    expect(await client.get(service)).toMatchObject({ id: uuid });
    expect((await client.information()).body).toMatchObject({ id: uuid });
    expect(await client.list('service', [])).toEqual([]);
    expect(await client.remove(service)).toBe('removed');
    expect(seen.slice(0, 3).map(({ method, body }) => [method, body])).toEqual(
      Array.from({ length: 3 }, () => ['PUT', '{"name":"x"}']),
    );
  });

  it('is removed when its repetition finds nothing, because the first may have removed it', async () => {
    const { client } = await connected([failed, absent, absent], { repeats });
    expect(await client.remove(service)).toBe('removed');
    expect(await client.remove(service)).toBe('absent');
  });

  it('is given up after the given number of tries', async () => {
    const { client, seen } = await connected(
      Array.from({ length: 9 }, () => failed),
      { repeats },
    );
    expect(await failureOf(client.put(service, {}))).toMatchObject({
      class: 'retry',
      problem: { code: 'gateway.busy' },
    });
    expect(seen).toHaveLength(4);
  });

  it('is given up after the given time', async () => {
    const silent: Answering = () => undefined;
    const { client, seen } = await connected([silent, silent, silent], {
      timeout: 200,
      repeats: { ...repeats, patience: 250 },
    });
    expect(await failureOf(client.put(service, {}))).toMatchObject({ class: 'unknown-outcome' });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['a refusal', response(400, '{}')],
    ['a refusal of Portico', response(403, '{}')],
    ['a page of another server', response(200, '<html>')],
    ['a gateway that says when to come back', response(503, '', { 'retry-after': '1' })],
  ] as const)('is not repeated after %s', async (_what, answer) => {
    const { client, seen } = await connected([answer, done], { repeats });
    await failureOf(client.put(service, {}));
    expect(seen).toHaveLength(1);
  });

  it('is not repeated if it writes and another attempt may have begun; a read is repeated', async () => {
    const refused = new Error('the lease is lost');
    const { client, seen } = await connected([failed, done, failed, done], {
      repeats,
      beforeRepeat: () => Promise.reject(refused),
    });
    await expect(client.put(service, {})).rejects.toBe(refused);
    expect(await client.get(service)).toMatchObject({ id: uuid });
    await expect(client.remove(service)).rejects.toBe(refused);
    expect(seen).toHaveLength(3);
  });
});
