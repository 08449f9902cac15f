import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bareEnvironment } from '#test/processes/bare-environment.ts';
import '#test/runner/chance.ts';
import { startTestCluster, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import { sampleAppend, sampleEvents } from '../contract/sample-events.ts';
import { openEventStore } from '../open-event-store.ts';

const key = randomBytes(32);
let database: TestDatabase;
beforeAll(async () => {
  // Of its own: a frozen process holds its transaction open for 10 s.
  database = await startTestCluster();
  await runSql(
    database.ownerUrl,
    'create table counts (name text, stream text, events integer, primary key (name, stream))',
    'grant all on counts to portico_app',
  );
  const { store } = openEventStore({ pool: database.pool, key, definitions: sampleEvents });
  for (let version = 0; version < 20; version += 1) await store.append(sampleAppend('counted', version));
  await store.close();
});
afterAll(() => database.close());

const start = (name: string, crash: Readonly<Record<string, string>> = {}) =>
  spawn(
    process.execPath,
    [fileURLToPath(new URL('./crash-program.ts', import.meta.url)), database.appUrl, key.toString('base64'), name],
    {
      env: { ...bareEnvironment, ...crash },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );

const counted = async (name: string): Promise<number> => {
  const { rows } = await database.pool.query<{ events: number }>('select events from counts where name = $1', [name]);
  return rows[0]?.events ?? 0;
};

// Side by side: each has a projection of its own.
test.concurrent.each([
  'subscription.handled#1',
  'subscription.handled#4',
  'subscription.checkpointed#1',
  'subscription.checkpointed#3',
])('I2: counts each event once when the projection is killed at %s', async (crashPoint) => {
  const name = crashPoint;
  const [, signal] = await once(start(name, { CRASHPOINT: crashPoint }), 'close');
  expect(signal).toBe('SIGKILL');
  expect(await counted(name)).toBeLessThan(20);
  const again = start(name);
  await vi.waitFor(async () => expect(await counted(name)).toBe(20), { timeout: 20_000, interval: 50 });
  again.kill('SIGTERM');
  expect((await once(again, 'close'))[0]).toBe(0);
  expect(await counted(name)).toBe(20);
});

test.concurrent.each(['subscription.handled#2', 'subscription.checkpointed#2'])(
  'H2: counts each event once when another process takes over a projection that is frozen at %s',
  async (crashPoint) => {
    const name = `frozen ${crashPoint}`;
    const frozen = start(name, { CRASHPOINT: crashPoint, CRASHPOINT_SIGNAL: 'SIGSTOP' });
    await vi.waitFor(async () => expect(await counted(name)).toBeGreaterThan(0), { timeout: 20_000, interval: 20 });
    const next = start(name);
    await vi.waitFor(async () => expect(await counted(name)).toBe(20), { timeout: 20_000, interval: 50 });
    frozen.kill('SIGCONT');
    next.kill('SIGTERM');
    frozen.kill('SIGTERM');
    for (const process of [frozen, next])
      if (process.exitCode === null) expect((await once(process, 'close'))[0]).toBe(0);
    expect(await counted(name)).toBe(20);
  },
  40_000,
);
