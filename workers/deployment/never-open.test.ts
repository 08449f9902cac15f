import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Counts, letCall } from '#test/never-open/callers.ts';
import { scenes } from '#test/never-open/scenes.ts';
import { type Scene, type Stage, stageOn } from '#test/never-open/stage.ts';
import { lastNet } from '#test/runner/limit.ts';
import { startSandboxGateway } from '#test/world/gateway-under-test.ts';
import { startWorkedWorld, startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';

/*
 * During an operation, and after it is completed, callers with and without credentials call all the time over new
 * connections. No caller gets through without the right to, no call reaches a wrong path, none gets a 500, and after
 * completion nothing old is served. Each answer is wholly that of the old configuration or that of the new one.
 */

/**
 * Slow compared with an operation, so that its calls fall between two loads of the gateway. Routes load long after
 * plugins, so that protection comes late if nobody waits for it.
 */
const slow = {
  frequency: 0.8,
  workers: 2,
  phases: [
    { router: 0.75, plugins: 0 },
    { router: 0.2, plugins: 0.6 },
  ],
};

/** The second node knows of a change long after the first, and only then makes its own copies anew. */
const twoNodes = { ...slow, frequency: 0.4, workers: 1, nodes: 2, dbFrequency: 1.5 };
const onTwoNodes = [
  'deploy: key',
  'key deleted',
  'key and token deleted',
  'old key ended',
  'organization off',
  'organization on',
];

const counted: Record<string, Omit<Counts, 'examples'>> = {};
afterAll(() => console.table(counted));

const openStage = async (world: WorkedWorld): Promise<Stage> => {
  const { id } = await world.deployed('elsewhere');
  const elsewhere = `key-elsewhere-${world.gateway.run}`;
  await world.completed(await world.request.addConsumer(world.nextId(), id, elsewhere));
  return stageOn(world, elsewhere, await world.startUpstream());
};

const watch = async ({ world: { gateway } }: Stage, name: string, prepared: Promise<Scene>): Promise<void> => {
  const { callers, act } = await prepared;
  const { completed, stop } = letCall(callers);
  try {
    await completed(await act(), (gateway.frequency + gateway.dbFrequency) * 1500);
  } finally {
    const { examples, ...counts } = await stop();
    counted[name] = counts;
    const { calls, ...wrong } = counts;
    expect(calls).toBeGreaterThan(callers.length * 5);
    expect({ ...wrong, examples }).toEqual({ open: 0, astray: 0, broken: 0, mixed: 0, old: 0, examples: [] });
  }
};

const act = (stage: Stage, name: string): Promise<Scene> => scenes[name]?.(stage) as Promise<Scene>;

describe('never open, misrouted, broken or mixed, and without old behaviour after completion', () => {
  let world: WorkedWorld;
  let stage: Stage;
  beforeAll(async () => {
    world = await startWorldOnAnyKong({}, slow);
    stage = await openStage(world);
  }, 120_000);
  afterAll(() => world?.close(), 120_000);

  describe.concurrent('while others are carried out, too', () => {
    it.each(Object.keys(scenes))('%s', (name) => watch(stage, name, act(stage, name)), lastNet);
  });
  it('when access is revoked, which removes all keys', () => watch(stage, 'access revoked', stage.revoke()), lastNet);
});

describe('the same at every node of a gateway that has two', () => {
  let world: WorkedWorld;
  let stage: Stage;
  beforeAll(async () => {
    world = await startWorkedWorld({}, undefined, { start: () => startSandboxGateway(twoNodes) });
    stage = await openStage(world);
  }, 120_000);
  afterAll(() => world?.close(), 120_000);

  describe.concurrent('while others are carried out, too', () => {
    it.each(onTwoNodes)('%s', (name) => watch(stage, `${name}, two nodes`, act(stage, name)), lastNet);
  });
  it('when access is revoked', () => watch(stage, 'access revoked, two nodes', stage.revoke()), lastNet);

  it('and the steps say that the other node has to hear of the end of a key', async () => {
    const { consumerId } = await stage.serving();
    const operationId = await world.request.removeConsumer(consumerId);
    const completedAt = await world.completed(operationId);
    const steps = (await world.operationEvents(operationId)).flatMap(({ type, data, meta }) =>
      type === 'OperationStepApplied' ? [{ ...(data as { step: string }), at: Date.parse(meta.time) }] : [],
    );
    expect(steps.map(({ step }) => step)).toContain('wait-for-nodes');
    const ended = steps.find(({ step }) => step === 'delete key-auth')?.at ?? 0;
    expect(completedAt - (ended - performance.timeOrigin)).toBeGreaterThan(twoNodes.dbFrequency * 1000);
  });
});
