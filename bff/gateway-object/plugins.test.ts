import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginForm } from '#domain/gateway-object/form-field.ts';
import type { KongClient } from '#gateway/admin-api/client.ts';
import type { KongObject } from '#gateway/admin-api/entity.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { type RegisteredGateway, startRegisteredGateway } from '#test/world/registered-gateway.ts';

let world: BffWorld;
let gateway: RegisteredGateway;
let client: KongClient;
let gatewayId: number;
let hold: RegisteredGateway['hold'];
const ids = { service: randomUUID(), route: randomUUID(), own: randomUUID(), log: randomUUID() };
const canary = (text: string) => `canary-${text}-51be`;

beforeAll(async () => {
  world = await startBffWorld();
  gateway = await startRegisteredGateway(world);
  ({ gatewayId, client, hold } = gateway);
  await hold('service', { id: ids.service, name: 'orders', host: 'orders.example', created_at: 1 });
  await hold('route', {
    id: ids.route,
    name: 'orders',
    paths: ['/orders'],
    service: { id: ids.service },
    created_at: 1,
  });
  const tags = [...world.services.names.tags(world.acme.deployed.deploymentId)];
  await hold('service', { id: ids.own, name: 'deployed', host: 'own.example', tags, created_at: 1 });
  await hold('plugin', {
    id: ids.log,
    name: 'http-log',
    config: { http_endpoint: 'https://log.example', headers: { authorization: canary('theirs') }, timeout: 10 },
    created_at: 1,
  });
});
afterAll(async () => {
  await gateway?.close();
  await world?.close();
});

const ask = (method: string, target: string, json?: object) =>
  world.ask(world.acme.members.gateway, method, target, json ? { json } : {});
const save = (form: object) => ask('POST', '/api/kong/plugin', { gatewayId, enabled: true, ...form });
const requested = async (body: Readonly<Record<string, unknown>>) =>
  (await world.services.store.read(`gateway-object-${gatewayId}-${body.entityId}`)).at(-1)?.data as Readonly<
    Record<string, unknown>
  >;

const protocols = ['http', 'https'];
const limit = { name: 'rate-limiting', protocols, serviceId: ids.service };

describe('the form of a plugin', () => {
  it('is what the gateway itself tells', async () => {
    const names = await ask('GET', `/api/kong/plugin-forms?gatewayId=${gatewayId}`);
    expect(names.body.names).toContain('key-auth');
    const { body } = await ask('GET', `/api/kong/plugin-form/http-log?gatewayId=${gatewayId}`);
    const { config, scopes } = body as unknown as PluginForm;
    expect(scopes).toEqual(['service', 'route', 'consumer']);
    expect(config.fields?.find(({ name }) => name === 'http_endpoint')).toMatchObject({
      field: { type: 'text', isRequired: true, isSecret: true, help: expect.any(String) },
    });
    const none = await ask('GET', `/api/kong/plugin-form/no-such?gatewayId=${gatewayId}`);
    expect(none.status).toBe(404);
    const auth = await ask('GET', `/api/kong/plugin-form/key-auth?gatewayId=${gatewayId}`);
    expect(auth.body.scopes).toEqual(['service', 'route']);
  });

  it('says how much it works on', async () => {
    const reach = async (query: string) =>
      (await ask('GET', `/api/kong/plugin-reach?gatewayId=${gatewayId}${query}`)).body;
    expect(await reach(`&serviceId=${ids.service}`)).toEqual({ routes: 1, deployments: 0 });
    expect(await reach(`&serviceId=${ids.own}`)).toEqual({ routes: 0, deployments: 0 });
    expect(await reach('')).toEqual({ routes: 1, deployments: 0 });
  });
});

