import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

type Form = Record<string, unknown>;

const formOf = (changes: Form = {}): Form => ({
  id: world.acme.apiId,
  name: 'Orders service',
  env: 'PROD',
  auth: 'apikey',
  contextPath: 'orders_v-one',
  upstreamUrl: 'https://orders.upstream.example:8443/v1',
  kongServer: world.publicGatewayId,
  oAuth2Config: { tokenExpiration: 86_400 },
  rateLimit: { enabled: true, ratePerMinute: 30 },
  ...changes,
});

const deploy = (changes: Form = {}, who = world.acme.members.owningAdmin) =>
  world.ask(who, 'POST', '/api/swagger/deploy', { json: formOf(changes) });

const expectRefusal = async (
  changes: Form,
  field: string,
  code: string,
  message: string,
  who?: Parameters<typeof deploy>[1],
) => {
  const before = await world.countEvents();
  const response = await deploy(changes, who);
  expect(response).toMatchObject({ status: 400, body: { status: 400, code, detail: message } });
  expect(response.body.errors).toEqual([expect.objectContaining({ field, code, message })]);
  expect(await world.countEvents()).toBe(before);
};

const name = 'Service name is required and must be consist of alphabetic letters, space, _, or -';
const route = 'Route name is required and must be consist of alphabetic letters, _, or -';
const refusedIn = {
  name: (character: string) =>
    `“${character}” can't be in a service name. Use the letters A to Z, digits, spaces, _ and -`,
  route: (character: string) => `“${character}” can't be in a route name. Use the letters A to Z, digits, _ and -`,
};
const target = 'Target URL is required and must be a valid URL';
const expiry = 'OAuth Expiry Time must be 1 or greater';

