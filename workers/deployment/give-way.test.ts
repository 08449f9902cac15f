import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { call } from '#test/never-open/call.ts';
import { letCall } from '#test/never-open/callers.ts';
import { stageOn, status } from '#test/never-open/stage.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';

/** Each wait takes longer than a removal may take. */
const slow = { frequency: 2, workers: 2 };

let world: WorkedWorld;
beforeAll(async () => {
  world = await startWorldOnAnyKong({}, slow);
}, 120_000);
afterAll(() => world?.close());

const eventsOf = async (operationId: string) => await world.operationEvents(operationId);
const isAtWait = async (operationId: string, stage: string) => {
  const steps = (await eventsOf(operationId)).map(({ data }) => (data as { step?: string }).step);
  expect(steps).toContain(`wait-for-${stage}`);
};
const waits = (operationId: string, stage: string) =>
  vi.waitFor(() => isAtWait(operationId, stage), { timeout: 60_000, interval: 20 });

/** Returns the milliseconds until an operation is completed. */
const duration = async (operation: Promise<string>): Promise<number> => {
  const from = performance.now();
  await world.completed(await operation);
  return performance.now() - from;
};

/**
 * Returns the milliseconds that the removal of a key takes while no deployment changes: more on a busy machine.
 *
 * @param atOnce how many are removed. The longest time is returned.
 */
const quietRemoval = async (deploymentId: number, atOnce = 1): Promise<number> => {
  const consumerIds = Array.from({ length: atOnce }, () => world.nextId());
  for (const id of consumerIds) await world.completed(await world.request.addConsumer(id, deploymentId));
  return Math.max(...(await Promise.all(consumerIds.map((id) => duration(world.request.removeConsumer(id))))));
};

it('C4: removes a key within a second while its deployment changes, which then continues and is never open', async () => {
  const { request, nextId } = world;
  const { id, before, consumerId, nobody, withKey } = await stageOn(world, 'no key', world.echoUrl).serving();
  const other = nextId();
  await world.completed(await request.addConsumer(other, id));
  const { stop } = letCall([nobody('/x', status(401))]);
  const quietBefore = await quietRemoval(id, 2);

  const changed = await request.deploy(id, { ...before, ratePerMinute: 90_000 });
  await waits(changed, 'change');
  const took = await Promise.all([consumerId, other].map((each) => duration(request.removeConsumer(each))));
  const { url, headers } = withKey('/x', status(401));
  expect(await call(url, headers)).toMatchObject({ status: 401 });
  expect((await eventsOf(changed)).map(({ type }) => type)).not.toContain('OperationCompleted');

  await world.completed(changed);
  // How busy the machine is changes within the test.
  const quiet = Math.max(quietBefore, await quietRemoval(id, 2));
  for (const milliseconds of took) expect(milliseconds - quiet).toBeLessThan(1_000);
  expect(await stop()).toMatchObject({ open: 0, astray: 0, broken: 0 });
  const delays = (await eventsOf(changed)).filter(({ type }) => type === 'OperationDelayed');
  expect(delays.map(({ data }) => data)).toEqual(
    delays.map(() => expect.objectContaining({ class: 'waiting', problem: { code: 'operation.gave-way' } })),
  );
  expect(delays.length).toBeGreaterThan(0);
});

it("C4: ends the old key of a rotation within a second while its deployment's lockdown changes", async () => {
  const { request } = world;
  const stage = stageOn(world, 'no key', world.echoUrl);
  const [from, to] = await Promise.all([stage.lockedTo('/x'), stage.lockedTo('/y')]);
  const { id, after, consumerId, withKey, key, served } = await stage.serving(from, to);
  await world.completed(await request.rotate(consumerId, 'the-successor'));
  const quiet = await quietRemoval(id);
  const changed = await request.deploy(id, after);
  await waits(changed, 'change');
  expect((await duration(request.endPrevious(consumerId))) - quiet).toBeLessThan(1_000);
  // One of the two paths is there, depending on how far the gateway is.
  const seen: number[] = [];
  await vi.waitFor(async () => {
    const old = ['/x', '/y'].map((path) => withKey(path, status(401)));
    const responses = await Promise.all(old.map(({ url, headers }) => call(url, headers)));
    seen.push(...responses.map((response) => response?.status ?? 0));
    expect(seen).toContain(401);
  }, 20_000);
  expect(seen).not.toContain(200);
  expect((await eventsOf(changed)).map(({ type }) => type)).not.toContain('OperationCompleted');

  await world.completed(changed);
  const { url, headers } = key('the-successor')('/y', served('/y'));
  expect(await call(url, headers)).toMatchObject({ status: 200 });
});

it('continues its wait after a removal, without starting again', async () => {
  const { request, nextId, configOf } = world;
  const { id } = await world.deployed('resumed');
  const quiet = await quietRemoval(id);
  const consumerId = nextId();
  await world.completed(await request.addConsumer(consumerId, id));
  const changing = duration(
    request.deploy(id, configOf('resumed', { ratePerMinute: 90_000 })).then(async (operationId) => {
      await waits(operationId, 'change');
      await world.completed(await request.removeConsumer(consumerId));
      return operationId;
    }),
  );
  // Kong tells the time of the canary in whole seconds.
  expect((await changing) - quiet).toBeLessThan((world.gateway.frequency + 2 + 1) * 1_000);
});

it('a first deployment gives way to its own removal and leaves nothing behind', async () => {
  const { request, nextId, configOf } = world;
  const before = await world.dump();
  const id = nextId();
  const deployed = await request.deploy(id, configOf('unwanted'));
  await waits(deployed, 'protection');
  await world.completed(await request.undeploy(id));
  expect((await world.ended(deployed)).type).toBe('OperationSuperseded');
  expect(await world.dump()).toEqual(before);
});
