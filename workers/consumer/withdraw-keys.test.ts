import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AccessCommand, accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import type { ConsumerEvent } from '#domain/consumer/consumer.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import { execute } from '#eventstore/execute.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;

beforeAll(async () => {
  world = await startWorldOnAnyKong();
});
afterAll(() => world?.close());

/** All keys of the test world belong to organization 1 and API 1. */
const pair = { apiId: 1, organizationId: 1 };
const change = async (command: AccessCommand) => {
  const meta: EventMeta = {
    actor: { userId: 8, organizationId: 1, roles: ['ROLE_PORTAL_ADMIN'] },
    commandId: crypto.randomUUID(),
    correlationId: 'revoke',
    time: new Date().toISOString(),
  };
  const id = accessIdOf(pair.apiId, pair.organizationId);
  const done = await execute({ store: world.store, decider: accessDecider, id, command, meta });
  if (isRefusal(done)) throw new Error(done.problems[0].code);
};
const grant = async () => {
  const grantId = world.nextId();
  await change({ type: 'GrantAccess', data: { grantId, ...pair } });
  return grantId;
};
const revoke = (grantId: number) => change({ type: 'RevokeAccess', data: { grantId } });

const gone = (consumerId: number) =>
  vi.waitFor(async () => expect((await world.history('consumer', consumerId)).at(-1)).toBe('ConsumerRemoved'), 20_000);
const removalsOf = async (consumerId: number) =>
  (await world.store.read<ConsumerEvent>(`consumer-${consumerId}`)).filter(
    ({ type }) => type === 'ConsumerRemovalRequested',
  );

describe('C4: revoking access', () => {
  it('removes all keys from the gateway, each by an operation that support can replay, and nothing brings them back', async () => {
    const { id } = await world.deployed('revoked');
    const grantId = await grant();
    const [under, byRight] = [world.nextId(), world.nextId()];
    const added = await world.request.addConsumer(under, id, 'key-under-grant', { grantId });
    await world.ended(added);
    await world.ended(await world.request.addConsumer(byRight, id, 'key-by-right'));
    expect(await world.call('/revoked-dev/x', { apikey: 'key-under-grant' })).toBe(200);

    await revoke(grantId);
    await gone(under);
    await gone(byRight);
    expect(await world.call('/revoked-dev/x', { apikey: 'key-under-grant' })).toBe(401);
    expect(await world.call('/revoked-dev/x', { apikey: 'key-by-right' })).toBe(401);
    const [removal] = await removalsOf(under);
    expect(removal).toMatchObject({ meta: { actor: { userId: 8 }, correlationId: 'revoke' } });

    // A second revocation finds nothing to revoke.
    await expect(revoke(grantId)).rejects.toThrow('not-found');
    expect(await removalsOf(under)).toHaveLength(1);
    // Support replays the operation that added the key.
    await world.request.replay(added).catch(() => undefined);
    // A new grant allows only new keys.
    const again = await grant();
    const fresh = world.nextId();
    await world.ended(await world.request.addConsumer(fresh, id, 'key-of-new-grant', { grantId: again }));
    expect(await world.call('/revoked-dev/x', { apikey: 'key-of-new-grant' })).toBe(200);
    expect(await world.call('/revoked-dev/x', { apikey: 'key-under-grant' })).toBe(401);
    await revoke(again);
    await gone(fresh);
  });

  it('stops a key that is being added, and one that a simultaneous command requested too late', async () => {
    const { id } = await world.deployed('raced');
    const grantId = await grant();
    await world.stopWorker();
    const [inFlight, late] = [world.nextId(), world.nextId()];
    await world.request.addConsumer(inFlight, id, 'key-in-flight', { grantId });
    await revoke(grantId);
    // Its command read the access before it was revoked.
    const lateOperation = await world.request.addConsumer(late, id, 'key-too-late', { grantId });
    await world.startWorker();
    await gone(inFlight);
    await gone(late);
    expect(await world.call('/raced-dev/x', { apikey: 'key-in-flight' })).toBe(401);
    expect(await world.call('/raced-dev/x', { apikey: 'key-too-late' })).toBe(401);
    await world.request.replay(lateOperation).catch(() => undefined);
    expect(await world.history('consumer', late)).not.toContain('ConsumerApplied');
  });
});

