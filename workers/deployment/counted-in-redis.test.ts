import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { aboutAt } from '#domain/core/operation-kind.ts';
import { reconciliationDecider } from '#domain/reconciliation/decider.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import type { Redis } from '#domain/resource/resource.ts';
import { randomId } from '#platform/uuid.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { openServices } from '../open-services.ts';
import { reconcileGateway } from '../reconciliation/reconcile-gateways.ts';

const password = 'canary-of-the-counters';
const redisId = 7;
let world: WorkedWorld;
let settings: Redis;

const countedIn = { resourceId: redisId, name: 'Counters' };

beforeAll(async () => {
  world = await startWorkedWorld();
  const secretId = randomId();
  await world.vault.sealSecret(world.pool, {
    id: secretId,
    kind: 'server-password',
    owner: 'resource-7',
    value: password,
  });
  settings = {
    resourceId: redisId,
    type: 'REDIS',
    name: 'Counters',
    isPublic: true,
    organizations: [],
    host: 'counters.example',
    port: 6380,
    timeout: 700,
    password: { secretId, fingerprint: world.vault.fingerprint(password) },
  };
  await world.send(resourceDecider, redisId, { type: 'RegisterResource', data: settings });
});
afterAll(() => world?.close());

const limits = async () => {
  const plugins = await world.gateway.rows('plugins');
  return plugins.flatMap(({ name, config }) => (name === 'rate-limiting' ? [config as Record<string, unknown>] : []));
};

it('gives the gateway host, port and password of the Redis, keeps them as the Redis changes, and takes them off', async () => {
  const { id } = await world.deployed('counted', { ratePerMinute: 90_000, redis: countedIn });
  expect(await limits()).toMatchObject([
    { minute: 90_000, policy: 'redis', redis: { host: 'counters.example', port: 6380, timeout: 700, password } },
  ]);

  await world.send(resourceDecider, redisId, { type: 'ChangeResource', data: { ...settings, host: '[2001:db8::7]' } });
  const operationId = randomId();
  await world.send(reconciliationDecider, operationId, {
    type: 'RequestReconciliation',
    data: { operationId, about: aboutAt('deployment', id), apiId: 1, reason: 'gateway-changed' },
  });
  await world.completed(operationId);
  expect(await limits()).toMatchObject([{ policy: 'redis', redis: { host: '2001:db8::7', password } }]);

  // No event, job, log of an operation or read table has the password.
  const { rows } = await world.pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of rows) {
    const found = await world.pool.query(`select from ${name} each where each::text like $1`, [`%${password}%`]);
    expect({ name, found: found.rowCount }).toEqual({ name, found: 0 });
  }

  await world.completed(
    await world.request.deploy(id, world.configOf('counted', { ratePerMinute: 90_000, redis: null })),
  );
  await vi.waitFor(async () => expect(await limits()).toMatchObject([{ minute: 90_000, policy: 'local' }]));
  expect(JSON.stringify(await limits())).not.toContain(password);
}, 120_000);

it('fails with the reason when the Redis is gone, and leaves nothing on the gateway', async () => {
  const gone = { resourceId: 999, name: 'Gone' };
  const operationId = await world.request.deploy(
    world.nextId(),
    world.configOf('uncounted', { ratePerMinute: 10, redis: gone }),
  );
  expect(await world.ended(operationId)).toMatchObject({
    type: 'OperationFailed',
    data: { problems: [{ code: 'gateway.redis-missing', field: 'rateLimit.redis' }] },
  });
  expect(await world.call('/uncounted-dev/x')).toBe(404);
}, 60_000);

it('counts the limits of keys and of organizations in the Redis of their deployment, as long as it names one', async () => {
  const form = { ratePerMinute: 80_000, redis: countedIn };
  const { id } = await world.deployed('keyed', form);
  const rateLimit = { window: 'hour', calls: 70_000, policy: 'redis' } as const;
  await world.completed(await world.request.addConsumer(world.nextId(), id, 'key-with-a-limit', { rateLimit }));
  await world.completed(await world.request.addConsumer(world.nextId(), id, 'key-without-one'));
  await world.completed(await world.request.limitKeys(id, 1, { window: 'day', calls: 60_000, policy: 'redis' }));
  const ofKeys = async () => {
    const found = (await limits()).filter(({ hour, day }) => hour === 70_000 || day === 60_000);
    return found.toSorted((one, other) => Number(other.hour ?? 0) - Number(one.hour ?? 0));
  };
  const there = { host: '2001:db8::7', port: 6380, password };
  expect(await ofKeys()).toMatchObject([
    { hour: 70_000, policy: 'redis', redis: there },
    { day: 60_000, policy: 'redis', redis: there },
  ]);

  // They follow another address of it.
  await world.send(resourceDecider, redisId, {
    type: 'ChangeResource',
    data: { ...settings, host: 'third.counters.example' },
  });
  const operationId = randomId();
  await world.send(reconciliationDecider, operationId, {
    type: 'RequestReconciliation',
    data: { operationId, about: aboutAt('deployment', id), apiId: 1, reason: 'gateway-changed' },
  });
  await world.completed(operationId);
  const moved = { policy: 'redis', redis: { host: 'third.counters.example', password } };
  expect(await ofKeys()).toMatchObject([moved, moved]);
  // Nothing of it counts as lost.
  const { services, close } = await openServices(world.workerOptions);
  expect(await reconcileGateway(services, 1, 'look', new Date())).toEqual([]);
  await close();

  await world.completed(await world.request.deploy(id, world.configOf('keyed', { ...form, redis: null })));
  expect(await ofKeys()).toMatchObject([{ policy: 'local' }, { policy: 'local' }]);
  expect(JSON.stringify(await ofKeys())).not.toContain(password);
  await world.completed(await world.request.deploy(id, world.configOf('keyed', form)));
  expect(await ofKeys()).toMatchObject([moved, moved]);
}, 120_000);
