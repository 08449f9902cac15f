import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Pool } from '#platform/database.ts';
import { createVault } from '#platform/vault.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '#test/postgres/postgres-proxy.ts';
import { createCodec } from '../codec.ts';
import { type SampleEvent, sampleAppend, sampleEvents, sampleMeta } from '../contract/sample-events.ts';
import { createEventSeals } from '../event-seals.ts';
import { type EventStore, UnavailableError } from '../event-store.ts';
import { createNoteSigner } from '../merkle/signed-note.ts';
import { createSealCheck } from '../seal-check.ts';
import { createSubjectKeys } from '../subject-keys.ts';
import { createPostgresEventStore } from './event-store.ts';

let database: TestDatabase;
let proxy: PostgresProxy;
let pool: Pool;
let store: EventStore<SampleEvent>;
beforeAll(async () => {
  database = await startTestDatabase();
  proxy = await startPostgresProxy(database.appUrl);
  pool = createPool(proxy.url, { applicationName: 'portico-test' });
  const key = randomBytes(32);
  const codec = createCodec({ definitions: sampleEvents, keys: createSubjectKeys(pool, key) });
  store = createPostgresEventStore({
    pool,
    codec,
    fingerprint: createVault(key).fingerprint,
    patience: 1_500,
    verifier: createNoteSigner(key),
    sealCheck: createSealCheck(createEventSeals([key]), async () => []),
  });
});
afterAll(async () => {
  await store.close();
  await pool.end();
  await proxy.close();
  await database.close();
});

const count = async (stream: string): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>('select count(*) from events where stream = $1', [
    stream,
  ]);
  return rows[0]?.count ?? 0;
};

test('appends in one round trip, also several events with personal data', async () => {
  const meta = () => sampleMeta({ client: { address: '192.0.2.1', userAgent: 'test' } });
  await store.append(sampleAppend(`warm-${randomUUID()}`, 0, 1, { meta: meta() }));
  const before = proxy.roundTrips().length;
  await store.append(sampleAppend(`once-${randomUUID()}`, 0, 5, { meta: meta() }));
  // The wake-up of other processes is a separate statement that nothing waits for.
  const asked = proxy.roundTrips().slice(before);
  expect(asked.filter((text) => !text.includes('notify portico_events'))).toHaveLength(1);
});

test('G3: finds a lost response again: the command succeeds and is written once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const append = sampleAppend(`lost-${randomUUID()}`, 0, 2, { outcome: { round } });
    proxy.loseResponses(1);
    expect(await store.append(append)).toMatchObject({ version: 2, outcome: { round } });
    expect(await count(append.stream)).toBe(2);
  }
});

test('G3: throws UnavailableError for an unknown outcome; the same command later finds its first result', async () => {
  const append = sampleAppend(`unknown-${randomUUID()}`, 0, 1, { outcome: { id: 4 } });
  proxy.loseResponses(Number.POSITIVE_INFINITY);
  await expect(store.append(append)).rejects.toThrow(UnavailableError);
  proxy.loseResponses(0);
  expect(await store.append(append)).toMatchObject({ version: 1, outcome: { id: 4 }, repeated: true });
  expect(await count(append.stream)).toBe(1);
});
