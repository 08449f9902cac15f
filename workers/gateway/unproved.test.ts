import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { quick } from '#test/world/quick-worker.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;
beforeAll(async () => {
  world = await startWorkedWorld({ backOff: { ...quick.backOff, unproved: 1_500 } });
});
afterAll(() => world?.close());

/** Removes a deployment's route behind the portal's back, so that the proxy never shows it. */
const withoutRoute = async (name: string): Promise<number> => {
  const { id } = await world.deployed(name);
  const { routes } = await world.dump();
  for (const route of routes ?? [])
    if (JSON.stringify(route.paths).includes(`/${name}-dev`)) await world.admin('DELETE', `/routes/${route.id}`);
  await vi.waitFor(async () => expect(await world.call(`/${name}-dev`)).toBe(404), 20_000);
  return id;
};

it('an operation whose change never comes into force fails, and leaves nothing', async () => {
  const deploymentId = await withoutRoute('never-live');
  const before = await world.dump();
  const operationId = await world.request.addConsumer(world.nextId(), deploymentId, 'key-never-live');
  expect(await world.ended(operationId)).toMatchObject({
    type: 'OperationFailed',
    data: { class: 'exhausted', problems: [{ code: 'gateway.not-live' }] },
  });
  const events = await world.operationEvents(operationId);
  const [first, last] = [events[0], events.at(-1)].map((event) => Date.parse(event?.meta.time ?? ''));
  expect(Number(last) - Number(first)).toBeGreaterThanOrEqual(1_500);
  expect(await world.dump()).toEqual(before);
});

it('a replay has its time again, and completes when the route is back', async () => {
  const deploymentId = await withoutRoute('replayed');
  const operationId = await world.request.addConsumer(world.nextId(), deploymentId, 'key-replayed');
  expect((await world.ended(operationId)).type).toBe('OperationFailed');
  await world.completed(await world.request.deploy(deploymentId, world.configOf('replayed', { refusesBots: true })));
  await world.request.replay(operationId);
  await world.completed(operationId);
  expect(await world.call('/replayed-dev', { apikey: 'key-replayed' })).toBe(200);
});
