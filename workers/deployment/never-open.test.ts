import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Counts, letCall } from '#test/never-open/callers.ts';
import { scenes } from '#test/never-open/scenes.ts';
import { type Scene, type Stage, stageOn } from '#test/never-open/stage.ts';
import { lastNet } from '#test/runner/limit.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';

/*
 * During an operation, and after it is completed, callers with and without credentials call all the time over new
 * connections. No caller gets through without the right to, no call reaches a wrong path, none gets a 500, and after
 * completion nothing old is served.
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

let world: WorkedWorld;
let stage: Stage;
const counted: Record<string, Omit<Counts, 'examples'>> = {};

beforeAll(async () => {
  world = await startWorldOnAnyKong({}, slow);
  const { id } = await world.deployed('elsewhere');
  const elsewhere = `key-elsewhere-${world.gateway.run}`;
  await world.completed(await world.request.addConsumer(world.nextId(), id, elsewhere));
  stage = stageOn(world, elsewhere, await world.startUpstream());
}, 120_000);
afterAll(async () => {
  console.table(counted);
  await world?.close();
}, 120_000);

const watch = async (name: string, prepared: Promise<Scene>): Promise<void> => {
  const { callers, act } = await prepared;
  const { completed, stop } = letCall(callers);
  try {
    await act();
    await completed(world.gateway.frequency * 1500);
  } finally {
    const { examples, ...counts } = await stop();
    counted[name] = counts;
    const { calls, ...wrong } = counts;
    expect(calls).toBeGreaterThan(callers.length * 5);
    expect({ ...wrong, examples }).toEqual({ open: 0, astray: 0, broken: 0, old: 0, examples: [] });
  }
};

describe.concurrent('never open, misrouted or broken, and without old behaviour after completion', () => {
  it.each(Object.keys(scenes))('%s', (name) => watch(name, scenes[name]?.(stage) as Promise<Scene>), lastNet);
});

describe('when access is revoked', () => {
  it('removes all keys', () => watch('access revoked', stage.revoke()), lastNet);
});
