import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asAdmin } from '#kafka/contract/on-broker.ts';
import { type OwnBroker, registerBroker, startSandboxBroker } from '#test/kafka/any-broker.ts';
import '#test/runner/chance.ts';
import { lastNet } from '#test/runner/limit.ts';
import { type KilledWorkers, killedWorkers } from '#test/world/killed-workers.ts';
import { go } from '#test/world/start-worker-process.ts';
import { subscriptionRequests } from '#test/world/subscription-requests.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';

const kafkaEnvId = 70;
const topicName = 'orders';

let world: WorkerWorld;
let broker: OwnBroker;
let ask: ReturnType<typeof subscriptionRequests>;
let folder: string;
let workers: KilledWorkers;

beforeAll(async () => {
  [world, broker] = await Promise.all([startWorkerWorld(), startSandboxBroker()]);
  await registerBroker(world, kafkaEnvId, broker);
  ask = subscriptionRequests(world);
  await asAdmin(broker, (kafka) => kafka.createTopic({ name: topicName }));
  folder = await mkdtemp(join(tmpdir(), 'portico-crash-'));
  workers = await killedWorkers(world);
});
afterAll(async () => {
  await workers?.close();
  await world?.close();
  await broker?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const free = (id: number) => `free-${id}`;
const works = async (id: number) => world.completed(await ask.add(id, { kafkaEnvId, topicName, writes: true }));
const rotated = async (id: number) => {
  await works(id);
  await world.completed(await ask.rotate(id, 2));
};
type Scenario = Readonly<{
  kind: string;
  prepare: (id: number) => Promise<unknown>;
  request: (id: number) => Promise<string>;
}>;

const scenarios: readonly Scenario[] = [
  {
    kind: 'add-event-subscription',
    prepare: async () => undefined,
    request: (id) => ask.add(id, { kafkaEnvId, topicName, writes: true, given: free(id) }),
  },
  { kind: 'rotate-event-subscription', prepare: works, request: (id) => ask.rotate(id, 2) },
  { kind: 'end-kafka-login', prepare: rotated, request: (id) => ask.endPrevious(id) },
  {
    kind: 'switch-event-subscription',
    // As after a switch of its organization: the user is there, and its rights are not.
    prepare: async (id) => {
      await works(id);
      await asAdmin(broker, async (kafka) => {
        await kafka.deleteAcls(await kafka.describeAcls({ principal: `User:${ask.userOf(id)}` }));
      });
    },
    request: (id) => ask.follow(id),
  },
  { kind: 'remove-event-subscription', prepare: rotated, request: (id) => ask.remove(id) },
];

/** What Kafka holds of a subscription and its last outcome, without its id. */
const stateOf = async (id: number): Promise<string> => {
  const users = [ask.userOf(id, 1), ask.userOf(id, 2), free(id)];
  const held = await asAdmin(broker, async (kafka) => ({
    users: await kafka.describeUsers(users),
    rights: (await Promise.all(users.map((user) => kafka.describeAcls({ principal: `User:${user}` })))).flat(),
  }));
  const outcome = (await world.history('event-subscription', id)).at(-1);
  return JSON.stringify([held.users.toSorted(), held.rights.map((acl) => JSON.stringify(acl)).toSorted(), outcome])
    .replaceAll(`-${id}.`, '-N.')
    .replaceAll(free(id), 'free-N');
};

it.each(scenarios)(
  '$kind ends the same when its worker is killed at any of its points',
  async ({ kind, prepare, request }) => {
    const list = join(folder, `${kind}.txt`);
    const calm = world.nextId();
    await workers.withWorker(() => prepare(calm));
    const first = workers.startChild({ CRASHPOINT: 'list', CRASHPOINT_LOG: list });
    go(first);
    await world.completed(await request(calm));
    first.kill('SIGTERM');
    await workers.ended(first);
    const wanted = await stateOf(calm);
    const passed = (await readFile(list, 'utf8')).split('\n').filter((point) => point.startsWith(`${kind}.`));
    const points = [...new Set(passed)].filter((point) => !point.endsWith('DelayOperation.appended'));
    expect(points.some((point) => point.endsWith('.before'))).toBe(true);
    expect(points.some((point) => point.endsWith('.after'))).toBe(true);

    const things = points.map(() => world.nextId());
    await workers.withWorker(() => Promise.all(things.map(prepare)));
    let next = workers.startChild({ CRASHPOINT: `${points[0]}#1` });
    for (const [index, point] of points.entries()) {
      const id = things[index] as number;
      const child = next;
      go(child);
      const operationId = await request(id);
      expect(await workers.ended(child), point).toBe('SIGKILL');
      if (index + 1 < points.length) next = workers.startChild({ CRASHPOINT: `${points[index + 1]}#1` });
      await workers.withWorker(() => world.completed(operationId));
      expect(await stateOf(id), point).toBe(wanted);
    }
  },
  lastNet,
);
