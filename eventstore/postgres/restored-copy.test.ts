import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCluster } from '#test/postgres.ts';
import { openSession, runSql } from '#test/sql.ts';
import { readAll, readUntil } from '../contract/event-store-contract.ts';
import { sampleAppend, sampleEvents } from '../contract/sample-events.ts';
import type { EventStore, RecordedEvent } from '../event-store.ts';
import { openEventStore } from '../open-event-store.ts';
import { verifyLog } from '../verify-log.ts';
import { checkLog } from './check-log.ts';
import { rebaseLog } from './rebase-log.ts';

type TestCluster = Awaited<ReturnType<typeof startTestCluster>>;
const key = randomBytes(32);
const open = ({ pool }: TestCluster) => openEventStore({ pool, key, definitions: sampleEvents }).store;

let original: TestCluster;
let copy: TestCluster;
let stores: readonly [EventStore, EventStore];
beforeAll(async () => {
  [original, copy] = await Promise.all([startTestCluster(), startTestCluster()]);
  stores = [open(original), open(copy)];
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await Promise.all([original.close(), copy.close()]);
});

/** What pg_dump and restore do: rows with their old transaction ids, in a cluster that counts from the start. */
const restore = async (from: string, to: string, table: string) => {
  const [source, target] = [await openSession(from), await openSession(to)];
  const { rows } = await source.query<{ row: string }>(`select row_to_json(t)::text as row from ${table} t`);
  for (const { row } of rows)
    await target.query(`insert into ${table} select * from json_populate_record(null::${table}, $1)`, [row]);
  await Promise.all([source.end(), target.end()]);
};

test('a log restored into another cluster is refused, and rebase-log mends it', { timeout: 60_000 }, async () => {
  const [store, restored] = stores;
  await runSql(
    original.cluster.url,
    'do $$ begin for i in 1..5000 loop perform pg_current_xact_id(); commit; end loop; end $$',
  );
  const repeated = sampleAppend('stream-0', 0, 2, { outcome: { id: 9 } });
  await store.append(repeated);
  for (let stream = 1; stream < 6; stream += 1)
    for (let version = 0; version < 3; version += 1) await store.append(sampleAppend(`stream-${stream}`, version));
  const before = await readUntil(store, '', (events) => events.length === 17);
  const checkpoint = before[8] as RecordedEvent;
  await runSql(
    original.ownerUrl,
    `insert into subscriptions (name, version, position) values ('some', 1, '${checkpoint.position}'), ('new', 1, '')`,
  );

  for (const table of ['streams', 'events', 'commands', 'subscriptions'])
    await restore(original.ownerUrl, copy.ownerUrl, table);
  await runSql(copy.ownerUrl, `select setval('event_pos', 100)`);
  await expect(checkLog(copy.pool)).rejects.toThrow('npm run rebase-log');
  // The fault that is refused: every old event is hidden.
  expect(await readAll(restored)).toEqual([]);

  expect(await rebaseLog(copy.ownerUrl)).toBe(17);
  await checkLog(copy.pool);
  const after = await readAll(restored);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(await verifyLog(copy.pool)).toEqual([]);

  const { rows } = await copy.pool.query<{ name: string; position: string }>(
    'select name, position from subscriptions order by name',
  );
  expect(rows[0]).toEqual({ name: 'new', position: '' });
  expect((await readAll(restored, rows[1]?.position))[0]?.id).toBe(before[9]?.id);

  const answer = await restored.append(repeated);
  expect(answer).toMatchObject({ repeated: true, version: 2, outcome: { id: 9 }, position: after[1]?.position });
  const appended = await restored.append(sampleAppend('stream-1', 3));
  expect((await readUntil(restored, '', (events) => events.length === 18)).at(-1)?.position).toBe(appended.position);

  // A second time changes nothing but the numbers of what came since.
  await rebaseLog(copy.ownerUrl);
  expect((await readAll(restored)).slice(0, 17).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});
