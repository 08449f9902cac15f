import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPool, type Pool } from '#platform/database.ts';
import { silentLog } from '#platform/log.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { openSession, runSql } from '#test/postgres/sql.ts';
import { type SampleEvent, sampleAppend, sampleEvents } from '../contract/sample-events.ts';
import type { EventStore } from '../event-store.ts';
import { openEventStore } from '../open-event-store.ts';
import { createWakeUp } from './wake-up.ts';

let database: TestDatabase;
let readerPool: Pool;
let writer: EventStore<SampleEvent>;
let reader: EventStore<SampleEvent>;
beforeAll(async () => {
  database = await startTestDatabase();
  readerPool = createPool(database.appUrl, { applicationName: 'portico-reader' });
  const key = randomBytes(32);
  // Two stores, as in two processes, connected only by NOTIFY and polling.
  writer = openEventStore({ pool: database.pool, key, definitions: sampleEvents }).store;
  reader = openEventStore({ pool: readerPool, key, definitions: sampleEvents }).store;
});
afterAll(async () => {
  await Promise.all([writer.close(), reader.close()]);
  await readerPool.end();
  await database.close();
});

const listeners = async (): Promise<readonly number[]> => {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'portico-listen' and datname = current_database() and query like 'listen%'`,
  );
  return rows.map(({ pid }) => pid);
};

test('wakes another process by NOTIFY, also after a LISTEN connection was lost', async () => {
  const stop = new AbortController();
  const arrived = new Map<string, number>();
  const running = (async () => {
    for await (const batch of reader.subscribe({ after: await reader.head(), signal: stop.signal })) {
      for (const { stream } of batch) arrived.set(stream, performance.now());
    }
  })();
  await vi.waitFor(async () => expect(await listeners()).toHaveLength(1), 10_000);

  const delayOf = async (): Promise<number> => {
    const stream = `woken-${randomUUID()}`;
    await writer.append(sampleAppend(stream, 0));
    const sent = performance.now();
    await vi.waitFor(() => expect(arrived.has(stream)).toBe(true), { timeout: 30_000, interval: 5 });
    return (arrived.get(stream) as number) - sent;
  };

  // Idle subscriptions poll once a second, so a lower median shows that NOTIFY woke them.
  const delays = [];
  for (let index = 0; index < 9; index += 1) delays.push(await delayOf());
  expect(delays.sort((a, b) => a - b)[4]).toBeLessThan(300);

  const [dead] = await listeners();
  await runSql(database.ownerUrl, `select pg_terminate_backend(${dead})`);
  expect(await delayOf()).toBeLessThan(5_000);
  await vi.waitFor(async () => {
    const [alive] = await listeners();
    expect(alive).toBeDefined();
    expect(alive).not.toBe(dead);
  }, 10_000);
  await delayOf();
  stop.abort();
  await running;
});

test('sends announcements together, at most one in 20 ms', async () => {
  const session = await openSession(database.ownerUrl);
  let notified = 0;
  session.on('notification', () => {
    notified += 1;
  });
  await session.query('listen portico_events');
  const before = performance.now();
  await Promise.all(
    Array.from({ length: 300 }, (_, index) => writer.append(sampleAppend(`many-${index}-${randomUUID()}`, 0))),
  );
  const last = await writer.append(sampleAppend(`last-${randomUUID()}`, 0));
  expect(last.version).toBe(1);
  await vi.waitFor(() => expect(notified).toBeGreaterThan(0), 10_000);
  expect(notified).toBeLessThanOrEqual((performance.now() - before) / 20 + 1);
  await session.end();
});

test('is woken once by what its own process announces, and by what others do', async () => {
  const [own, other] = [createWakeUp(database.pool, silentLog), createWakeUp(readerPool, silentLog)];
  for (const one of [own, other]) one.listen();
  // Each is woken as soon as it listens.
  await vi.waitFor(() => expect([own.ticket(), other.ticket()]).toEqual([1, 1]), 10_000);
  own.announce();
  expect(own.ticket()).toBe(2);
  await vi.waitFor(() => expect(other.ticket()).toBe(2), 10_000);
  other.announce();
  // Notifications come in their order: its own one would have come before.
  await vi.waitFor(() => expect(own.ticket()).toBe(3), 10_000);
  await Promise.all([own.close(), other.close()]);
});

test('ends the waits of a process together, so that they share a read', async () => {
  vi.useFakeTimers({ now: 1_234_000 });
  const wakeUp = createWakeUp(database.pool, silentLog);
  const { signal } = new AbortController();
  const first = wakeUp.wait(0, 200, signal).then(() => performance.now());
  await vi.advanceTimersByTimeAsync(50);
  const second = wakeUp.wait(0, 200, signal).then(() => performance.now());
  await vi.advanceTimersByTimeAsync(200);
  vi.useRealTimers();
  expect(await first).toBe(await second);
  await wakeUp.close();
});
