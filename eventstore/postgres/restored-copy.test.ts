import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Pool } from '#platform/database.ts';
import { startTestCluster } from '#test/postgres/postgres.ts';
import { openSession, runSql } from '#test/postgres/sql.ts';
import { readAll, readUntil } from '../contract/event-store-contract.ts';
import { type SampleEvent, sampleAppend, sampleEvents } from '../contract/sample-events.ts';
import type { EventStore, LogEntry } from '../event-store.ts';
import { openEventStore } from '../open-event-store.ts';
import { checkLog } from './check-log.ts';
import { rebasePostgresLog as rebaseLog } from './rebase-log.ts';
import { sealLog } from './seal-log.ts';
import { verifyLog } from './verify/verify-log.ts';

type TestCluster = Awaited<ReturnType<typeof startTestCluster>>;
const key = randomBytes(32);

let original: TestCluster;
let copy: TestCluster;
/** Reads the copy without counting as a process of Portico. */
let operator: Pool;
beforeAll(async () => {
  [original, copy] = await Promise.all([startTestCluster(), startTestCluster()]);
  operator = createPool(copy.ownerUrl, { applicationName: 'operator' });
});
afterAll(async () => {
  await operator.end();
  await Promise.all([original.close(), copy.close()]);
});

/** Runs `work` with a store as a process has it, and closes all its connections afterwards. */
const withStore = async <Result>(
  { appUrl }: TestCluster,
  work: (store: EventStore<SampleEvent>) => Promise<Result>,
) => {
  const pool = createPool(appUrl, { applicationName: 'portico-worker' });
  const { store } = openEventStore({ pool, key, definitions: sampleEvents });
  try {
    return await work(store);
  } finally {
    await store.close();
    await pool.end();
  }
};

/**
 * Copies a table as pg_dump and restore do: rows keep their transaction ids, in a cluster that starts to count anew.
 */
const restore = async (from: string, to: string, table: string) => {
  const [source, target] = [await openSession(from), await openSession(to)];
  const { rows } = await source.query<{ row: string }>(`select row_to_json(t)::text as row from ${table} t`);
  for (const { row } of rows)
    await target.query(`insert into ${table} select * from json_populate_record(null::${table}, $1)`, [row]);
  await Promise.all([source.end(), target.end()]);
};

const idsOf = (events: readonly LogEntry[]) => events.map(({ id }) => id);

test('refuses a log that was restored into another cluster, until rebase-log has run', {
  timeout: 60_000,
}, async () => {
  await runSql(
    original.cluster.url,
    'do $$ begin for i in 1..5000 loop perform pg_current_xact_id(); commit; end loop; end $$',
  );
  const repeated = sampleAppend('stream-0', 0, 2, { outcome: { id: 9 } });
  const before = await withStore(original, async (store) => {
    await store.append(repeated);
    for (let stream = 1; stream < 6; stream += 1)
      for (let version = 0; version < 3; version += 1) await store.append(sampleAppend(`stream-${stream}`, version));
    return await readUntil(store, '', (events) => events.length === 17);
  });
  expect(await sealLog(original.pool)).toBe(17);
  const checkpoint = before[8] as LogEntry;
  await runSql(
    original.ownerUrl,
    `insert into subscriptions (name, version, position) values ('some', 1, '${checkpoint.position}'), ('new', 1, '')`,
  );
  await expect(rebaseLog(original.ownerUrl)).resolves.toBeUndefined();

  for (const table of ['streams', 'events', 'commands', 'subscriptions', 'log_seals'])
    await restore(original.ownerUrl, copy.ownerUrl, table);
  await runSql(copy.ownerUrl, `select setval('event_pos', 100)`);
  await expect(checkLog(operator)).rejects.toThrow('npm run rebase-log');

  await withStore(copy, async (store) => {
    // This is why it is refused: subscriptions see none of the old events.
    expect(await readAll(store)).toEqual([]);
    await expect(rebaseLog(copy.ownerUrl)).rejects.toThrow(/stop them first; nothing was changed: .*portico-worker/);
  });
  await expect(checkLog(operator)).rejects.toThrow('npm run rebase-log');

  expect(await rebaseLog(copy.ownerUrl)).toBe(17);
  await checkLog(operator);
  // A second run has nothing to do, even while processes run.
  await withStore(copy, async (store) => {
    const after = await readAll(store);
    expect(idsOf(after)).toEqual(idsOf(before));
    expect(await rebaseLog(copy.ownerUrl)).toBeUndefined();

    const { rows } = await operator.query<{ name: string; position: string }>(
      'select name, position from subscriptions order by name',
    );
    expect(rows[0]).toEqual({ name: 'new', position: '' });
    expect((await readAll(store, rows[1]?.position))[0]?.id).toBe(before[9]?.id);

    const response = await store.append(repeated);
    expect(response).toMatchObject({ repeated: true, version: 2, outcome: { id: 9 }, position: after[1]?.position });
    const appended = await store.append(sampleAppend('stream-1', 3));
    const all = await readUntil(store, '', (events) => events.length === 18);
    expect(all.at(-1)?.position).toBe(appended.position);
  });
  expect(await sealLog(copy.pool)).toBe(1);
  expect(await Array.fromAsync(verifyLog(copy.pool))).toEqual([]);
});
