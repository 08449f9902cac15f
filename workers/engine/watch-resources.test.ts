import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { aboutAt } from '#domain/core/operation-kind.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';
import { openServices } from '../open-services.ts';
import type { OperationJob } from './job.ts';
import { markAway, markBack } from './outage.ts';
import { enter, leave, release } from './waiting-room.ts';
import { watchResources } from './watch-resources.ts';

let world: WorkerWorld;
beforeAll(async () => {
  world = await startWorkerWorld();
});
afterAll(() => world?.close());

it('adds a job that another process released before it died', async () => {
  const { pool, request, nextId, configOf } = world;
  const deploymentId = nextId();
  const operationId = await request.deploy(deploymentId, configOf('parked'));
  const job = { operationId, replay: 0, about: { kind: 'deploy', ...aboutAt('deployment', deploymentId) } } as const;
  await markAway(pool, 'gateway-1');
  expect(await enter(pool, 'gateway-1', job, new Date().toISOString())).toBe(true);
  await markBack(pool, 'gateway-1');
  // The other process died after this.
  expect((await release(pool, 'gateway-1', 4)).jobs).toEqual([job]);

  const added: OperationJob[] = [];
  const queue = { add: async (each: OperationJob) => void added.push(each), close: async () => undefined };
  const { services, close } = await openServices(world.workerOptions);
  const ending = new AbortController();
  const watching = watchResources(services, queue, ending.signal);
  await vi.waitFor(() => expect(added).toEqual([job]), { timeout: 30_000 });
  await leave(pool, operationId);
  ending.abort();
  await watching;
  await close();
});
