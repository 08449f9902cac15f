import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { ResourceRow } from '#domain/resource/row.ts';
import { prepareCalls } from '#test/examples/all-route-examples.ts';
import { newName } from '#test/examples/route-examples.ts';
import { runSql } from '#test/postgres/sql.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { startRegisteredGateway } from '#test/world/registered-gateway.ts';
import { newKafka } from './event-topic/examples.ts';
import { approvalOf, newRequest } from './registration/examples.ts';
import { routes } from './routes.ts';

/** Requirement B6 and docs/decisions/0138-fresh-sign-in.md. */
let world: BffWorld;
let callOf: Awaited<ReturnType<typeof prepareCalls>>;
let ada: Member;
beforeAll(async () => {
  world = await startBffWorld();
  callOf = await prepareCalls(world);
  ada = world.acme.members.portal;
});
afterAll(() => world.close());

/** Has everybody's sign-in so old; null: nobody knows when it was. The BFF itself may not change it. */
const age = (seconds: number | null) =>
  runSql(world.ownerUrl, `update sessions set signed_in_at = now() - make_interval(secs => ${seconds})`);
afterEach(() => age(-3_000));

const notFresh = { status: 401, body: { code: 'sign-in.not-fresh', parameters: { minutes: 5 } } };

const named = (is: (fresh: unknown) => boolean) =>
  routes.filter(({ fresh }) => is(fresh)).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
const always = named((fresh) => fresh === true);

it('is a short list of calls that need one', () => {
  expect(always.sort()).toEqual([
    'POST /api/approval-rules',
    'POST /api/approval-rules/people',
    'POST /api/approvals/{id}/approve',
    'POST /api/erase-access-request',
    'POST /api/event-subscription/{id}/credentials',
    'POST /api/record-consumer',
    'POST /api/user/erase',
  ]);
  expect(named((fresh) => typeof fresh === 'function').sort()).toEqual([
    'POST /api/approve-access-request',
    'POST /api/approve-organization-request',
    'POST /api/resources',
    'POST /api/user',
    'POST /api/user/edit-user',
    'POST /api/user/modify-user',
  ]);
  const reveals = routes.filter(({ action }) => action.endsWith('.reveal'));
  expect(reveals.filter(({ fresh }) => fresh !== true)).toEqual([]);
});

describe.each(always)('%s', (name) => {
  it.each([301, 86_400, null])('is refused when the sign-in is %s s old, and nothing happens', async (seconds) => {
    const [method = ''] = name.split(' ');
    const { target, ...ask } = await callOf(name, undefined, true);
    const events = await world.countEvents();
    await age(seconds);
    expect(await world.ask(ada, method, target, ask)).toMatchObject(notFresh);
    expect(await world.countEvents()).toBe(events);
    await age(299);
    expect((await world.ask(ada, method, target, ask)).status).toBe(200);
  });

  it('is no way to learn what exists: whoever may not do it gets the answer of before', async () => {
    const [method = ''] = name.split(' ');
    const { target, ...ask } = await callOf(name);
    const { auditor } = world.acme.members;
    const before = await world.ask(auditor, method, target, ask);
    await age(null);
    const after = await world.ask(auditor, method, target, ask);
    if ('json' in ask) expect(after.status).toBe(before.status);
    else expect([401, before.status]).toContain(after.status);
  });
});

it('refuses an access token that is older, or does not say so, in the words of RFC 9470', async () => {
  const json = { consumerId: world.acme.consumer.consumerId };
  const askWith = async (claims: Readonly<Record<string, unknown>>) => {
    const authorization = `Bearer ${await world.tokenFor(ada.subject, claims)}`;
    return await world.ask(null, 'POST', '/api/record-consumer', { json, headers: { authorization } });
  };
  const now = Math.floor(Date.now() / 1_000);
  for (const auth_time of [now - 301, undefined, Date.now(), 'now']) {
    const response = await askWith({ auth_time });
    expect(response).toMatchObject(notFresh);
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_user_authentication", max_age="300"',
    );
  }
  expect((await askWith({ auth_time: now })).status).toBe(200);
  await age(null);
  expect((await world.ask(ada, 'POST', '/api/record-consumer', { json })).headers.has('www-authenticate')).toBe(false);
});

