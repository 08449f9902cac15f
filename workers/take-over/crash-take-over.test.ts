import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeOverDecider } from '#domain/take-over/decider.ts';
import { takeOverIdOf } from '#domain/take-over/take-over-id.ts';
import { silentLog } from '#platform/log.ts';
import { lastNet, within } from '#test/runner/limit.ts';
import '#test/runner/chance.ts';
import { type ForeignMade, foreignServices } from '#test/world/foreign-services.ts';
import { quick } from '#test/world/quick-worker.ts';
import { go, startWorkerProcess } from '#test/world/start-worker-process.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';
import { defaultBackOff } from '../engine/back-off.ts';
import { runDispatcher } from '../engine/dispatcher.ts';
import { openQueue, startQueueWorker } from '../engine/queue.ts';
import { createJobWorker } from '../engine/worker.ts';
import { openServices } from '../open-services.ts';

/** So many services, of which so many are chosen: more than are under way at once. 200 took two minutes of processor time. */
const ofMany = 40;
const chosenOfMany = 16;

let world: WorkerWorld;
let theirs: ReturnType<typeof foreignServices>;
let folder: string;
const closing: (() => Promise<unknown>)[] = [];
const children = new Set<ChildProcess>();

beforeAll(async () => {
  world = await startWorkerWorld();
  theirs = foreignServices(world);
  folder = await mkdtemp(join(tmpdir(), 'portico-crash-'));
  const { services, close } = await openServices(world.workerOptions);
  const queue = openQueue({ databaseUrl: world.database.appUrl, log: silentLog });
  const ending = new AbortController();
  const dispatcher = runDispatcher(services, queue, ending.signal);
  closing.push(async () => {
    ending.abort();
    await dispatcher;
    await queue.close();
    await close();
  });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const close of closing) await close();
  await theirs?.client.close();
  await world?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const startChild = (crash: Record<string, string>): ChildProcess => {
  const child = startWorkerProcess(world, crash);
  children.add(child);
  child.once('exit', () => children.delete(child));
  go(child);
  return child;
};
const ended = (child: ChildProcess) =>
  within(2_000, () => {
    if (child.exitCode === null && child.signalCode === null) throw new Error('the worker is still alive');
    return child.signalCode;
  });

/** Finishes what a killed worker began. */
const withWorker = async (work: () => Promise<unknown>, backOff = quick.backOff): Promise<void> => {
  const { services, close } = await openServices({ ...world.workerOptions, backOff });
  const worker = startQueueWorker(
    { databaseUrl: world.database.appUrl, log: silentLog },
    { concurrency: 8, lock: quick.lock, work: createJobWorker(services) },
  );
  try {
    await work();
  } finally {
    await worker.stop();
    await close();
  }
};

/** What the gateway holds of a service and its deployment, without ids and names. */
const shapeOf = async (name: string) => {
  const rows = Object.entries(await world.dump()).flatMap(([collection, found]) =>
    found
      .filter((row) => JSON.stringify(row).includes(`${name}-portal`) || JSON.stringify(row).includes(`"${name}`))
      .map(({ headers, config }) => `${collection} ${headers ? 'closed' : ''} ${config ? 'plugin' : ''}`),
  );
  return rows.toSorted();
};

it(
  'a take-over ends the same when its worker is killed at any of its points, and nobody gets a wrong answer',
  async () => {
    const list = join(folder, 'points.txt');
    const undisturbed = await theirs.make('calm', 2);
    const first = startChild({ CRASHPOINT: 'list', CRASHPOINT_LOG: list });
    await world.completed((await theirs.ask(undisturbed)).operationId);
    first.kill('SIGTERM');
    await ended(first);
    const wanted = await shapeOf('calm');
    const passed = (await readFile(list, 'utf8'))
      .split('\n')
      .filter((point) => /^take-over\.(?!DelayOperation)/.test(point));
    const points = [...new Set(passed)].filter((point) => !point.endsWith('.before'));
    expect(points).toEqual(
      expect.arrayContaining(['take-over.admit.after', 'take-over.seal-key.after', 'take-over.mark-key.after']),
    );
    for (const [index, point] of points.entries()) {
      const made = await theirs.make(`crash${index}`, 2);
      const { wrong } = await theirs.whileCalling(made, async () => {
        const child = startChild({ CRASHPOINT: `${point}#1` });
        const { operationId } = await theirs.ask(made);
        expect(await ended(child), point).toBe('SIGKILL');
        await withWorker(() => world.completed(operationId));
      });
      expect(wrong, point).toEqual([]);
      expect(await shapeOf(made.name), point).toEqual(wanted);
      expect((await world.history('take-over', takeOverIdOf(1, made.id))).at(-1), point).toBe('ServiceTakenOver');
    }
  },
  lastNet,
);

it(
  'services that are decided at once go on after a kill in the middle; what is stopped or skipped is not touched',
  async () => {
    const many = await theirs.makeMany('many', ofMany);
    const [chosen, skipped] = [many.slice(0, chosenOfMany), many.slice(chosenOfMany)];
    const stopped = chosen.slice(-3);
    const streamOf = ({ id }: ForeignMade) => takeOverIdOf(1, id);
    const placeOf = ({ id }: ForeignMade) => ({ gatewayId: 1, serviceId: id });
    for (const made of skipped)
      await world.send(takeOverDecider, streamOf(made), {
        type: 'SkipService',
        data: { ...placeOf(made), name: made.name, reason: 'ends in March' },
      });
    const before = await world.dump();
    const asked = await theirs.askMany(chosen);
    for (const made of stopped)
      await world.send(takeOverDecider, streamOf(made), { type: 'ReopenService', data: placeOf(made) });
    // Half of the keys are taken when the worker is killed.
    const child = startChild({
      CRASHPOINT: `take-over.mark-key.after#${Math.floor(chosenOfMany / 2)}`,
      WORKER_PATIENT: 'yes',
    });
    expect(await ended(child)).toBe('SIGKILL');
    await withWorker(async () => {
      for (const { operationId } of asked.slice(0, -stopped.length)) await world.completed(operationId);
      for (const { operationId } of asked.slice(-stopped.length))
        await world.reached('operation', operationId, 'OperationSuperseded');
    }, defaultBackOff);
    const taken = chosen.slice(0, -stopped.length);
    for (const made of taken)
      expect((await world.history('take-over', streamOf(made))).at(-1)).toBe('ServiceTakenOver');
    for (const made of skipped) expect(await world.history('take-over', streamOf(made))).toEqual(['ServiceSkipped']);
    const answers = await Promise.all(many.map(({ name, keys }) => theirs.callWith(`/${name}/x`, keys[0])));
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200]));
    // Nothing was made for the others.
    const untouched = [...stopped, ...skipped].map(({ id }) => id);
    const rowsOf = (dump: typeof before) =>
      Object.values(dump)
        .flat()
        .filter((row) => untouched.some((id) => row.id === id || (row.service as { id?: string } | null)?.id === id));
    expect(rowsOf(await world.dump())).toEqual(rowsOf(before));
  },
  lastNet,
);