it('ends the access of all keys before it cleans up after the first', async () => {
  const { id } = await world.deployed('thirty');
  const keys = Array.from({ length: 12 }, () => world.nextId());
  const keyOf = (key: number) => ({ apikey: `key-of-many-${key}` });
  const operations = await Promise.all(keys.map((key) => world.request.addConsumer(key, id, keyOf(key).apikey)));
  for (const operation of operations) await world.completed(operation);
  await world.stopWorker();
  const removals = await Promise.all(keys.map((key) => world.request.removeConsumer(key)));
  await vi.waitFor(async () => {
    const { rowCount } = await world.pool.query(
      "select from consumers where deployment_id = $1 and state = 'removing'",
      [id],
    );
    expect(rowCount).toBe(keys.length);
  }, 10_000);
  expect(await world.call('/thirty-dev/x', keyOf(keys[0] as number))).toBe(200);

  await world.startWorker();
  await Promise.race(removals.map(world.completed));
  const statuses = await Promise.all(keys.map((key) => world.call('/thirty-dev/x', keyOf(key))));
  expect(statuses).toEqual(keys.map(() => 401));
  for (const removal of removals) await world.completed(removal);
});

it('repeats a lost withdrawal, so that no key outlives its grant', async () => {
  const { id } = await world.deployed('forgotten');
  const grantId = await grant();
  const [bound, free] = [world.nextId(), world.nextId()];
  await world.completed(await world.request.addConsumer(bound, id, 'key-bound', { grantId }));
  await world.completed(await world.request.addConsumer(free, id, 'key-free'));
  await world.stopWorker();
  await revoke(grantId);
  await vi.waitFor(async () => {
    const { rowCount } = await world.pool.query(
      `update access_grants set revoked_at = now() - interval '2 minutes' where id = $1 and revoked_at is not null`,
      [grantId],
    );
    expect(rowCount).toBe(1);
  }, 10_000);
  await world.pool.query(`update consumers set created_at = now() - interval '1 hour' where deployment_id = $1`, [id]);
  // The subscription has already passed the revocation.
  await world.pool.query(`update subscriptions set position = $1 where name = 'withdrawals'`, [
    await world.store.head(),
  ]);
  await world.startWorker();
  await gone(bound);
  expect(await world.call('/forgotten-dev/x', { apikey: 'key-bound' })).toBe(401);
  expect(await world.call('/forgotten-dev/x', { apikey: 'key-free' })).toBe(200);
});

describe('an internal organization that becomes external', () => {
  const details = { ...plainOrganization, name: 'Tide', external: false };
  const becomes = (external: boolean) =>
    world.send(organizationDecider, pair.organizationId, {
      type: 'ChangeDetails',
      data: { details: { ...details, external } },
    });

  it('loses the keys that it had without access, also one that a simultaneous command requested too late', async () => {
    const { id } = await world.deployed('outside');
    const data = { organizationId: pair.organizationId, ...details };
    await world.send(organizationDecider, pair.organizationId, { type: 'RegisterOrganization', data });
    const [byRight, late] = [world.nextId(), world.nextId()];
    await world.completed(await world.request.addConsumer(byRight, id, 'key-of-colleagues'));
    expect(await world.call('/outside-dev/x', { apikey: 'key-of-colleagues' })).toBe(200);
    await becomes(true);
    await world.request.addConsumer(late, id, 'key-of-late-colleagues');
    await gone(byRight);
    await gone(late);
    expect(await world.call('/outside-dev/x', { apikey: 'key-of-colleagues' })).toBe(401);
    expect(await world.call('/outside-dev/x', { apikey: 'key-of-late-colleagues' })).toBe(401);
    expect(await removalsOf(byRight)).toMatchObject([{ meta: { causationId: expect.any(String) } }]);
  });

  it('keeps the keys for whose API it has access', async () => {
    await becomes(false);
    const { id } = await world.deployed('granted');
    await grant();
    const [kept, marker] = [world.nextId(), world.nextId()];
    await world.completed(await world.request.addConsumer(kept, id, 'key-with-access'));
    await becomes(true);
    // The subscription has followed the change when it has followed the marker.
    await world.completed(await world.request.addConsumer(marker, id, 'key-marker'));
    await vi.waitFor(async () => {
      const { rowCount } = await world.pool.query('select from given_keys where consumer_id = $1', [marker]);
      expect(rowCount).toBe(1);
    }, 20_000);
    expect(await removalsOf(kept)).toEqual([]);
    expect(await world.call('/granted-dev/x', { apikey: 'key-with-access' })).toBe(200);
  });
});