describe('the deploy form', () => {
  it('is one operation, however often the same form is sent while it runs', async () => {
    const same = { name: 'Clicked twice', contextPath: 'clicked-twice' };
    const before = await world.countEvents();
    const responses = await Promise.all(Array.from({ length: 6 }, () => deploy(same)));
    const later = await deploy(same);
    expect(new Set([...responses, later].map(({ status, body }) => `${status} ${body.operationId}`)).size).toBe(1);
    expect(later.status).toBe(200);
    expect(await world.countEvents()).toBe(before + 1);
    const other = await deploy({ ...same, upstreamUrl: 'https://orders.upstream.example:8443/v2' });
    expect(other).toMatchObject({ status: 400, body: { code: 'deployment.name-taken' } });
  });

  it('is one operation when a change is sent twice', async () => {
    const form = { name: 'Changed twice', contextPath: 'changed-twice' };
    const { entityId, position } = (await deploy(form)).body;
    await world.shown(position);
    const change = {
      ...form,
      deploymentId: entityId,
      basedOn: 1,
      upstreamUrl: 'https://orders.upstream.example:8443/v2',
    };
    const [first, second] = [await deploy(change), await deploy(change)];
    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 200, body: { operationId: first.body.operationId } });
  });

  it('requests a deployment, which a worker carries out', async () => {
    const response = await deploy();
    expect(response).toMatchObject({
      status: 200,
      body: { entityId: expect.any(Number), operationId: expect.any(String), position: expect.any(String) },
    });
    const { entityId, operationId, position } = response.body;
    await world.shown(position);
    const { owningAdmin } = world.acme.members;
    expect((await world.ask(owningAdmin, 'GET', `/api/swaggers/deployment/${entityId}`)).body).toMatchObject({
      name: 'Orders service',
      contextPath: 'orders_v-one',
      state: 'deploying',
      operationId,
      rateLimit: { enabled: true, ratePerMinute: 30 },
    });
    expect((await world.ask(owningAdmin, 'GET', `/api/operations/${operationId}`)).body).toMatchObject({
      kind: 'deploy',
      state: 'requested',
      requestedBy: { id: owningAdmin.userId },
    });
    const [event] = await world.services.store.read(`deployment-${entityId}`);
    expect(event?.meta).toMatchObject({
      actor: {
        userId: owningAdmin.userId,
        organizationId: world.acme.organizationId,
        roles: ['ROLE_COMPANY_ADMIN'],
      },
      correlationId: response.headers.get('x-correlation-id'),
      client: { address: expect.any(String), userAgent: expect.any(String) },
    });
  });

  it.each<[string, Form, string, string, string]>([
    ['no name', { name: undefined }, 'name', 'deployment.name-invalid', name],
    ['an empty name', { name: '' }, 'name', 'deployment.name-invalid', name],
    ['markup in the name', { name: 'a<b>' }, 'name', 'name.service-character', refusedIn.name('<')],
    ['a name of 101 letters', { name: 'n'.repeat(101) }, 'name', 'field.too-long', 'At most 100 characters'],
    ['no environment', { env: undefined }, 'env', 'deployment.environment-required', 'Environment is required'],
    ['an unknown environment', { env: 'LIVE' }, 'env', 'deployment.environment-required', 'Environment is required'],
    [
      'no authentication',
      { auth: undefined },
      'auth',
      'deployment.authentication-required',
      'Authentication is required',
    ],
    [
      'no authentication at all',
      { auth: 'none' },
      'auth',
      'deployment.authentication-required',
      'Authentication is required',
    ],
    ['no route name', { contextPath: undefined }, 'contextPath', 'deployment.context-path-invalid', route],
    [
      'a space in the route name',
      { contextPath: 'a b' },
      'contextPath',
      'name.context-path-character',
      refusedIn.route(' '),
    ],
    [
      'a path as route name',
      { contextPath: '../admin' },
      'contextPath',
      'name.context-path-character',
      refusedIn.route('.'),
    ],
    ['no target', { upstreamUrl: undefined }, 'upstreamUrl', 'deployment.upstream-invalid', target],
    ['another scheme', { upstreamUrl: 'ftp://orders.example' }, 'upstreamUrl', 'deployment.upstream-invalid', target],
    ['credentials', { upstreamUrl: 'http://a:b@orders.example' }, 'upstreamUrl', 'deployment.upstream-invalid', target],
    [
      'a port that is too large',
      { upstreamUrl: 'http://orders.example:99999' },
      'upstreamUrl',
      'deployment.upstream-invalid',
      target,
    ],
    [
      'an address of five parts',
      { upstreamUrl: 'http://1.2.3.4.5' },
      'upstreamUrl',
      'deployment.upstream-invalid',
      target,
    ],
    ['no gateway', { kongServer: undefined }, 'kongServer', 'deployment.gateway-required', 'Kong Server is required'],
    ['gateway 0', { kongServer: 0 }, 'kongServer', 'deployment.gateway-required', 'Kong Server is required'],
    [
      'a gateway number that is too large',
      { kongServer: 3e9 },
      'kongServer',
      'deployment.gateway-required',
      'Kong Server is required',
    ],
    [
      'a gateway that does not exist',
      { kongServer: 999 },
      'kongServer',
      'deployment.gateway-unknown',
      'Choose a Kong Server that your organization may use',
    ],
    [
      'an expiry of more than a year',
      { oAuth2Config: { tokenExpiration: 31_536_001 } },
      'oAuth2Config.tokenExpiration',
      'field.too-big',
      'Must be 31536000 or less',
    ],
    [
      'an expiry of 0',
      { oAuth2Config: { tokenExpiration: 0 } },
      'oAuth2Config.tokenExpiration',
      'deployment.token-expiration-invalid',
      expiry,
    ],
    [
      'an expiry in words',
      { oAuth2Config: { tokenExpiration: 'a day' } },
      'oAuth2Config.tokenExpiration',
      'deployment.token-expiration-invalid',
      expiry,
    ],
    [
      'a rate of 0',
      { rateLimit: { enabled: true, ratePerMinute: 0 } },
      'rateLimit.ratePerMinute',
      'deployment.rate-invalid',
      'Number only, please',
    ],
    [
      'a rate in words',
      { rateLimit: { enabled: true, ratePerMinute: 'many' } },
      'rateLimit.ratePerMinute',
      'deployment.rate-invalid',
      'Number only, please',
    ],
  ])('refuses %s', async (_what, changes, field, code, message) => {
    await expectRefusal(changes, field, code, message);
  });

  it('names all mistakes at once', async () => {
    const response = await deploy({ name: '', contextPath: '', upstreamUrl: '' });
    expect((response.body.errors as { field: string }[]).map(({ field }) => field)).toEqual([
      'name',
      'contextPath',
      'upstreamUrl',
    ]);
  });

  it.each([
    'http://127.0.0.1:8001/',
    'http://169.254.169.254/latest',
    'http://0.0.0.0:8001',
    'http://0x7f.1/',
    'http://10.0.0.1',
  ])('D5: checks the address of %s', async (upstreamUrl) => {
    const allowed = upstreamUrl === 'http://10.0.0.1';
    const changes = { upstreamUrl, name: 'Looked at', contextPath: 'looked-at' };
    if (allowed) expect((await deploy(changes)).status).toBe(200);
    else
      await expectRefusal(
        changes,
        'upstreamUrl',
        'deployment.upstream-refused',
        "This Target URL is not allowed: it points into the gateway's own network",
      );
  });

  it("does not take another organization's gateway", async () => {
    const message = 'Choose a Kong Server that your organization may use';
    await expectRefusal({ kongServer: world.partner.gatewayId }, 'kongServer', 'deployment.gateway-unknown', message);
    const changes = { kongServer: world.acme.gatewayId, name: 'Our own', contextPath: 'our-own' };
    expect((await deploy(changes)).status).toBe(200);
  });

  it('lets only portal and company administrators choose the environment', async () => {
    const message = "You don't have the right to deploy to this environment";
    await expectRefusal({}, 'env', 'deployment.environment-not-yours', message, world.acme.members.owner);
    expect((await world.ask(world.acme.members.owner, 'GET', '/api/all-environments')).body).toEqual([]);
  });

  it('accepts a service name and a route name once in an environment of a gateway', async () => {
    const first = await deploy({ env: 'UAT', name: 'Taken', contextPath: 'taken' });
    await world.shown(first.body.position);
    const other = { env: 'UAT', name: 'Free', contextPath: 'free' };
    const words = 'Another deployment in this environment has this service name already';
    await expectRefusal({ ...other, name: 'Taken' }, 'name', 'deployment.name-taken', words);
    const route = 'Another API in this environment has this route name already';
    await expectRefusal({ ...other, contextPath: 'taken' }, 'contextPath', 'deployment.context-path-taken', route);
    expect((await deploy({ ...other, env: 'DEV', name: 'Taken', contextPath: 'taken' })).status).toBe(200);
  });
});

