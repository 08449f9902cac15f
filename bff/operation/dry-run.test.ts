import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayObjectDecider } from '#domain/gateway-object/decider.ts';
import { objectStreamId } from '#domain/gateway-object/object-id.ts';
import { createKongClient, type KongClient } from '#gateway/admin-api/client.ts';
import { mirrored } from '#gateway/mirror/mirrored.ts';
import { createTargetPolicy } from '#gateway/target/target-policy.ts';
import { readSettings } from '#platform/settings.ts';
import { randomId } from '#platform/uuid.ts';
import { subscriptionRequests } from '#test/world/subscription-requests.ts';
import { type TopicsOfWorld, topicsOf } from '#test/world/topics-of-world.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { dryRunOf } from './shared/dry-run.ts';

const kafkaEnvId = 71;
let world: WorkedWorld;
let client: KongClient;
let kafka: TopicsOfWorld;
beforeAll(async () => {
  world = await startWorkedWorld();
  client = createKongClient({ adminUrl: world.gateway.adminUrl, token: world.gateway.adminToken });
  kafka = await topicsOf(world, kafkaEnvId);
});
afterAll(async () => {
  await client?.close();
  await kafka?.close();
  await world?.close();
});

/** The dry run, as the BFF makes it. */
const dryRun = async (kind: string, subject: number | string, id: string) => {
  const { pool, vault, names } = world;
  // It writes nothing.
  const store = { ...world.store, append: () => Promise.reject(new Error('a dry run writes nothing')) };
  const env = {
    PORTICO_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: 'postgres://of-a-test',
    PUBLIC_URL: 'http://portal.example',
    UPSTREAM_ALLOW_NETWORKS: '127.0.0.0/8',
  };
  const settings = readSettings(env);
  const services = { store, pool, vault, names, settings, targets: createTargetPolicy(settings) };
  const { outcome, plan, problem } = await dryRunOf(services as never, { id, kind, subject_id: String(subject) });
  return {
    outcome,
    ...(problem && { code: problem.code }),
    ...(plan && { changes: plan.changes.map(({ action, object }) => `${action} ${object}`) }),
    text: JSON.stringify(plan),
  };
};
const told = async (...asked: Parameters<typeof dryRun>) => {
  const { text: _text, ...rest } = await dryRun(...asked);
  return rest;
};

/** Asks while no worker runs, and lets one carry it out after `look`. */
const whileNobodyWorks = async (ask: () => Promise<string>, look: (operationId: string) => Promise<void>) => {
  await world.stopWorker();
  const operationId = await ask();
  await look(operationId);
  await world.startWorker();
  await world.completed(operationId);
  return operationId;
};

describe('the dry run of a key', () => {
  const apikey = 'key-that-no-dry-run-shows';

  it('names what a worker would make, then nothing, then what somebody took or changed by hand, without a secret', async () => {
    const { id: deploymentId } = await world.deployed('dry');
    const consumerId = world.nextId();
    const added = await whileNobodyWorks(
      () => world.request.addConsumer(consumerId, deploymentId, apikey),
      async (operationId) => {
        expect(await told('add-consumer', consumerId, operationId)).toEqual({
          outcome: 'changes',
          changes: ['add consumer', 'add acl', 'add key-auth'],
        });
      },
    );
    expect(await told('add-consumer', consumerId, added)).toEqual({ outcome: 'nothing' });
    expect(await told('add-consumer', consumerId, randomId())).toEqual({ outcome: 'replaced' });

    await world.stopWorker();
    const kongId = world.names.consumerId(consumerId);
    const [credential] = await client.list('key-auth', [...world.names.listedBy('consumer', consumerId)].slice(0, 1));
    if (!credential) throw new Error('no credential');
    const place = { ...credential, consumerId: kongId };
    await client.put(place, { ...credential.body, key: 'canary-by-hand' });
    const changed = await dryRun('add-consumer', consumerId, added);
    expect(changed).toMatchObject({ outcome: 'changes', changes: ['change key-auth'] });
    expect(changed.text).not.toMatch(/canary|key-that/);
    await client.remove(place);
    expect(await told('add-consumer', consumerId, added)).toEqual({ outcome: 'changes', changes: ['add key-auth'] });
    const removed = await world.request.removeConsumer(consumerId);
    expect(await told('remove-consumer', consumerId, removed)).toEqual({
      outcome: 'changes',
      changes: expect.arrayContaining(['remove acl', 'remove consumer']),
    });
    await world.startWorker();
    await world.completed(removed);
    expect(await told('remove-consumer', consumerId, removed)).toEqual({ outcome: 'replaced' });
  });
});

