import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRow } from '#domain/audit/schema.ts';
import { userDecider } from '#domain/user/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { newName } from '#test/examples/route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { undoingIn } from '../fixtures/undoing.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const { ask, done, newest, previewOf, undo } = undoingIn(() => world);

const configs = (values: object) => Object.entries(values).map(([name, value]) => ({ name, value }));

/** Makes a resource and changes it. @returns the entry of the change */
const changedResource = async (type: 'KAFKA' | 'REDIS', first: object, then: object, more: object = {}) => {
  const { portal } = world.acme.members;
  const base = { name: newName(), type, isPublic: false, ...more };
  const { id } = await done(portal, 'POST', '/api/resources', { id: 0, ...base, configs: configs(first) });
  await done(portal, 'POST', '/api/resources', { id, ...base, configs: configs({ ...first, ...then }) });
  return await newest(`resource-${id}`);
};

const redis = { host: 'redis.example', port: '6379', timeout: '500', password: 'secret-pass' };
const kafka = {
  ...{ envType: 'DEV', address: 'one.example:9092,two.example:9092', internalAddr: '', mechanism: 'SCRAM-SHA-512' },
  ...{ user: 'portico', password: 'secret-pass' },
};

describe('a change of a resource', () => {
  it('to TLS is not undone with a click', async () => {
    const { portal } = world.acme.members;
    const plain = { ...kafka, securityProtocol: 'SASL_PLAINTEXT' };
    const tls = { securityProtocol: 'SASL_SSL', password: '' };
    const changed = await changedResource('KAFKA', plain, tls, { allowPlaintext: true });
    expect(await previewOf(portal, changed)).toMatchObject({ reason: 'plain', send: null });
  });

  it('of something else stays possible where the protocol is plain now', async () => {
    const { portal } = world.acme.members;
    const plain = { ...kafka, securityProtocol: 'SASL_PLAINTEXT' };
    const changed = await changedResource('KAFKA', plain, { envType: 'TEST', password: '' }, { allowPlaintext: true });
    const { preview } = await undo(portal, changed);
    expect(preview.send?.body).toMatchObject({ allowPlaintext: true });
  });

  it('of the address says at once that the secret would have to be said again', async () => {
    const { portal } = world.acme.members;
    for (const other of [{ host: 'other.example' }, { port: '6380' }])
      expect(await previewOf(portal, await changedResource('REDIS', redis, other))).toMatchObject({
        reason: 'secret',
        send: null,
      });
    const tls = { ...kafka, securityProtocol: 'SASL_SSL' };
    const moved = await changedResource('KAFKA', tls, { address: 'two.example:9092' });
    expect(await previewOf(portal, moved)).toMatchObject({ reason: 'secret' });
  });

  it('of the address is undone where no secret is kept, or it is sent to no other server', async () => {
    const { portal } = world.acme.members;
    await undo(portal, await changedResource('REDIS', { ...redis, password: 'NO' }, { host: 'other.example' }));
    const tls = { ...kafka, securityProtocol: 'SASL_SSL', address: 'one.example:9092' };
    await undo(portal, await changedResource('KAFKA', tls, { address: kafka.address }));
  });
});

/** Moves a company's administrator, who loses the role. @returns the person, and the entry of the role */
const movedAdministrator = async () => {
  const { portal } = world.acme.members;
  const { userId } = await world.seed.user(world.acme.organizationId, newName(), ['ROLE_COMPANY_ADMIN']);
  const named = { type: 'ChangeUser', data: { change: { firstname: 'Noor', lastname: 'Example' } } } as const;
  await world.shown(await world.seed.send(userDecider, userId, named));
  await done(portal, 'POST', '/api/user', { id: userId, organizationId: world.partner.organizationId });
  return { userId, taken: await newest(`user-${userId}`, 'UserRolesChanged') };
};

type ByHand = Readonly<{ entry: AuditRow; path: string; body: object }>;

/** Changes a resource. @returns the form that puts the former values back, as somebody fills it in who types the secret again */
const resourceByHand = async (...[type, first, ...change]: Parameters<typeof changedResource>): Promise<ByHand> => {
  const entry = await changedResource(type, first, ...change);
  const body = {
    id: Number(entry.thing),
    name: entry.name,
    type,
    isPublic: false,
    allowPlaintext: true,
    configs: configs(first),
  };
  return { entry, path: '/api/resources', body };
};

describe('a command sent by hand is no undoing of what the preview refuses', () => {
  it.each<[string, () => Promise<ByHand>]>([
    [
      'plain',
      () =>
        resourceByHand(
          'KAFKA',
          { ...kafka, securityProtocol: 'SASL_PLAINTEXT' },
          { securityProtocol: 'SASL_SSL', password: '' },
          { allowPlaintext: true },
        ),
    ],
    ['secret', () => resourceByHand('REDIS', redis, { host: 'other.example' })],
    [
      'company',
      async () => {
        const { userId, taken } = await movedAdministrator();
        return { entry: taken, path: '/api/user', body: { id: userId, companyAdmin: true } };
      },
    ],
  ])('%s', async (reason, make) => {
    const { portal } = world.acme.members;
    const { entry, path, body } = await make();
    expect(await previewOf(portal, entry)).toMatchObject({ reason });
    const before = await world.countEvents();
    expect(await ask(portal, 'POST', path, body, entry.id)).toMatchObject({
      status: 409,
      body: { code: `undo.${reason}` },
    });
    expect(await world.countEvents()).toBe(before);
    // The form itself may be sent, as a change like any other.
    await done(portal, 'POST', path, body);
    expect(await newest(`${entry.noun}-${entry.thing}`)).toMatchObject({ undoes: null });
  });
});

it('whoever moved does not administer the new company because a role of the former one comes back', async () => {
  const { portal } = world.acme.members;
  const { userId, taken } = await movedAdministrator();
  expect(await previewOf(portal, taken)).toMatchObject({ reason: 'company', send: null });
  // Back in the former company it is a role there again.
  await undo(portal, await newest(`user-${userId}`, 'UserMoved'));
  await undo(portal, taken);
  expect(await loadState(world.services.store, userDecider, userId)).toMatchObject({
    organizationId: world.acme.organizationId,
    roles: ['ROLE_COMPANY_ADMIN'],
  });
});
