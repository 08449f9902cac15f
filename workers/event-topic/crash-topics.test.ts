import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamOf } from '#domain/core/id.ts';
import { kafkaDifferenceDecider } from '#domain/kafka-difference/decider.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import { randomId } from '#platform/uuid.ts';
import '#test/runner/chance.ts';
import { lastNet, within } from '#test/runner/limit.ts';
import { type KilledWorkers, killedWorkers } from '#test/world/killed-workers.ts';
import { go } from '#test/world/start-worker-process.ts';
import { type TopicsOfWorld, topicsOf } from '#test/world/topics-of-world.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';
import { kafkaChores } from '../kafka-difference/chores.ts';
import { openServices } from '../open-services.ts';

let world: WorkerWorld;
let topics: TopicsOfWorld;
let folder: string;
let workers: KilledWorkers;

beforeAll(async () => {
  world = await startWorkerWorld();
  topics = await topicsOf(world, 77);
  folder = await mkdtemp(join(tmpdir(), 'portico-crash-'));
  workers = await killedWorkers(world);
});
afterAll(async () => {
  await workers?.close();
  await topics?.close();
  await world?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const startChild = (crash: Record<string, string>) => {
  const child = workers.startChild(crash);
  go(child);
  return child;
};

/** What Kafka has of a topic, and what Portico says of it. */
const shapeOf = async (id: number, name: string) => {
  const found = await topics.found(name);
  const state = await topics.stateOf(id);
  const history = await world.history('event-topic', id);
  return {
    partitions: found?.partitions,
    config: found && (await topics.ownConfig(name)),
    rights: (await topics.asAdmin((kafka) => kafka.describeAcls({ resource: 'topic', name }))).length,
    isOurs: 'made' in state && state.made?.brokerId === found?.id,
    status: state.status,
    operationId: 'operationId' in state ? state.operationId : null,
    last: history.at(-1),
    outcomes: history.filter((type) => ['EventTopicSaved', 'EventTopicRemoved'].includes(type)).length,
  };
};

type Scene = Readonly<{ id: number; name: string; operationId: string }>;

const add = async (): Promise<Scene> => {
  const details = topics.wanted();
  return { ...(await topics.add(details)), name: details.name };
};
const made = async () => {
  const details = topics.wanted();
  const { id, operationId } = await topics.add(details);
  await workers.withWorker(() => world.completed(operationId));
  return { id, details };
};
/** Adds partitions, changes one setting, sets one, and gives one back. */
const change = async (): Promise<Scene> => {
  const { id, details } = await made();
  const config = { 'cleanup.policy': 'compact' };
  return { ...(await topics.change(id, { ...details, partitions: 4, config })), name: details.name };
};
const remove = async (): Promise<Scene> => {
  const { id, details } = await made();
  return { ...(await topics.remove(id)), name: details.name };
};

/** Changes something by hand, lets looks find it, and has it put as it was applied. */
const drifted = (byHand: (kafka: KafkaClient, name: string) => Promise<unknown>) => async (): Promise<Scene> => {
  const { id, details } = await made();
  await topics.asAdmin((kafka) => byHand(kafka, details.name));
  const { services, close } = await openServices(world.workerOptions);
  try {
    const found = await within(2_000, async () => {
      for (const { run } of kafkaChores) await run(services, { every: 1, quiet: 1, gateways: 1 });
      const { rows } = await world.pool.query<{ id: string; digest: string }>(
        "select id, digest from differences where place = $1 and state = 'open'",
        [streamOf('event-topic', id)],
      );
      if (!rows[0]) throw new Error('no look has found it yet');
      return rows[0];
    });
    const operationId = randomId();
    const data = { operationId, answer: 'reapply', digest: found.digest, reason: 'tried' } as const;
    await world.send(kafkaDifferenceDecider, found.id, { type: 'AnswerDifference', data });
    return { id, name: details.name, operationId };
  } finally {
    await close();
  }
};
const changedByHand = drifted((kafka, name) => kafka.alterConfigs(name, { 'retention.ms': '1000' }));
const openedByHand = drifted((kafka, name) =>
  kafka.createAcls([
    {
      ...{ resource: 'topic', name, pattern: 'literal', principal: 'User:stranger', host: '*' },
      ...{ operation: 'read', permission: 'allow' },
    },
  ]),
);

describe('H5: ends the same when its worker is killed before or after any of its steps', () => {
  it.each([
    ['add-event-topic', add, ['add-event-topic.make.before', 'add-event-topic.make.after']],
    [
      'change-event-topic',
      change,
      ['grow.before', 'grow.after', 'configure.before', 'configure.after'].map((step) => `change-event-topic.${step}`),
    ],
    [
      'reapply-kafka-drift',
      changedByHand,
      ['reapply-kafka-drift.configure.before', 'reapply-kafka-drift.configure.after'],
    ],
    [
      'reapply-kafka-drift',
      openedByHand,
      ['reapply-kafka-drift.remove-acl.before', 'reapply-kafka-drift.remove-acl.after'],
    ],
    ['delete-event-topic', remove, ['delete-event-topic.delete.before', 'delete-event-topic.delete.after']],
  ] as const)(
    '%s',
    async (kind, ask, expected) => {
      const list = join(folder, `${expected[0]}.txt`);
      const calm = await ask();
      const first = startChild({ CRASHPOINT: 'list', CRASHPOINT_LOG: list });
      await world.completed(calm.operationId);
      first.kill('SIGTERM');
      await workers.ended(first);
      const wanted = await shapeOf(calm.id, calm.name);
      const passed = (await readFile(list, 'utf8')).split('\n');
      const points = [...new Set(passed.filter((point) => point.startsWith(`${kind}.`)))];
      expect(points).toEqual(expect.arrayContaining([...expected]));
      for (const point of points) {
        const scene = await ask();
        const child = startChild({ CRASHPOINT: `${point}#1` });
        expect(await workers.ended(child), point).toBe('SIGKILL');
        await workers.withWorker(() => world.completed(scene.operationId));
        expect(await shapeOf(scene.id, scene.name), point).toEqual(wanted);
      }
    },
    lastNet,
  );
});
