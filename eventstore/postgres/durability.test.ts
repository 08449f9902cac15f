import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createVault } from '#platform/vault.ts';
import { startTestCluster } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import { readAll } from '../contract/event-store-contract.ts';
import { type SampleEvent, sampleAppend, sampleEvents } from '../contract/sample-events.ts';
import { type EventStore, UnavailableError } from '../event-store.ts';
import { openEventStore } from '../open-event-store.ts';
import { checkLog, UnfitLogError } from './check-log.ts';
import { verifyLog } from './verify/verify-log.ts';

let database: Awaited<ReturnType<typeof startTestCluster>>;
let store: EventStore<SampleEvent>;
beforeAll(async () => {
  database = await startTestCluster();
  ({ store } = openEventStore({ pool: database.pool, key: randomBytes(32), definitions: sampleEvents }));
});
afterAll(async () => {
  await store.close();
  await database.close();
});

describe('G4: acknowledged events', () => {
  // Three rounds keep the run short. PORTICO_KILL_ROUNDS sets another number.
  const rounds = Number(process.env.PORTICO_KILL_ROUNDS ?? 3);

  test(`survive kill -9 of Postgres under load, ${rounds} times`, {
    timeout: 60_000 * rounds,
  }, async () => {
    const acknowledged = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const stop = new AbortController();
      const target = acknowledged.size + 300;
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        for (let version = 0; !stop.signal.aborted; version += 1) {
          const append = sampleAppend(`kill-${round}-${writer}`, version);
          // After an unknown outcome the command is sent again with its id, as a client would.
          const response = await store.append(append).catch((error: unknown) => {
            if (!(error instanceof UnavailableError)) throw error;
            return store.append(append);
          });
          expect(response.version).toBe(version + 1);
          for (const { id } of append.events) acknowledged.add(id);
        }
      });
      await vi.waitUntil(() => acknowledged.size > target, { timeout: 20_000 });
      await database.cluster.kill();
      await database.cluster.start();
      const recovered = acknowledged.size + 50;
      await vi.waitUntil(() => acknowledged.size > recovered, { timeout: 20_000 });
      stop.abort();
      await Promise.all(writers);
    }
    const durable = new Set((await readAll(store)).map(({ id }) => id));
    expect([...acknowledged].filter((id) => !durable.has(id))).toEqual([]);
    expect(await Array.fromAsync(verifyLog(database.pool))).toEqual([]);
  });

  test('can be written to a good server', async () => {
    await checkLog(database.pool);
  });

  test.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
    'can not be written to a server with %s off',
    async (setting) => {
      await runSql(database.cluster.url, `alter system set ${setting} = off`, 'select pg_reload_conf()');
      try {
        await vi.waitFor(() => expect(checkLog(database.pool)).rejects.toThrow(setting), 5_000);
      } finally {
        await runSql(database.cluster.url, `alter system reset ${setting}`, 'select pg_reload_conf()');
        await vi.waitFor(() => checkLog(database.pool), 5_000);
      }
    },
  );

  test('can not be written to a server with several faults, which are all named', async () => {
    await runSql(
      database.cluster.url,
      'alter system set fsync = off',
      'alter system set synchronous_commit = off',
      'select pg_reload_conf()',
    );
    try {
      await vi.waitFor(
        () => expect(checkLog(database.pool)).rejects.toThrow(/fsync is off.*\n.*synchronous_commit is off/),
        5_000,
      );
      await expect(checkLog(database.pool)).rejects.toThrow(UnfitLogError);
    } finally {
      await runSql(
        database.cluster.url,
        'alter system reset fsync',
        'alter system reset synchronous_commit',
        'select pg_reload_conf()',
      );
    }
  });

  test('can not be read with another PORTICO_KEY', async () => {
    await createVault(randomBytes(32)).sealSecret(database.pool, {
      id: randomUUID(),
      kind: 'api-key',
      owner: 'application-1',
      value: 'v',
    });
    await expect(checkLog(database.pool, randomBytes(32))).rejects.toThrow('PORTICO_KEY is not the key');
  });

  test('can not be written with a cached sequence', async () => {
    await runSql(database.ownerUrl, 'alter sequence event_pos cache 10');
    await expect(checkLog(database.pool)).rejects.toThrow('cache 1');
    await runSql(database.ownerUrl, 'alter sequence event_pos cache 1');
  });
});