describe('names', () => {
  const propose = async (apiId: number) =>
    (await world.ask(world.acme.members.owningAdmin, 'GET', `/api/swagger/${apiId}/deploy/proposal`)).body;
  const newApi = (title: string) => world.seed.api(world.acme.organizationId, world.acme.applicationId, title);

  it('of a deployment that failed are free, until one is in force', async () => {
    const { name, contextPath, environment: env } = world.acme.failed.config;
    const again = await deploy({ env, name, contextPath });
    expect(again).toMatchObject({ status: 200 });
    expect(again.body.entityId).not.toBe(world.acme.failed.deploymentId);
    await world.shown(again.body.position);
    const other = { id: await newApi('Another of these'), env, name: 'Other', contextPath };
    await world.allShown();
    expect((await deploy(other)).body).toMatchObject({ code: 'deployment.context-path-taken' });
  });

  it('are proposed that no other API has', async () => {
    const [first, second, third] = [await newApi('Ships v1'), await newApi('Ships v2'), await newApi('Ships v1')];
    await world.allShown();
    expect(await propose(first)).toEqual({ name: 'Ships v1', contextPath: 'ships-v1' });
    expect(await propose(second)).toEqual({ name: 'Ships v2', contextPath: 'ships-v2' });
    const done = await deploy({ id: first, ...(await propose(first)) });
    await world.shown(done.body.position);
    expect(await propose(third)).toEqual({ name: 'Ships v1 2', contextPath: 'ships-v1-2' });
    // In another environment it has the same names.
    expect(await propose(first)).toEqual({ name: 'Ships v1', contextPath: 'ships-v1' });
  });
});

