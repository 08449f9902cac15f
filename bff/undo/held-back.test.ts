import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const { done, newest, previewOf, undo } = undoingIn(() => world);

/** Makes a resource and changes it. @returns what undoing the change would do */
const changedResource = async (type: 'KAFKA' | 'REDIS', first: object, then: object, more: object = {}) => {
  const { portal } = world.acme.members;
  const base = { name: newName(), type, isPublic: false, ...more };
  const configs = (values: object) => Object.entries(values).map(([name, value]) => ({ name, value }));
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

it('whoever moved does not administer the new company because a role of the former one comes back', async () => {
  const { portal } = world.acme.members;
  const { userId } = await world.seed.user(world.acme.organizationId, newName(), ['ROLE_COMPANY_ADMIN']);
  const named = { type: 'ChangeUser', data: { change: { firstname: 'Noor', lastname: 'Example' } } } as const;
  await world.shown(await world.seed.send(userDecider, userId, named));
  await done(portal, 'POST', '/api/user', { id: userId, organizationId: world.partner.organizationId });
  const taken = await newest(`user-${userId}`, 'UserRolesChanged');
  expect(await previewOf(portal, taken)).toMatchObject({ reason: 'company', send: null });
  // Back in the former company it is a role there again.
  await undo(portal, await newest(`user-${userId}`, 'UserMoved'));
  await undo(portal, taken);
  expect(await loadState(world.services.store, userDecider, userId)).toMatchObject({
    organizationId: world.acme.organizationId,
    roles: ['ROLE_COMPANY_ADMIN'],
  });
});
