import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';
import { endMoves } from './end-moves.ts';

// Without a worker, which would end moves of its own.
let world: WorkerWorld;
beforeAll(async () => {
  world = await startWorkerWorld();
});
afterAll(() => world?.close());

const deployed = async (name: string): Promise<number> => {
  const [deploymentId, operationId] = [world.nextId(), randomId()];
  const data = { deploymentId, operationId, apiId: world.nextId(), config: world.configOf(name) };
  await world.send(deploymentDecider, deploymentId, { type: 'RequestDeployment', data });
  await world.send(deploymentDecider, deploymentId, { type: 'ConfirmDeployment', data: { operationId } });
  return deploymentId;
};

it('asks for the end of the others when one cannot be asked for or may not end, and says which', async () => {
  const [broken, gone, last] = [await deployed('broken'), world.nextId(), await deployed('last')];
  const rows = [broken, gone, last].map((id) => ({ id, followerId: 9 }));
  const pool = { query: async () => ({ rows }) } as unknown as WorkerWorld['pool'];
  const store: WorkerWorld['store'] = {
    ...world.store,
    append: async (append) => {
      if (append.stream === `deployment-${broken}`) throw new Error('the log does not take it');
      return world.store.append(append);
    },
  };
  const log = { ...silentLog, warn: vi.fn(), error: vi.fn() };
  expect(await endMoves({ pool, store, log })).toBe(3);
  expect((await world.store.read(`deployment-${last}`)).at(-1)?.type).toBe('UndeploymentRequested');
  expect(log.error).toHaveBeenCalledWith(
    { deployment: broken, reason: expect.stringContaining('does not take it') },
    expect.any(String),
  );
  expect(log.warn).toHaveBeenCalledWith({ deployment: gone, reason: expect.any(String) }, expect.any(String));
});
