import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { randomId } from '#platform/uuid.ts';
import { runSql } from '#test/postgres/sql.ts';
import { bundled } from '#test/processes/bundled.ts';
import '#test/runner/chance.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';
import { openServices } from '../open-services.ts';
import { followAll } from './follow.ts';

let world: WorkerWorld;
beforeAll(async () => {
  world = await startWorkerWorld();
  // Numbers of copies come from the sequence, those of the test's keys do not.
  await runSql(world.database.ownerUrl, "select setval('consumer_id', 100000)");
});
afterAll(() => world?.close());

const deployed = async (name: string, follows?: number): Promise<number> => {
  const [id, operationId] = [world.nextId(), randomId()];
  const config = world.configOf(name);
  await world.send(deploymentDecider, id, {
    type: 'RequestDeployment',
    data: { deploymentId: id, operationId, apiId: 1, config, follows },
  });
  await world.send(deploymentDecider, id, { type: 'ConfirmDeployment', data: { operationId } });
  return id;
};

/** Brings followers level in a process that is killed at a point. @returns the signal that ended it. */
const followUntil = async (point: string): Promise<string | null> => {
  const file = fileURLToPath(new URL('../../test/world/follow-process.ts', import.meta.url));
  const child = spawn(process.execPath, [bundled(file)], {
    env: {
      ...process.env,
      WORKER_DATABASE_URL: world.database.appUrl,
      WORKER_KEY: world.key.toString('base64'),
      CRASHPOINT: `${point}#1`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal;
};

it.each(['copy-key.id.after', 'copy-key.seal.after', 'copy-key.request.after'])(
  'a key is copied once when the process that copies it is killed at %s',
  async (point) => {
    const name = point.replaceAll('.', '-');
    const leader = await deployed(name);
    const follower = await deployed(`${name}-there`, leader);
    const key = world.nextId();
    const operationId = await world.request.addConsumer(key, leader, `key-of-${name}`);
    await world.send(consumerDecider, key, { type: 'ConfirmConsumer', data: { operationId } });
    await vi.waitFor(async () => {
      const { rowCount } = await world.pool.query('select from consumers where id = $1 and applied is not null', [key]);
      expect(rowCount).toBe(1);
    }, 10_000);
    expect(await followUntil(point)).toBe('SIGKILL');
    const { services, close } = await openServices(world.workerOptions);
    await followAll(services);
    await followAll(services);
    await close();
    const { rows } = await world.pool.query<{ copy: number }>(
      'select copy_id as copy from key_copies where deployment_id = $1',
      [follower],
    );
    expect(rows).toHaveLength(1);
    const copy = await loadState(world.store, consumerDecider, rows[0]?.copy ?? 0);
    if (copy.status === 'none' || !copy.wanted.credentials.apiKey) throw new Error('it was not copied');
    const { secretId, fingerprint } = copy.wanted.credentials.apiKey;
    expect(await world.vault.openSecret(world.pool, secretId)).toBe(`key-of-${name}`);
    expect(fingerprint).toBe(world.vault.fingerprint(`key-of-${name}`));
    expect(await world.history('consumer', rows[0]?.copy ?? 0)).toEqual(['ConsumerRequested']);
  },
  60_000,
);