describe('the dry run of an object of a gateway', () => {
  const ask = async (objectId: string, seen: string | null, fields?: object) => {
    const operationId = randomId();
    world.gateway.made(objectId);
    const data = { operationId, gatewayId: 1, kind: 'service', objectId, name: 'theirs', seen } as const;
    const changes = [{ field: 'host', before: null, after: 'made.example' }];
    await world.send(
      gatewayObjectDecider,
      objectStreamId(1, objectId),
      fields
        ? { type: 'SaveObject', data: { ...data, fields: { ...fields }, changes } }
        : { type: 'DeleteObject', data },
    );
    return operationId;
  };
  const seenOf = async (id: string) => {
    const body = await client.read(`/services/${id}`);
    const source = { gatewayId: 1, client, names: world.names, vault: world.vault };
    return body ? ((await mirrored(source, 'service', [body]))[0]?.hash ?? '') : null;
  };

  it('says what would be made, changed or deleted, and that it is another one than the person saw', async () => {
    const id = randomUUID();
    const subject = objectStreamId(1, id);
    const name = world.named('dry');
    const made = await whileNobodyWorks(
      () => ask(id, null, { name, host: 'made.example', port: 8080 }),
      async (operationId) =>
        expect(await told('save-object', subject, operationId)).toEqual({
          outcome: 'changes',
          changes: ['add service'],
        }),
    );
    expect(await told('save-object', subject, made)).toEqual({ outcome: 'replaced' });

    await world.stopWorker();
    const seen = await seenOf(id);
    const changed = await ask(id, seen, { host: 'moved.example' });
    expect(await told('save-object', subject, changed)).toEqual({ outcome: 'changes', changes: ['change service'] });
    const body = (await client.read(`/services/${id}`)) ?? {};
    await world.admin('PUT', `/services/${id}`, { ...body, retries: 2 });
    expect(await told('save-object', subject, changed)).toEqual({ outcome: 'fails', code: 'gateway-object.changed' });
    await world.admin('PUT', `/services/${id}`, { ...body, host: 'moved.example' });
    expect(await told('save-object', subject, changed)).toEqual({ outcome: 'nothing' });
    await world.startWorker();
    await world.completed(changed);

    await whileNobodyWorks(
      async () => ask(id, await seenOf(id)),
      async (operationId) =>
        expect(await told('delete-object', subject, operationId)).toEqual({
          outcome: 'changes',
          changes: ['remove service'],
        }),
    );
  });
});

describe('the dry run at Kafka', () => {
  it('of a topic says what would be made, changed and deleted, and that others have the name', async () => {
    const details = kafka.wanted();
    let id = 0;
    const added = await whileNobodyWorks(
      async () => {
        const asked = await kafka.add(details);
        id = asked.id;
        return asked.operationId;
      },
      async (operationId) =>
        expect(await told('add-event-topic', id, operationId)).toEqual({ outcome: 'changes', changes: ['add topic'] }),
    );
    // What is saved is under way no more: a replay finds nothing to do.
    expect(await told('add-event-topic', id, added)).toEqual({ outcome: 'replaced' });

    await world.stopWorker();
    const { operationId } = await kafka.change(id, { ...details, partitions: 4, config: { 'retention.ms': '70000' } });
    const changed = await dryRun('change-event-topic', id, operationId);
    expect(changed).toMatchObject({ outcome: 'changes', changes: ['change topic'] });
    expect(JSON.parse(changed.text).changes[0].fields).toEqual([
      { field: 'partitions', removed: ['2'], added: ['4'], more: 0 },
      { field: 'retention.ms', removed: ['60000'], added: ['70000'], more: 0 },
    ]);
    const others = kafka.wanted();
    await kafka.asAdmin((admin) => admin.createTopic({ name: others.name }));
    const taken = await kafka.add(others);
    expect(await told('add-event-topic', taken.id, taken.operationId)).toEqual({
      outcome: 'fails',
      code: 'event-topic.on-broker',
    });
    await world.startWorker();
    await world.completed(operationId);

    await world.stopWorker();
    const removal = await kafka.remove(id);
    expect(await told('delete-event-topic', id, removal.operationId)).toEqual({
      outcome: 'changes',
      changes: ['remove topic'],
    });
    await kafka.stop();
    expect(await told('delete-event-topic', id, removal.operationId)).toMatchObject({ outcome: 'away' });
    await kafka.start();
    await world.startWorker();
    await world.completed(removal.operationId);
  });

  it('of a subscription says which users and rights would be made and taken', async () => {
    const ask = subscriptionRequests(world);
    const { name: topicName } = kafka.wanted();
    await kafka.asAdmin((admin) => admin.createTopic({ name: topicName }));
    const id = world.nextId();
    const added = await whileNobodyWorks(
      () => ask.add(id, { kafkaEnvId, topicName }),
      async (operationId) =>
        expect(await told('add-event-subscription', id, operationId)).toEqual({
          outcome: 'changes',
          changes: ['add kafka user', 'change kafka rights'],
        }),
    );
    expect(await told('add-event-subscription', id, added)).toEqual({ outcome: 'nothing' });
    await world.stopWorker();
    await kafka.asAdmin(async (admin) =>
      admin.deleteAcls(await admin.describeAcls({ principal: `User:${ask.userOf(id)}` })),
    );
    expect(await told('add-event-subscription', id, added)).toEqual({
      outcome: 'changes',
      changes: ['change kafka rights'],
    });
    const removed = await ask.remove(id);
    expect(await told('remove-event-subscription', id, removed)).toEqual({
      outcome: 'changes',
      changes: ['remove kafka user'],
    });
    await world.startWorker();
    await world.completed(removed);
  });
});

it('of what only a worker can compare says so', async () => {
  for (const kind of ['send-mail', 'suspend-keys', 'limit-keys', 'generate-code'])
    expect(await told(kind, 1, randomId())).toEqual({ outcome: 'unknown' });
});