describe("an administrator's role", () => {
  beforeEach(() => age(301));
  const form = async (id: number, more: object) => {
    const { json } = await callOf('POST /api/user/edit-user');
    return { ...(json as object), invite: undefined, id, ...more };
  };
  const save = (json: unknown, target = '/api/user/edit-user') => world.ask(ada, 'POST', target, { json });

  test.each(['portalAdmin', 'kongAdmin', 'companyAdmin'])('%s is given to a new person', async (flag) => {
    expect(await save(await form(0, { [flag]: true }))).toMatchObject(notFresh);
  });

  test('no other role asks for it, and nothing that stays as it is', async () => {
    const added = await save(await form(0, { auditor: true, support: true }));
    expect(added.status).toBe(200);
    const id = Number(added.body.id);
    for (const target of ['/api/user/edit-user', '/api/user/modify-user'])
      expect((await save(await form(id, { portalAdmin: false }), target)).status).toBe(200);
    const account = { id, companyAdmin: true };
    expect(await save(account, '/api/user')).toMatchObject(notFresh);
    expect(await save({ id, roles: ['ROLE_KONG_ADMIN'] }, '/api/user')).toMatchObject(notFresh);
    await age(0);
    expect((await save(account, '/api/user')).status).toBe(200);
    await age(301);
    // They have it.
    expect((await save({ ...account, auditor: false }, '/api/user')).status).toBe(200);
    // In another company they do not.
    const { organizationId } = world.partner;
    expect(await save({ ...account, organizationId }, '/api/user')).toMatchObject(notFresh);
    // Taking one needs none.
    expect((await save({ id, companyAdmin: false }, '/api/user')).status).toBe(200);
    expect(await save(account, '/api/user')).toMatchObject(notFresh);
  });

  test('of a person of another organization, or of nobody, is no way to learn what they are', async () => {
    const { acme, partner } = world;
    const { admin } = partner.members;
    const flags = { portalAdmin: false, kongAdmin: false, companyAdmin: true };
    const ask = async (id: number) =>
      await world.ask(admin, 'POST', '/api/user/edit-user', {
        json: { ...(await form(id, flags)), organizationId: partner.organizationId },
      });
    const strangers = [ada.userId, acme.members.admin.userId, 999_999_999];
    for (const id of strangers) expect((await ask(id)).status).toBe(404);
    expect(await ask(partner.members.user.userId)).toMatchObject(notFresh);
    expect(await ask(0)).toMatchObject(notFresh);
  });

  test('comes with an account', async () => {
    const { organizationId } = world.acme;
    for (const target of ['/api/approve-access-request', '/api/approve-organization-request']) {
      const json = approvalOf(await newRequest(world, world.acme), organizationId);
      expect(await save({ ...json, companyAdmin: true }, target)).toMatchObject(notFresh);
      expect((await save({ ...json, companyAdmin: false }, target)).status).toBe(200);
    }
  });
});

it('is needed to replace the secret of a resource, and for nothing else about one', async () => {
  const place = [
    { name: 'host', value: 'redis.example' },
    { name: 'port', value: '6379' },
    { name: 'timeout', value: '500' },
  ];
  const name = newName();
  const save = (id: number, password: string, more: object = {}) =>
    world.ask(ada, 'POST', '/api/resources', {
      json: { id, name, type: 'REDIS', configs: [...place, { name: 'password', value: password }], ...more },
    });
  await age(301);
  // Who adds one says its secret for the first time.
  const { body } = await save(0, 'the first password');
  const id = Number(body.id);
  await world.allShown();
  expect((await save(id, '', { isPublic: true })).status).toBe(200);
  expect(await save(id, 'another password')).toMatchObject(notFresh);
  expect(await save(id, 'NO')).toMatchObject(notFresh);
  await age(0);
  expect((await save(id, 'NO')).status).toBe(200);
  await age(301);
  // The form of a resource without a secret says so each time.
  expect((await save(id, 'NO', { isPublic: false })).status).toBe(200);
  expect(await save(id, 'a password after all')).toMatchObject(notFresh);
});

describe.each([
  ['gateway', 'adminApiKey', 'another-key-of-the-admin-api', {}],
  ['broker', 'password', 'another password', { securityProtocol: 'SASL_SSL', mechanism: 'PLAIN', user: 'portico' }],
])("a %s's key", (kind, field, secret, more) => {
  let id: number;
  let close = async (): Promise<void> => undefined;
  beforeAll(async () => {
    if (kind === 'broker') id = await newKafka(world);
    else ({ gatewayId: id, close } = await startRegisteredGateway(world));
  });
  afterAll(() => close());

  it('is replaced by a fresh sign-in only, and all else without one', async () => {
    const save = async (changes: Readonly<Record<string, string>>) => {
      const { body } = await world.ask(ada, 'GET', `/api/resource/${id}`);
      const shown = body as unknown as ResourceRow;
      const values = { ...Object.fromEntries(shown.configs.map(({ name, value }) => [name, value])), ...changes };
      const configs = Object.entries(values).map(([name, value]) => ({ name, value }));
      const { name, type, isPublic, basedOn } = shown;
      const json = { id, name, type, isPublic, configs, access: [], basedOn };
      const saved = await world.ask(ada, 'POST', '/api/resources', { json });
      await world.allShown();
      return saved;
    };
    await age(301);
    expect(await save({ ...more, [field]: secret })).toMatchObject(notFresh);
    await age(0);
    expect((await save({ ...more, [field]: secret })).status).toBe(200);
    await age(301);
    expect((await save({})).status).toBe(200);
    expect(await save({ [field]: `${secret} of another` })).toMatchObject(notFresh);
  });
});
