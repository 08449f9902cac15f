import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogVerificationCommand } from '#domain/log-verification/log-verification.ts';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import type { Finding } from './finding.ts';
import { isVerificationDue, keepVerification, readVerification } from './log-verifications.ts';
import { runSeals } from './run-seals.ts';
import { verifyWhenDue } from './run-verifications.ts';
import { askForVerification, readOpenVerification } from './verification-requests.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const changed: Finding = { stream: 'note-1', version: 2, reason: 'changed' };
const since = { events: 8, at: '2026-01-02T03:04:05.678Z' };
const forgotten: Finding = { stream: '', version: 4, reason: 'forgotten' };

/** Verifies a log that has these findings. @returns how often it was looked at. */
const recorded: unknown[] = [];
const answered: (readonly [id: string, command: LogVerificationCommand])[] = [];
const verify = async (...findings: readonly Finding[]): Promise<number> => {
  let runs = 0;
  await verifyWhenDue({
    pool: database.pool,
    answer: async (id, command) => void answered.push([id, command]),
    log: silentLog,
    record: async (found) => void recorded.push(found),
    signal: new AbortController().signal,
    verify: async function* (onProgress) {
      runs += 1;
      onProgress(11);
      yield* findings;
    },
  });
  return runs;
};
const findings = async () => (await readVerification(database.pool)).findings;

test('F5: the whole log is verified once a night, by one process', async () => {
  expect(await readVerification(database.pool)).toEqual({ verifiedAt: null, events: 0, findings: [] });
  const runs = await Promise.all([verify(), verify()]);
  expect(runs.toSorted()).toEqual([0, 1]);
  expect(await verify()).toBe(0);
  expect(recorded).toEqual([{ events: 11, findings: 0 }]);
  expect(await readVerification(database.pool)).toEqual({ verifiedAt: expect.any(Date), events: 11, findings: [] });
  await runSql(database.ownerUrl, `update log_verifications set began_at = began_at - interval '1 day'`);
  expect(await verify()).toBe(1);
});

test('F5: what was found while events come is kept once, and the whole log is verified at once', async () => {
  const stopping = new AbortController();
  let rounds = 0;
  await runSeals(
    {
      store: { seal: async () => 0 },
      checkpoints: {
        make: async () => {
          rounds += 1;
          if (rounds === 3) stopping.abort();
          return [changed];
        },
      },
      keepFindings: (found) =>
        keepVerification(database.pool, { kind: 'new', began: new Date(), events: 0, findings: found }),
      log: silentLog,
      signal: stopping.signal,
    },
    1,
  );
  expect(await findings()).toEqual([changed]);
  expect(await isVerificationDue(database.pool)).toBe(true);
  expect(await verify({ ...changed, since })).toBe(1);
  // The second verification tells since when.
  expect(await findings()).toEqual([{ ...changed, since }]);
  expect(await isVerificationDue(database.pool)).toBe(false);
});

test('what the database cannot show again is told for a week', async () => {
  await keepVerification(database.pool, { kind: 'new', began: new Date(), events: 0, findings: [forgotten] });
  await verify();
  expect(await findings()).toContainEqual(forgotten);
  await runSql(database.ownerUrl, `update log_verifications set ended_at = ended_at - interval '8 days'`);
  expect(await findings()).toEqual([]);
});

test('a verification that somebody asks for runs at once, tells how far it is, and is recorded', async () => {
  expect(await isVerificationDue(database.pool)).toBe(false);
  const [one, other] = [randomId(), randomId()];
  for (const id of [one, one, other]) await askForVerification(database.pool, id);
  const waiting = { requestedAt: expect.any(Date), began: false, events: 0 };
  expect(await readOpenVerification(database.pool)).toEqual(waiting);
  expect(await verify(changed)).toBe(1);
  const command = { type: 'CompleteVerification', data: { events: 11, findings: 1, first: 'note-1 2' } };
  expect(answered.toSorted()).toEqual([one, other].toSorted().map((id) => [id, command]));
  expect(await readOpenVerification(database.pool)).toBeUndefined();
  expect(await verify()).toBe(0);
});

test('one that can not look is recorded as broken off; one whose process stops goes on at the next start', async () => {
  const id = randomId();
  answered.length = 0;
  const fail = async (signal: AbortSignal) =>
    await verifyWhenDue({
      pool: database.pool,
      record: async (found) => void recorded.push(found),
      answer: async (asked, command) => void answered.push([asked, command]),
      log: silentLog,
      signal,
      verify: async function* (onProgress) {
        yield* [];
        onProgress(3);
        throw new Error('the disk is gone');
      },
    });
  await askForVerification(database.pool, id);
  await expect(fail(AbortSignal.abort())).rejects.toThrow();
  expect(answered).toEqual([]);
  expect(await readOpenVerification(database.pool)).toMatchObject({ began: true });
  await expect(fail(new AbortController().signal)).rejects.toThrow('the disk is gone');
  expect(answered).toEqual([[id, { type: 'BreakVerificationOff', data: { events: 3 } }]]);
  expect(await readOpenVerification(database.pool)).toBeUndefined();
});