describe('a plugin', () => {
  it('is requested with what is set, and its secrets are in the vault only', async () => {
    const { status, body } = await save({
      ...limit,
      config: {
        minute: 5,
        policy: 'redis',
        redis: { host: 'redis.example', port: 6379, timeout: 1, password: canary('new') },
      },
    });
    expect(body).toMatchObject({ entityId: expect.any(String) });
    expect(status).toBe(200);
    const { secrets, ...data } = await requested(body);
    expect(data).toMatchObject({
      kind: 'plugin',
      name: 'rate-limiting',
      fields: {
        name: 'rate-limiting',
        service: { id: ids.service },
        route: null,
        config: { minute: 5, redis: { password: { fingerprint: expect.any(String) } } },
      },
      changes: expect.arrayContaining([{ field: 'config.minute', before: null, after: '5' }]),
    });
    expect(JSON.stringify(data)).not.toContain('canary');
    const [secretId] = Object.values(secrets as Record<string, string>);
    expect(await world.services.vault.openSecret(world.pool, secretId ?? '')).toBe(JSON.stringify(canary('new')));
  });

  it('keeps a secret that was shown, and has none but that', async () => {
    const shown = (await ask('GET', `/api/kong/plugin/${ids.log}?gatewayId=${gatewayId}`)).body.body as {
      config: { headers: { authorization: object }; http_endpoint: object };
    };
    const edit = (config: object) =>
      save({ id: ids.log, name: 'http-log', protocols, config: { ...shown.config, ...config } });
    const moved = await edit({ http_endpoint: shown.config.headers.authorization });
    expect(moved).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'config.http_endpoint', code: 'gateway-object.secret-unknown' }] },
    });
    const { body } = await edit({ timeout: 20 });
    const data = await requested(body);
    expect(data).toMatchObject({
      changes: expect.arrayContaining([{ field: 'config.timeout', before: '10', after: '20' }]),
      fields: { config: { headers: shown.config.headers, timeout: 20 } },
    });
    expect(data.secrets).toBeUndefined();
    expect(JSON.stringify(data)).not.toContain('canary');
  });

  it.each([
    [{ config: { minute: -1 } }, 'config.minute', 'gateway-object.not-above'],
    [{ config: {} }, 'config.second', 'gateway-object.at-least-one'],
    [{ config: { minute: 1, policy: 'nowhere' } }, 'config.policy', 'gateway-object.not-a-choice'],
    [{ config: { minute: 1, no_such: 1 } }, 'config.no_such', 'field.unknown'],
    [{ config: { minute: 1 }, protocols: ['gopher'] }, 'protocols', 'gateway-object.not-a-choice'],
    [{ config: {}, name: 'no-such' }, 'name', 'gateway-object.plugin-unknown'],
    [{ config: {}, name: '../services' }, 'name', 'gateway-object.plugin-unknown'],
    [{ config: {}, name: '' }, 'name', 'gateway-object.plugin-required'],
    [{ config: { minute: 1 }, serviceId: randomUUID() }, 'serviceId', 'gateway-object.scope-unknown'],
    [
      { config: {}, name: 'key-auth', serviceId: undefined, consumerId: randomUUID() },
      'consumerId',
      'gateway-object.scope-refused',
    ],
    [
      { config: { http_endpoint: 'https://log.example' }, name: 'http-log', serviceId: undefined },
      'name',
      'gateway-object.plugin-there',
    ],
  ])('is refused at its field: %j', async (changes, field, code) => {
    const { status, body } = await save({ ...limit, ...changes });
    expect(body).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ field, code })]) });
    expect(status).toBe(400);
  });

  it('is added to nothing that a deployment owns', async () => {
    expect(await save({ ...limit, serviceId: ids.own, config: { minute: 1 } })).toMatchObject({
      status: 409,
      body: { code: 'gateway-object.of-deployment' },
    });
  });
});