describe('changing a deployment', () => {
  it('keeps its environment and its gateway', async () => {
    const { deploymentId, config } = world.acme.deployed;
    const same = {
      deploymentId,
      env: config.environment,
      name: config.name,
      contextPath: config.contextPath,
    };
    expect((await deploy({ ...same, upstreamUrl: 'http://10.9.9.9/new' })).body).toMatchObject({
      entityId: deploymentId,
    });
    await expectRefusal(
      { ...same, env: 'TEST' },
      'env',
      'deployment.environment-fixed',
      "The environment of a deployment can't change. Deploy to the other environment instead.",
    );
    await expectRefusal(
      { ...same, kongServer: world.acme.gatewayId },
      'kongServer',
      'deployment.gateway-fixed',
      "The Kong Server of a deployment can't change. Delete it and deploy again.",
    );
  });

  it('gets 404 if the deployment belongs to another API or does not exist', async () => {
    const { deploymentId } = world.partner.deployed;
    expect((await deploy({ deploymentId })).status).toBe(404);
    expect((await deploy({ deploymentId: 9_999 })).status).toBe(404);
    expect((await deploy({ id: 9_999 })).status).toBe(404);
  });
});

describe('removing a deployment', () => {
  it('requests it once', async () => {
    const { deploymentId, position } = await world.seed.deployment(world.acme.apiId, world.publicGatewayId);
    await world.shown(position);
    const remove = () => world.ask(world.acme.members.owner, 'DELETE', `/api/swaggers/deployment/${deploymentId}`);
    const response = await remove();
    expect(response.body).toMatchObject({ entityId: deploymentId, operationId: expect.any(String) });
    // The rules use the events, so the state of the read tables does not matter.
    expect((await remove()).status).toBe(404);
  });
});

describe('unknown fields (B2)', () => {
  const hostile = [
    'admin',
    'role',
    'status',
    'state',
    'version',
    'owner',
    'apiId',
    'entityId',
    'operationId',
    'organizationId',
    'gatewayId',
    'environment',
    'requestedBy',
    '__proto__',
    'constructor',
    'prototype',
  ];
  it.each(hostile)('refuses %s', async (field) => {
    const before = await world.countEvents();
    for (const at of ['', 'rateLimit', 'oAuth2Config']) {
      const form = formOf();
      const text = JSON.stringify(form).replace(at ? `"${at}":{` : '{', (start) => `${start}"${field}":true,`);
      expect(JSON.parse(text)).not.toEqual(form);
      const response = await world.ask(world.acme.members.owningAdmin, 'POST', '/api/swagger/deploy', { json: text });
      expect(response).toMatchObject({ status: 400, body: { code: 'field.unknown' } });
      expect(response.body.errors).toMatchObject([
        { field: at ? `${at}.${field}` : field, message: 'This field is not known' },
      ]);
    }
    expect(await world.countEvents()).toBe(before);
    expect(({} as Record<string, unknown>)[field === 'admin' ? 'admin' : 'polluted']).toBeUndefined();
  });
});

// The last one: from here on the read tables stay behind.
it('deployments of other names to one gateway do not wait for each other to be shown', async () => {
  await world.stopProjections();
  const first = await deploy({ name: 'Behind', contextPath: 'behind' });
  const second = await deploy({ name: 'Beside', contextPath: 'beside' });
  expect([first.status, second.status], JSON.stringify(second.body)).toEqual([200, 200]);
});
