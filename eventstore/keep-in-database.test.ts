import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from '#platform/log.ts';
import { appRole, startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import { sampleAppend, sampleEvents } from './contract/sample-events.ts';
import { keepOutside } from './keep-outside.ts';
import { firstWithCheckpoints, openSinks } from './merkle/sinks.ts';
import { openEventStore } from './open-event-store.ts';

const key = randomBytes(32);
let database: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  [database, other] = await Promise.all([startTestDatabase(), startTestDatabase()]);
});
afterAll(() => Promise.all([database.close(), other.close()]));

/** Returns the statements that the documents tell whoever owns the other Postgres. */
const documented = async (): Promise<string> => {
  const page = await readFile(new URL('../docs/log.md', import.meta.url), 'utf8');
  const [, statements = ''] = /```sql\n(create table portico_checkpoints[^`]*)```/.exec(page) ?? [];
  return statements.replaceAll('portico_keeper', appRole);
};

let streams = 0;
const start = async () => {
  const opened = openEventStore({ pool: database.pool, key, definitions: sampleEvents });
  const { checkpoints } = opened;
  const sinks = await openSinks({ CHECKPOINT_DATABASE_URL: other.appUrl }, opened.verifier.name);
  const { signal } = new AbortController();
  const running = keepOutside({ pool: database.pool, checkpoints, sinks, log: silentLog, signal });
  return {
    ...{ store: opened.store, sinks, name: opened.verifier.name, make: running.make },
    append: async () => {
      streams += 1;
      const stream = `note-${streams}`;
      await opened.store.append(sampleAppend(stream, 0));
      await vi.waitFor(async () => expect(await opened.store.seal()).toBe(1), 20_000);
      return stream;
    },
    close: async () => {
      await Promise.all(sinks.map(({ close }) => close()));
      await opened.store.close();
    },
  };
};

const places = async () =>
  (await database.pool.query('select seal, failing_since, fault from log_checkpoint_sinks')).rows;
const kept = async () => (await other.pool.query('select log, seal from portico_checkpoints order by seal')).rows;

test('F6: keeps each checkpoint in another Postgres, where the role can change nothing', async () => {
  const running = await start();
  await running.append();
  expect(await running.make()).toEqual([]);
  expect(await places()).toEqual([
    { seal: 0, failing_since: expect.any(Date), fault: expect.stringContaining('portico_checkpoints') },
  ]);
  expect(await firstWithCheckpoints(running.sinks)).toBeUndefined();

  await runSql(other.ownerUrl, await documented());
  await running.append();
  expect(await running.make()).toEqual([]);
  expect(await kept()).toEqual([1, 2].map((seal) => ({ log: running.name, seal })));
  expect(await places()).toEqual([{ seal: 2, failing_since: null, fault: null }]);
  for (const statement of ['delete from portico_checkpoints', `update portico_checkpoints set line = ''`])
    await expect(other.pool.query(statement)).rejects.toThrow('permission denied');
  const place = await firstWithCheckpoints(running.sinks);
  expect(await Array.fromAsync(running.store.verify(undefined, place?.read))).toEqual([]);
  await running.close();
});

test('F6: signs nothing for a log that is older than the other Postgres knows, and names what is gone', async () => {
  const before = await start();
  const stream = await before.append();
  await before.make();
  await before.close();
  // The owner cuts the end of the log, and all that tells of it here.
  await runSql(
    database.ownerUrl,
    'set session_replication_role = replica',
    'delete from log_checkpoints where seal > 2',
    `delete from events where stream = '${stream}'`,
  );

  const running = await start();
  await running.append();
  expect(await running.make()).toEqual([{ stream: '', version: 3, reason: 'forgotten' }]);
  expect((await kept()).map(({ seal }) => seal)).toEqual([1, 2, 3]);
  const place = await firstWithCheckpoints(running.sinks);
  expect(await Array.fromAsync(running.store.verify(undefined, place?.read))).toContainEqual({
    ...{ stream, version: 1, reason: expect.any(String) },
    since: { events: 3, at: expect.any(String) },
  });
  await running.close();
});

test('F6: a newest line there that nobody can read is a fault, and not as if nothing was kept', async () => {
  const running = await start();
  await runSql(
    other.ownerUrl,
    `insert into portico_checkpoints (log, seal, line) values ('${running.name}', 99, 'no checkpoint')`,
  );
  await expect(running.sinks[0]?.newest()).rejects.toThrow('no checkpoint of this log');
  await running.append();
  await running.make();
  expect(await places()).toEqual([
    expect.objectContaining({
      failing_since: expect.any(Date),
      fault: expect.stringContaining('no checkpoint of this log'),
    }),
  ]);
  await running.close();
});
