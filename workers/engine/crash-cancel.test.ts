import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operationDecider } from '#domain/operation/decider.ts';
import '#test/runner/chance.ts';
import { lastNet } from '#test/runner/limit.ts';
import { cancelIn } from '#test/world/cancel-in.ts';
import { type KilledWorkers, killedWorkers } from '#test/world/killed-workers.ts';
import { go } from '#test/world/start-worker-process.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';

let world: WorkerWorld;
let workers: KilledWorkers;
let folder: string;
beforeAll(async () => {
  world = await startWorkerWorld();
  workers = await killedWorkers(world);
  folder = await mkdtemp(join(tmpdir(), 'portico-crash-'));
});
afterAll(async () => {
  await workers?.close();
  await world?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Where the end of a cancellation is killed. What an attempt does is swept with its kind. */
const ofCancelling = /\.(cancelled\.\w+|Fail\w+\.appended|EndCancelledOperation\.appended)$/;

/** @property place the deployment. @property operationId waits for its next attempt. */
type Waiting = Readonly<{ id: number; place: number; operationId: string }>;

type Scene = Readonly<{
  /** Requests what is cancelled, for what is there. */
  request: (place: number) => Promise<Omit<Waiting, 'place'>>;
  isThere: boolean;
  noun: 'deployment' | 'consumer';
  outcome: readonly string[];
}>;

const ofNew = async (id: number) => ({
  id,
  operationId: await world.request.deploy(id, world.configOf(`given-up-${id}`)),
});
const ofChange = async (id: number) => {
  const config = world.configOf(`given-up-${id}`, { ratePerMinute: 50 });
  return { id, operationId: await world.request.deploy(id, config) };
};
const ofKey = async (place: number) => {
  const id = world.nextId();
  return { id, operationId: await world.request.addConsumer(id, place, `given-up-${id}`) };
};

/** Records an attempt that could not reach the gateway, as a worker does. */
const tryIt = async ({ operationId }: Pick<Waiting, 'operationId'>) => {
  const problem = { code: 'gateway.unreachable' };
  await world.send(operationDecider, operationId, { type: 'StartOperation', data: { worker: 'test' } });
  await world.send(operationDecider, operationId, {
    type: 'DelayOperation',
    data: { attempt: 1, class: 'away', problem },
  });
};

const isCancelled = async ({ operationId }: Waiting) => {
  expect((await world.ended(operationId)).type).toBe('OperationCancelled');
};

/** Returns the comparisons of a place that came after a cancellation. */
const comparisonsOf = async ({ place }: Waiting): Promise<readonly string[]> => {
  await world.allShown();
  const { rows } = await world.pool.query<{ id: string }>(
    `select id from operations where kind = 'reconcile' and place = $1`,
    [`deployment-${place}`],
  );
  return rows.map(({ id }) => id);
};

const endLeases = () => world.pool.query(`update leases set until = '-infinity' where until > clock_timestamp()`);

it.each<[string, Scene]>([
  [
    'a new deployment',
    { request: ofNew, isThere: false, noun: 'deployment', outcome: ['DeploymentRequested', 'DeploymentFailed'] },
  ],
  [
    'a change of a deployment',
    {
      ...{ request: ofChange, isThere: true, noun: 'deployment' },
      outcome: ['DeploymentRequested', 'DeploymentApplied', 'DeploymentRequested', 'DeploymentFailed'],
    },
  ],
  ['a key', { request: ofKey, isThere: true, noun: 'consumer', outcome: ['ConsumerRequested', 'ConsumerFailed'] }],
])(
  'the end of a cancelled operation of %s survives a kill at each of its points',
  async (name, { request, isThere, noun, outcome }) => {
    const cancel = cancelIn(world);
    const list = join(folder, `${name.replaceAll(' ', '-')}.txt`);
    /** Makes an operation that waits, while there is no worker. */
    const waiting = async (): Promise<Waiting> => {
      const place = world.nextId();
      if (isThere)
        await workers.withWorker(async () => {
          const config = world.configOf(`given-up-${place}`, { ratePerMinute: 5 });
          await world.completed(await world.request.deploy(place, config));
        });
      const made = { place, ...(await request(place)) };
      await tryIt(made);
      return made;
    };
    // The worker begins when it is cancelled, so it makes no attempt.
    const cancelledBy = async (one: Waiting, crash: Record<string, string>) => {
      const child = workers.startChild(crash);
      await cancel(one.operationId);
      go(child);
      return child;
    };

    const first = await waiting();
    const undisturbed = await cancelledBy(first, { CRASHPOINT: 'list', CRASHPOINT_LOG: list });
    await isCancelled(first);
    undisturbed.kill('SIGTERM');
    await workers.ended(undisturbed);
    const points = [...new Set((await readFile(list, 'utf8')).split('\n'))].filter((point) => ofCancelling.test(point));
    // Begun, its noun told, the comparison asked for, ended.
    expect(points).toHaveLength(4);

    const all = [first];
    for (const point of points) {
      const one = await waiting();
      expect(await world.history(noun, one.id)).toEqual(outcome.slice(0, -1));
      const child = await cancelledBy(one, { CRASHPOINT: `${point}#1` });
      expect(await workers.ended(child), point).toBe('SIGKILL');
      await endLeases();
      await workers.withWorker(() => isCancelled(one));
      all.push(one);
    }
    await workers.withWorker(async () => {
      for (const [index, one] of all.entries()) {
        const point = points[index - 1] ?? 'undisturbed';
        const types = (await world.operationEvents(one.operationId)).map(({ type }) => type);
        expect(types.slice(-2), point).toEqual(['OperationCancelRequested', 'OperationCancelled']);
        expect(
          types.filter((type) => type === 'OperationCancelled'),
          point,
        ).toHaveLength(1);
        expect(await world.history(noun, one.id), point).toEqual(outcome);
        // Compared once, however often somebody went on.
        const comparisons = await comparisonsOf(one);
        expect(comparisons, point).toHaveLength(1);
        await world.completed(comparisons[0] ?? '');
      }
      const left = JSON.stringify(await world.dump());
      if (noun === 'consumer') for (const { id } of all) expect(left).not.toContain(`given-up-${id}`);
      for (const { place } of all) expect(left.includes(`/given-up-${place}-dev`)).toBe(isThere);
      expect(left).not.toMatch(/"minute":\s*50\b/);
      for (const { place } of all) await world.completed(await world.request.undeploy(place));
    });
  },
  lastNet,
);
