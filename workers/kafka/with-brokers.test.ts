import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kafkaNamed } from '#domain/core/operation-kind.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { settingsIn } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import { type SandboxBroker, startBroker } from '#sandbox/kafka/start-broker.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';
import { isAway, markBack } from '../engine/outage.ts';
import { ResourceAwayError } from '../engine/run.ts';
import { openServices } from '../open-services.ts';
import { kafkaAsResource } from './resource.ts';
import { withBrokers } from './with-brokers.ts';

const admin = { user: 'admin', password: 'of-this-suite' };
const id = 77;

let world: WorkerWorld;
let folder: string;
let broker: SandboxBroker;
let opened: Awaited<ReturnType<typeof openServices>>;
beforeAll(async () => {
  world = await startWorkerWorld();
  folder = await mkdtemp(join(tmpdir(), 'portico-brokers-'));
  broker = await startBroker({ folder, admin });
  opened = await openServices(world.workerOptions);
  const secretId = crypto.randomUUID();
  await world.vault.sealSecret(world.pool, {
    id: secretId,
    kind: 'server-password',
    owner: 'test',
    value: admin.password,
  });
  await world.send(resourceDecider, id, {
    type: 'RegisterResource',
    data: {
      resourceId: id,
      type: 'KAFKA',
      name: 'Brokers',
      isPublic: true,
      organizations: [],
      envType: 'DEV',
      address: 'nowhere.example:9092',
      internalAddr: broker.plain,
      securityProtocol: 'SASL_PLAINTEXT',
      mechanism: 'SCRAM-SHA-512',
      user: admin.user,
      password: { secretId, fingerprint: 'of-this-suite' },
    },
  });
});
afterAll(async () => {
  await opened?.close();
  await broker?.close();
  await world?.close();
  await rm(folder, { recursive: true });
});

it('brokers are used at the address for Portico, wait for them when they are away, and are seen when they are back', async () => {
  const { services } = opened;
  const topics = () => withBrokers(services, id, ({ kafka }) => kafka.listTopics());
  expect(await topics()).toEqual([]);
  await broker.close();
  const ports = [broker.plain, broker.tls].map((place) => Number(place.split(':')[1])) as [number, number];
  const away = await topics().catch((error: unknown) => error);
  expect(away).toBeInstanceOf(ResourceAwayError);
  expect(away).toMatchObject({ resource: 'kafka-77', problem: { code: 'kafka.unreachable' } });
  expect(await isAway(services.pool, kafkaNamed(id))).toBe(true);
  expect(await kafkaAsResource.isBack(services, id)).toBe(false);
  broker = await startBroker({ folder, admin, ports });
  expect(await kafkaAsResource.isBack(services, id)).toBe(true);
  await markBack(services.pool, kafkaNamed(id));
});

it('a refused login is no outage: its operations wait for a person', async () => {
  const { services } = opened;
  const state = await loadState(world.store, resourceDecider, id);
  const settings = settingsIn(state, 'KAFKA');
  if (!settings) throw new Error('it has no settings');
  await world.send(resourceDecider, id, { type: 'ChangeResource', data: { ...settings, user: 'somebody' } });
  const refused = await withBrokers(services, id, ({ kafka }) => kafka.listTopics()).catch((error: unknown) => error);
  expect(kafkaAsResource.failureOf(refused)).toMatchObject({
    class: 'paused',
    problem: { code: 'kafka.login-refused' },
  });
});

it('a resource that is gone ends the operation', async () => {
  const gone = await withBrokers(opened.services, 78, async () => undefined).catch((error: unknown) => error);
  expect(gone).toMatchObject({ problems: [{ code: 'kafka.missing' }] });
});
