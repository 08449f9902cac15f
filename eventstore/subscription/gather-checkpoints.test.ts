import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#platform/database.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { beginning } from '../event-store.ts';
import { gatherCheckpoints } from './gather-checkpoints.ts';
import { type Lease, LeaseLostError, registerSubscription, takeLease } from './lease.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const query = vi.fn();
const counted = { query } as unknown as Database;
beforeEach(() => {
  query.mockReset();
  query.mockImplementation((...all: Parameters<Database['query']>) => database.pool.query(...all));
});

const leases = (count: number): Promise<Lease[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const id = { name: `gathered-${randomUUID()}`, version: 1 };
      await registerSubscription(database.pool, id, beginning);
      return (await takeLease(database.pool, id, randomUUID(), 60)) as Lease;
    }),
  );

const positionOf = async ({ name }: Lease): Promise<string> =>
  (await database.pool.query<{ position: string }>('select position from subscriptions where name = $1', [name]))
    .rows[0]?.position ?? 'none';

test('stores the checkpoints of several subscriptions in one statement', async () => {
  const several = await leases(12);
  const move = gatherCheckpoints(counted);
  await Promise.all(several.map((lease, index) => move(lease, { position: `at-${index}`, id: randomUUID() })));
  expect(query).toHaveBeenCalledTimes(1);
  expect(await Promise.all(several.map(positionOf))).toEqual(several.map((_lease, index) => `at-${index}`));
});

test('those that come while it runs share the next one', async () => {
  const [first, second, third] = (await leases(3)) as [Lease, Lease, Lease];
  const move = gatherCheckpoints(counted);
  const late: Promise<void>[] = [];
  query.mockImplementationOnce((...all: Parameters<Database['query']>) => {
    late.push(move(second, { position: 'second' }), move(third, { position: 'third' }));
    return database.pool.query(...all);
  });
  await move(first, { position: 'first' });
  await Promise.all(late);
  expect(query).toHaveBeenCalledTimes(2);
  expect(await Promise.all([first, second, third].map(positionOf))).toEqual(['first', 'second', 'third']);
});

test('stops only the one whose lease was taken', async () => {
  const [held, lost] = (await leases(2)) as [Lease, Lease];
  await database.pool.query('update subscriptions set lease_epoch = lease_epoch + 1 where name = $1', [lost.name]);
  const move = gatherCheckpoints(counted);
  const [first, second] = await Promise.allSettled([held, lost].map((lease) => move(lease, { position: 'moved' })));
  expect(first).toMatchObject({ status: 'fulfilled' });
  expect(second).toEqual({ status: 'rejected', reason: expect.any(LeaseLostError) });
  expect(await Promise.all([held, lost].map(positionOf))).toEqual(['moved', beginning]);
});

test('tells all whose statement fails, and goes on with the next', async () => {
  const [first, second] = (await leases(2)) as [Lease, Lease];
  const move = gatherCheckpoints(counted);
  query.mockRejectedValueOnce(new Error('cut'));
  const moved = await Promise.allSettled([first, second].map((lease) => move(lease, { position: 'moved' })));
  expect(moved.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await move(first, { position: 'moved' });
  expect(await positionOf(first)).toBe('moved');
});