describe('an upstream', () => {
  const id = randomUUID();
  const formOf = async (path: string) => {
    const { body } = await ask('GET', `/api/kong/${path}?gatewayId=${gatewayId}`);
    return ((body as unknown as { settings: PluginForm['config'] }).settings.fields ?? []).map(({ name }) => name);
  };
  const saveUpstream = (form: object) =>
    ask('POST', '/api/kong/upstream', { gatewayId, name: 'shared.upstream', ...form });
  const saveTarget = (form: object) =>
    ask('POST', '/api/kong/target', { gatewayId, upstreamId: id, target: '192.0.2.7:8080', weight: 10, ...form });
  beforeAll(async () => {
    const response = await fetch(`${gateway.adminUrl}/upstreams/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'orders.upstream' }),
    });
    await hold('upstream', (await response.json()) as KongObject);
    await hold('service', { id: randomUUID(), name: 'balanced', host: 'orders.upstream', created_at: 1 });
  });

  it('has the form that the gateway tells, without what the gateway sets', async () => {
    const { settings } = (await ask('GET', `/api/kong/upstream-form?gatewayId=${gatewayId}`)).body as unknown as {
      settings: PluginForm['config'];
    };
    const names = (settings.fields ?? []).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['algorithm', 'hash_on', 'slots', 'healthchecks']));
    expect(names).not.toEqual(expect.arrayContaining(['id']));
    expect(JSON.stringify(settings)).not.toContain('"type":"json"');
    // The headers of health checks may be a key.
    expect(JSON.stringify(settings)).toContain('"name":"http_path"');
    expect(JSON.stringify(settings)).not.toContain('"name":"headers"');
  });

  // What Kong 3.9.1 tells, and what of it no form has: `certificates`, tags and times, and a route's headers, which may be a guard.
  it.each([
    [
      'service',
      ['retries', 'protocol', 'host', 'port', 'path', 'connect_timeout', 'write_timeout', 'read_timeout', 'enabled'],
    ],
    ['route', ['service', 'paths', 'strip_path', 'preserve_host', 'headers']],
  ] as const)(
    'the form of a %s has all fields that its gateway tells, but for its own and those left out',
    async (kind, own) => {
      const told = (await (await fetch(`${gateway.adminUrl}/schemas/${kind}s`)).json()) as { fields: object[] };
      const names = told.fields.flatMap((field) => Object.keys(field));
      const left = ['id', 'created_at', 'updated_at', 'name', 'tags', 'client_certificate'];
      const drawn = await formOf(`object-form/${kind}`);
      expect([...drawn, ...own, ...left.filter((name) => names.includes(name))].sort()).toEqual([...names].sort());
      if (kind === 'route') expect(drawn.slice(0, 3)).toEqual(['hosts', 'methods', 'protocols']);
    },
  );

  it('a route may be for hosts and methods, also without a path, and is refused where it takes calls of a deployment', async () => {
    const service = randomUUID();
    await hold('service', { id: service, name: `by-host-${service}`, host: 'by-host.example', created_at: 1 });
    const save = (form: object) =>
      ask('POST', '/api/kong/routes', { gatewayId, name: 'by-host', contextPath: '', serviceId: service, ...form });
    const settings = { hosts: ['shop.example'], methods: ['GET'], protocols: ['https'], regex_priority: null };
    expect((await save({ settings: { ...settings, hosts: null, methods: null } })).body).toMatchObject({
      errors: [{ field: 'contextPath', code: 'gateway-object.route-path-required' }],
    });
    expect((await save({ settings: { ...settings, https_redirect_status_code: 500 } })).body).toMatchObject({
      errors: [{ field: 'settings.https_redirect_status_code' }],
    });
    expect((await save({ settings: { ...settings, headers: { 'x-guard': ['a'] } } })).status).toBe(400);
    const { status, body } = await save({ settings });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    // A number that was cleared is the gateway's default.
    expect(await requested(body)).toMatchObject({
      fields: { ...settings, regex_priority: 0, paths: null, service: { id: service } },
    });
  });

  it.each([
    [{ settings: { slots: 5 } }, 'settings.slots', 'field.too-small'],
    [{ settings: { hash_on: 'header', healthchecks: {} } }, 'settings.hash_on_header', 'field.required'],
    [
      { settings: { healthchecks: { active: { headers: { authorization: ['Bearer canary'] } } } } },
      'settings.healthchecks.active.headers',
      'field.unknown',
    ],
    [{ settings: {}, name: '192.0.2.7' }, 'name', 'gateway-object.upstream-name-invalid'],
    [{ settings: {}, name: 'orders.upstream' }, 'name', 'gateway-object.name-taken'],
  ])('is refused at its field: %j', async (changes, field, code) => {
    const { status, body } = await saveUpstream(changes);
    expect(body).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ field, code })]) });
    expect(status).toBe(400);
  });

  it("is refused with the name of a deployment's target: Kong prefers it to the host", async () => {
    await world.seed.deployment(world.acme.apiId, gatewayId, 'deployed', { upstreamUrl: 'https://Led.example/v1' });
    await world.allShown();
    const { body } = await saveUpstream({ settings: {}, name: 'led.example' });
    expect(body).toMatchObject({
      errors: [{ field: 'name', code: 'gateway-object.host-of-deployment', parameters: { host: 'led.example' } }],
    });
    expect((await saveUpstream({ settings: {}, name: 'led.examples' })).status).toBe(200);
  });

  it('is requested, and is not deleted while services lead to it', async () => {
    const { body } = await saveUpstream({ settings: { slots: 100, healthchecks: { threshold: 0 } } });
    expect(await requested(body)).toMatchObject({ kind: 'upstream', fields: { name: 'shared.upstream', slots: 100 } });
    expect(await ask('DELETE', `/api/kong/upstream/${id}?gatewayId=${gatewayId}`)).toMatchObject({
      status: 409,
      body: { code: 'gateway-object.has-services', parameters: { services: 1 } },
    });
    const lead = { gatewayId, name: 'led', url: 'http://orders.upstream:80' };
    expect((await ask('POST', '/api/kong/service', lead)).status).toBe(200);
  });

  it('takes targets that the policy of targets allows, as the gateway writes them', async () => {
    for (const [target, code] of [
      ['169.254.169.254:80', 'deployment.upstream-refused'],
      ['gateway.example:8001', 'deployment.upstream-refused'],
      ['http://orders.example', 'gateway-object.target-invalid'],
      ['orders.example:99999', 'gateway-object.target-invalid'],
      ['', 'gateway-object.target-required'],
    ])
      expect((await saveTarget({ target })).body, target).toMatchObject({ errors: [{ field: 'target', code }] });
    const { body } = await saveTarget({ target: '[2001:db8::7]' });
    expect(await requested(body)).toMatchObject({
      upstreamId: id,
      fields: { target: '[2001:0db8:0000:0000:0000:0000:0000:0007]:8000', weight: 10, upstream: { id } },
    });
  });

  it('shows its targets as the gateway has them, and changes and removes one', async () => {
    const made = await client.create(
      { kind: 'target', id: randomUUID(), upstreamId: id, label: 'target' },
      { target: '192.0.2.9:80', weight: 5 },
    );
    const { body } = await ask('GET', `/api/kong/upstream/${id}/targets?gatewayId=${gatewayId}`);
    const [target] = (body as unknown as { targets: { seen: string }[] }).targets;
    expect(body).toEqual({
      targets: [
        {
          id: made.id,
          target: '192.0.2.9:80',
          weight: 5,
          seen: target?.seen,
          health: 'HEALTHCHECKS_OFF',
          isOwn: false,
          body: expect.objectContaining({ target: '192.0.2.9:80', weight: 5 }),
        },
      ],
    });
    const { body: edited } = await saveTarget({ id: made.id, seen: target?.seen, target: '192.0.2.9:80', weight: 7 });
    expect(await requested(edited)).toMatchObject({
      seen: target?.seen,
      fields: { weight: 7 },
      changes: [{ field: 'weight', before: '5', after: '7' }],
    });
    const other = await client.create(
      { kind: 'target', id: randomUUID(), upstreamId: id, label: 'target' },
      { target: '192.0.2.10:80' },
    );
    const removed = await ask('DELETE', `/api/kong/target/${other.id}?gatewayId=${gatewayId}&upstreamId=${id}`);
    expect(removed).toMatchObject({ status: 200, body: { entityId: other.id } });
    const none = await ask('DELETE', `/api/kong/target/${randomUUID()}?gatewayId=${gatewayId}&upstreamId=${id}`);
    expect(none.status).toBe(404);
  });
});
