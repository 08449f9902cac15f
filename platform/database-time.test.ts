import { Writable } from 'node:stream';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { addClockMetric, followDatabaseTime } from './database-time.ts';
import { createLog } from './log.ts';

const MachineDate = Date;
let ends: (() => void)[] = [];
beforeEach(() => {
  ends = [];
});
afterEach(() => {
  for (const end of ends) end();
  globalThis.Date = MachineDate;
});

const hour = 3_600_000;

/** Follows a database whose clock differs from this machine's. @returns what the log says. */
const follow = async (differs: number): Promise<() => string> => {
  let said = '';
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      said += chunk;
      done();
    },
  });
  const database = { query: async () => ({ rows: [{ time: MachineDate.now() + differs }] }) } as unknown as Database;
  ends.push(await followDatabaseTime(database, createLog('test', 'info', destination)));
  return () => said;
};

test('every way to ask for the time gives the time of the database', async () => {
  const said = await follow(3 * hour);
  const wanted = MachineDate.now() + 3 * hour;
  const made = new Date();
  for (const time of [Date.now(), made.getTime(), Date.parse(Date())])
    expect(Math.abs(time - wanted)).toBeLessThan(2_000);
  expect(said()).toContain('"aheadSeconds":-10800');
  expect(said()).toContain("this machine's clock is wrong");
});

test('a given time stays unchanged, also as a Date', async () => {
  const before = new Date(0);
  await follow(-3 * hour);
  expect(new Date(5).getTime()).toBe(5);
  expect(new Date('2026-11-25T00:00:00Z').toISOString()).toBe('2026-11-25T00:00:00.000Z');
  expect(new Date(2026, 0, 1).getFullYear()).toBe(2026);
  expect(Date.UTC(2026, 0, 1)).toBe(MachineDate.UTC(2026, 0, 1));
  expect(new Date()).toBeInstanceOf(Date);
  expect(before).toBeInstanceOf(Date);
  expect(new Date()).toBeInstanceOf(MachineDate);
});

test('a right clock is not logged, and the metric shows the difference of each clock', async () => {
  const said = await follow(500);
  expect(said()).toBe('');
  const registry = new Registry();
  addClockMetric(registry);
  const shown = Number(/^portico_clock_ahead_seconds (\S+)$/m.exec(await registry.metrics())?.[1]);
  expect(shown).toBeGreaterThan(-0.7);
  expect(shown).toBeLessThan(-0.3);
});

test('a database that can not be asked at the start is an error', async () => {
  const database = { query: () => Promise.reject(new Error('away')) } as unknown as Database;
  await expect(followDatabaseTime(database, createLog('test', 'silent'))).rejects.toThrow('away');
});
