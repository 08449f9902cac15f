import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type AccessCommand, accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { runSql } from '#test/postgres/sql.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { endDueGrants } from '../access/chores.ts';

let world: WorkedWorld;

beforeAll(async () => {
  world = await startWorkedWorld();
});
afterAll(() => world?.close());

/** All keys of the test world belong to organization 1 and API 1. */
const pair = { apiId: 1, organizationId: 1 };
const access = (command: AccessCommand) => world.send(accessDecider, accessIdOf(1, 1), command);

const opens = (key: string) => world.call('/shop-dev/x', { apikey: key });
const refused = async (keys: readonly string[]) => {
  for (const key of keys) expect(await opens(key), key).toBe(401);
};
/** Returns the entities of keys on the gateway. */
const actual = async (consumerIds: readonly number[]) => {
  const tags = consumerIds.flatMap((id) => world.names.listedBy('consumer', id));
  const rows = Object.values(await world.dump()).flat();
  return rows.filter((row) => (row.tags as string[] | null)?.some((tag) => tags.includes(tag)));
};
const last = async (stream: string) => (await world.store.read(stream)).at(-1) as RecordedEvent;
const requestsOf = async (consumerId: number) =>
  (await world.store.read(`consumer-${consumerId}`)).flatMap(({ data }) => {
    const { operationId } = data as { operationId?: string };
    return operationId === undefined ? [] : [operationId];
  });

/** Empties the queue, and resets both subscriptions of the log. */
const forgetAll = () =>
  runSql(
    world.database.ownerUrl,
    'truncate bullmq.job cascade',
    "delete from subscriptions where name in ('dispatcher', 'withdrawals')",
    'delete from given_keys',
  );

/** Delivers a request once more, by the event of support's replay, where the rules refuse it. */
const replayByForce = async (operationId: string) => {
  const { version, meta } = await last(`operation-${operationId}`);
  await world.store.append({
    stream: `operation-${operationId}`,
    expectedVersion: version,
    events: [{ id: randomUUID(), type: 'OperationReplayRequested', data: { replay: 9, reason: 'by force' } }],
    meta: { ...meta, commandId: randomUUID() },
  });
};

it('C4: revoked keys stay gone after replays, a redeployment, a lost queue and repeated deliveries', async () => {
  const deploymentId = world.nextId();
  await world.request.publish(pair.apiId);
  const settings = { nickname: 'late', rateLimit: null, requestTransformer: null };
  await world.ended(await world.request.deploy(deploymentId, world.configOf('shop')));
  const grantId = world.nextId();
  await access({ type: 'GrantAccess', data: { grantId, ...pair } });
  const [plain, rotated, waiting] = [world.nextId(), world.nextId(), world.nextId()];
  const gone = [plain, rotated, waiting];
  const keys = ['key-plain', 'key-before', 'key-after', 'key-waiting'];
  await world.ended(await world.request.addConsumer(plain, deploymentId, 'key-plain', { grantId }));
  await world.ended(await world.request.addConsumer(rotated, deploymentId, 'key-before', { grantId }));
  await world.ended(await world.request.rotate(rotated, 'key-after'));
  for (const key of ['key-plain', 'key-before', 'key-after']) expect(await opens(key)).toBe(200);

  // The operation of one key still waits for the gateway when access is revoked.
  await world.gatewayDown();
  const adding = await world.request.addConsumer(waiting, deploymentId, 'key-waiting', { grantId });
  await vi.waitFor(async () => expect((await last(`operation-${adding}`)).type).toBe('OperationDelayed'), 10_000);
  await access({ type: 'RevokeAccess', data: { grantId } });
  await world.gatewayUp();
  await world.request.replay(adding).catch(() => undefined);
  for (const id of gone) {
    await vi.waitFor(async () => expect((await last(`consumer-${id}`)).type).toBe('ConsumerRemoved'), 20_000);
  }
  await refused(keys);
  expect(await actual(gone)).toEqual([]);

  // A removed key can't be changed or rotated.
  await expect(
    world.send(consumerDecider, plain, { type: 'RequestChange', data: { operationId: randomUUID(), ...settings } }),
  ).rejects.toThrow('not-found');

  // The deployment is deployed again, with another setting.
  const again = await world.request.deploy(deploymentId, world.configOf('shop', { ratePerMinute: 600 }));
  expect((await world.ended(again)).type).toBe('OperationCompleted');
  await refused(keys);

  // All operations of these keys are replayed, against the rules.
  const operations = [...new Set((await Promise.all(gone.map(requestsOf))).flat())];
  expect(operations).toHaveLength(7);
  for (const operationId of operations) await replayByForce(operationId);
  for (const operationId of operations) expect((await world.ended(operationId)).type).toBe('OperationSuperseded');

  // The queue is lost, and dispatcher and withdrawals read the whole log anew.
  await world.stopWorker();
  await forgetAll();
  const head = await world.store.head();
  await world.startWorker();
  await vi.waitFor(async () => {
    const { rows } = await world.pool.query('select position from subscriptions where name = any($1)', [
      ['dispatcher', 'withdrawals'],
    ]);
    expect(rows.map(({ position }) => position >= head)).toEqual([true, true]);
  }, 20_000);

  // A new grant allows only new keys. When one of them works, all earlier operations are done.
  const next = world.nextId();
  await access({ type: 'GrantAccess', data: { grantId: next, ...pair } });
  const fresh = world.nextId();
  await world.ended(await world.request.addConsumer(fresh, deploymentId, 'key-fresh', { grantId: next }));
  expect(await opens('key-fresh')).toBe(200);
  await refused(keys);
  expect(await actual(gone)).toEqual([]);
  expect((await actual([fresh])).length).toBeGreaterThan(0);

  // The end of a grant takes the same way.
  const past = new Date(Date.now() - 1_000).toISOString();
  // That of an API that is gone has nothing to end.
  const [goneApi, idle] = [world.nextId(), world.nextId()];
  const ofGone = (command: AccessCommand) => world.send(accessDecider, accessIdOf(goneApi, 1), command);
  await ofGone({ type: 'GrantAccess', data: { grantId: idle, apiId: goneApi, organizationId: 1 } });
  await ofGone({ type: 'ChangeEnd', data: { grantId: idle, seen: null, endsAt: past, decidedBy: 2 } });
  await access({ type: 'ChangeEnd', data: { grantId: next, seen: null, endsAt: past, decidedBy: 2 } });
  await vi.waitFor(async () => {
    await endDueGrants(world, new Date());
    expect((await last(`consumer-${fresh}`)).type).toBe('ConsumerRemoved');
  }, 20_000);
  await refused([...keys, 'key-fresh']);
  expect(await actual([fresh])).toEqual([]);
  expect((await last(`access-${accessIdOf(goneApi, 1)}`)).type).toBe('ApiAccessEndChanged');
});
