import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import {
  askForLease,
  askNoLonger,
  type HeldLease,
  LeaseLostError,
  releaseLease,
  takeLease,
  withLease,
} from './lease.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const one = (name: string, milliseconds = 60_000) => ({ name, holder: 'one', milliseconds });
const runOut = (name: string) =>
  database.pool.query(`update leases set until = clock_timestamp() - interval '1 ms' where name = $1`, [name]);

it('H2: goes to one holder at a time; each holder gets a higher number', async () => {
  const { pool } = database;
  const first = await takeLease(pool, one('a'));
  expect(first).toEqual({ name: 'a', number: 1 });
  expect(await takeLease(pool, one('a'))).toBeUndefined();
  expect(await takeLease(pool, one('b'))).toEqual({ name: 'b', number: 1 });
  if (first) await releaseLease(pool, first);
  expect(await takeLease(pool, one('a'))).toEqual({ name: 'a', number: 2 });
  // The previous holder can't release the lease of the new one.
  if (first) await releaseLease(pool, first);
  expect(await takeLease(pool, one('a'))).toBeUndefined();
});

it('H2: goes to one of many that ask at the same time', async () => {
  const taken = await Promise.all(Array.from({ length: 12 }, () => takeLease(database.pool, one('many'))));
  expect(taken.filter((lease) => lease !== undefined)).toEqual([{ name: 'many', number: 1 }]);
});

it('H2: stays with its holder while the work runs, and is free afterwards', async () => {
  const { pool } = database;
  await withLease(pool, one('long', 200), async ({ assertHeld }) => {
    const until = async () =>
      (await pool.query<{ until: Date }>(`select until from leases where name = 'long'`)).rows[0]?.until.getTime() ?? 0;
    const begin = await until();
    await vi.waitFor(async () => expect(await until()).toBeGreaterThan(begin + 400), { timeout: 30_000, interval: 20 });
    await assertHeld();
    expect(await withLease(pool, one('long'), async () => 'two at once')).toBeUndefined();
  });
  expect(await withLease(pool, one('long'), async () => 'free')).toEqual({ result: 'free' });
});

it('H2: a holder that was asleep learns of the loss by its signal and by the next check', async () => {
  const { pool } = database;
  const holder: { held?: HeldLease } = {};
  const end = Promise.withResolvers<void>();
  const working = withLease(pool, one('asleep', 300), async (held) => {
    holder.held = held;
    await end.promise;
  });
  await vi.waitFor(() => expect(holder.held).toBeDefined(), 10_000);
  // It may end and be renewed, as long as nobody else took it.
  await runOut('asleep');
  await holder.held?.assertHeld();
  await vi.waitFor(async () => {
    await runOut('asleep');
    expect(await takeLease(pool, one('asleep'))).toEqual({ name: 'asleep', number: 2 });
  }, 10_000);
  await expect(holder.held?.assertHeld()).rejects.toThrow(LeaseLostError);
  expect(holder.held?.lost.aborted).toBe(true);
  end.resolve();
  await working;
  // The end of the work does not release the lease of another holder.
  expect(await takeLease(pool, one('asleep'))).toBeUndefined();
});

it('goes to the more urgent first: the holder is asked to stop, and nobody less urgent gets it meanwhile', async () => {
  const { pool } = database;
  const urgent = { name: 'wanted', rank: 2, by: 'urgent' };
  await withLease(pool, one('wanted'), async ({ isAskedFor }) => {
    expect(await isAskedFor()).toBe(false);
    expect(await askForLease(pool, { ...urgent, milliseconds: 60_000 })).toBe(0);
    expect(await isAskedFor()).toBe(true);
    expect(await askForLease(pool, { ...urgent, by: 'waits', milliseconds: 60_000 })).toBe(1);
    expect(await askForLease(pool, { ...urgent, by: 'later', rank: 1, milliseconds: 60_000 })).toBe(2);
  });
  expect(await takeLease(pool, { ...one('wanted'), rank: 1 })).toBeUndefined();
  await withLease(pool, { ...one('wanted'), rank: 2 }, async ({ isAskedFor }) => {
    expect(await isAskedFor()).toBe(false);
    for (const by of ['urgent', 'waits', 'later']) await askNoLonger(pool, 'wanted', by);
  });
  expect(await withLease(pool, one('wanted'), async () => 'free')).toEqual({ result: 'free' });
});

it('is not kept for a caller that has stopped asking', async () => {
  const { pool } = database;
  await askForLease(pool, { name: 'forgotten', rank: 2, by: 'gone', milliseconds: 1 });
  await vi.waitFor(
    async () => expect(await takeLease(pool, one('forgotten'))).toMatchObject({ name: 'forgotten' }),
    20_000,
  );
});
