import { expect, test } from 'vitest';
import { silentLog } from './log.ts';
import { reasonOf, whenDatabaseResponds } from './start-or-exit.ts';

const failing = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });
const quick = { pause: 1, line: 60_000 };
const never = new AbortController().signal;

/** Runs work that fails with these errors before it succeeds. @returns what was logged. */
const run = async (errors: readonly Error[], waiting = quick, signal = never) => {
  const lines: unknown[] = [];
  const log = Object.assign(Object.create(silentLog), { warn: (line: unknown) => lines.push(line) });
  const left = [...errors];
  const result = await whenDatabaseResponds(
    async () => {
      const error = left.shift();
      if (error) throw error;
      return 'done';
    },
    { log, signal },
    waiting,
  );
  return { result, lines };
};

test('tries again while the database is away, starts, stops or has no room, and says so once a minute', async () => {
  const away = ['ECONNREFUSED', 'ENOTFOUND', '57P03', '53300', '08006'].map(failing);
  expect(await run(away)).toEqual({ result: 'done', lines: [{ reason: 'failed with ECONNREFUSED' }] });
  expect((await run(away, { pause: 1, line: 0 })).lines).toHaveLength(away.length);
});

test('finds the reason inside another error', async () => {
  const inside = new Error('the event log is not available', { cause: failing('ECONNREFUSED') });
  expect((await run([inside])).lines).toEqual([{ reason: 'failed with ECONNREFUSED' }]);
  // Node's error when a name has several addresses.
  expect(reasonOf(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED');
});

test.each(['28P01', '28000', '3D000', '42501', 'SELF_SIGNED_CERT_IN_CHAIN', '42P01'])(
  'does not wait after %s',
  async (code) => {
    await expect(run([failing(code)])).rejects.toMatchObject({ code });
  },
);

test('stops waiting when its signal aborts', async () => {
  const stopping = new AbortController();
  const waiting = run([failing('ECONNREFUSED')], { pause: 60_000, line: 0 }, stopping.signal);
  stopping.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

test('stops also while its work waits for another thing', async () => {
  const stopping = new AbortController();
  const waiting = whenDatabaseResponds(() => new Promise(() => undefined), { log: silentLog, signal: stopping.signal });
  stopping.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});
