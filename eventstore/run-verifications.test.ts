import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogVerificationCommand } from '#domain/log-verification/log-verification.ts';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import type { Finding } from './finding.ts';
import { isVerificationDue, keepVerification, readVerification } from './log-verifications.ts';
import { runSeals } from './run-seals.ts';
import { runVerifications, verifyWhenDue } from './run-verifications.ts';
import { askForVerification, readBrokenOff, readOpenVerification } from './verification-requests.ts';

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
    answer: async (id, command) => answered.push([id, command]) > 0,
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

const nothingFound = { findings: [], rows: [], rowsTotal: 0, uncompared: [] };

test('F5: the whole log is verified once a night, by one process', async () => {
  expect(await readVerification(database.pool)).toEqual({ verifiedAt: null, events: 0, ...nothingFound });
  const runs = await Promise.all([verify(), verify()]);
  expect(runs.toSorted()).toEqual([0, 1]);
  expect(await verify()).toBe(0);
  expect(recorded).toEqual([{ events: 11, findings: 0 }]);
  expect(await readVerification(database.pool)).toEqual({
    verifiedAt: expect.any(Date),
    events: 11,
    ...nothingFound,
  });
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
  // The trail counts it, so that a mail tells it.
  expect(recorded.at(-1)).toEqual({ events: 11, findings: (await findings()).length });
  await runSql(database.ownerUrl, `update log_verifications set ended_at = ended_at - interval '8 days'`);
  expect(await findings()).toEqual([]);
});

test('of more than a hundred verifications the newest are told', async () => {
  for (let version = 1; version <= 101; version += 1) {
    const found = [{ ...forgotten, version }];
    await keepVerification(database.pool, { kind: 'new', began: new Date(), events: 0, findings: found });
  }
  const versions = (await findings()).map(({ version }) => version);
  expect(versions).toHaveLength(100);
  expect(versions).not.toContain(1);
  await runSql(database.ownerUrl, `update log_verifications set ended_at = ended_at - interval '8 days'`);
});

test('a verification that somebody asks for runs at once, tells how far it is, and is recorded once', async () => {
  recorded.length = 0;
  expect(await isVerificationDue(database.pool)).toBe(false);
  const [one, other] = [randomId(), randomId()];
  for (const id of [one, one, other]) await askForVerification(database.pool, id);
  const waiting = { id: one, requestedAt: expect.any(Date), began: false, events: 0 };
  expect(await readOpenVerification(database.pool)).toEqual(waiting);
  expect(await verify(changed)).toBe(1);
  const command = { type: 'CompleteVerification', data: { events: 11, findings: 1, first: 'note-1 2' } };
  expect(answered.toSorted()).toEqual([one, other].toSorted().map((id) => [id, command]));
  expect(recorded).toEqual([]);
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
      answer: async (asked, command) => answered.push([asked, command]) > 0,
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
  expect(await readBrokenOff(database.pool)).toEqual(expect.any(Date));
  await askForVerification(database.pool, randomId());
  await verify();
  expect(await readBrokenOff(database.pool)).toBeNull();
});

const anyRun = {
  log: silentLog,
  record: async () => undefined,
  answer: async () => true,
  signal: new AbortController().signal,
  verify: async function* () {
    yield* [];
  },
};

test('a request that is not in the log yet is taken again, for a minute', async () => {
  await askForVerification(database.pool, randomId());
  const run = () => verifyWhenDue({ ...anyRun, pool: database.pool, answer: async () => false });
  await run();
  expect(await readOpenVerification(database.pool)).toMatchObject({ began: true });
  await runSql(database.ownerUrl, `update log_verification_requests set requested_at = now() - interval '61 seconds'`);
  await run();
  expect(await readOpenVerification(database.pool)).toBeUndefined();
});

test('after a fault only a request runs before the hour is over, and a trail that takes nothing is no fault', async () => {
  const yesterday = `update log_verifications set began_at = began_at - interval '1 day'`;
  await runSql(database.ownerUrl, yesterday);
  const stopping = new AbortController();
  const said: string[] = [];
  const asked = randomId();
  let runs = 0;
  const log = {
    ...silentLog,
    error: (_: unknown, text: string) => {
      said.push(text);
      void askForVerification(database.pool, asked);
    },
  } as typeof silentLog;
  await runVerifications(
    {
      ...anyRun,
      pool: database.pool,
      log,
      signal: stopping.signal,
      answer: async (id) => {
        expect(id).toBe(asked);
        stopping.abort();
        return true;
      },
      verify: async function* () {
        yield* [];
        runs += 1;
        if (runs === 1) throw new Error('the disk is gone');
      },
    },
    1,
  );
  expect([runs, said.length]).toEqual([2, 1]);
  await runSql(database.ownerUrl, yesterday);
  expect(await isVerificationDue(database.pool, true)).toBe(false);
  const record = () => Promise.reject(new Error('the trail is full'));
  await verifyWhenDue({
    ...anyRun,
    pool: database.pool,
    log: { ...silentLog, error: () => said.push('trail') } as never,
    record,
    verify: async function* (onProgress) {
      onProgress(11);
      yield* [];
    },
  });
  expect(said).toHaveLength(2);
  expect(await isVerificationDue(database.pool)).toBe(false);
});

test('an empty log gets no entry of it: its first event tells a new installation, which demands seals', async () => {
  const empty = await startTestDatabase();
  const entries: unknown[] = [];
  let runs = 0;
  await verifyWhenDue({
    pool: empty.pool,
    answer: async () => true,
    log: silentLog,
    record: async (found) => void entries.push(found),
    signal: new AbortController().signal,
    verify: async function* () {
      runs += 1;
      yield* [];
    },
  });
  await empty.close();
  expect(runs).toBe(1);
  expect(entries).toEqual([]);
});
