import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { byPortal } from '#domain/core/actor.ts';
import { eventCatalogue, type PorticoEvent } from '#domain/event-catalogue.ts';
import { createPool, type Pool } from '#platform/database.ts';
import { randomId } from '#platform/uuid.ts';
import { type KurrentDouble, startKurrentDouble } from '#test/kurrentdb-double/start.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import { eventHash } from '../event-hash.ts';
import { newestNote } from '../export-proof.ts';
import { identifyInstallation } from '../identify-installation.ts';
import { type OpenedEventStore, openEventStore } from '../open-event-store.ts';

/*
 * What an owner of both servers can do to a log in KurrentDB: change what lies there, write by Portico's own functions, and remove what
 * Postgres knows of it. What they do not have is a key of the settings.
 */

let database: TestDatabase;
let server: KurrentDouble;
let pool: Pool;
const key = randomBytes(32);
const opened: OpenedEventStore<PorticoEvent>[] = [];
const start = (own = key) => {
  const one = openEventStore({
    pool,
    key: own,
    definitions: eventCatalogue,
    eventStore: { EVENTSTORE_URL: server.url },
  });
  opened.push(one);
  return one;
};
const ids = [randomId(), randomId(), randomId()] as const;
const added = (id: string, number: number) => ({
  stream: `business-area-${number}`,
  expectedVersion: 0,
  events: [
    {
      id,
      type: 'BusinessAreaAdded',
      data: { businessAreaId: number, name: `Area ${number}`, description: '' },
    } as const,
  ],
  meta: { actor: byPortal, commandId: randomId(), correlationId: randomId(), time: '2026-01-02T03:04:05.678Z' },
});

beforeEach(async () => {
  [database, server] = await Promise.all([startTestDatabase(), startKurrentDouble()]);
  pool = createPool(database.appUrl, { applicationName: 'portico-test' });
  const { store } = start();
  await identifyInstallation(store);
  for (const [index, id] of ids.entries()) await store.append(added(id, index + 1));
  await store.seal();
});
afterEach(async () => {
  for (const { store } of opened.splice(0)) await store.close();
  await pool.end();
  await server.close();
  await database.close();
});

/** What a process finds that starts now. */
const findings = () => Array.fromAsync(start().store.verify());
const asOwner = (...statements: string[]) => runSql(database.ownerUrl, ...statements);
/** Removes rows that triggers keep. */
const forget = (table: 'intentions' | 'server_seals', where: string) =>
  asOwner(
    `alter table ${table} disable trigger user`,
    `delete from ${table} where ${where}`,
    `alter table ${table} enable trigger user`,
  );
/** Portico's own process makes all seals anew, and does not know that there were others. */
const sealAnew = async () => {
  await forget('server_seals', 'true');
  await start().store.seal();
};

test('nothing is found in a log that nobody changed, and events have seals from the first one on', async () => {
  expect(await findings()).toEqual([]);
  expect(await start().store.sealsDemanded()).toBe('yes');
});

describe('found and not taken is', () => {
  const isNotTaken = (stream: string) =>
    expect(start().store.read(stream)).rejects.toThrow(/no process of this installation/);

  test('an event that somebody wrote with all that belongs to one, without the key', async () => {
    await start(randomBytes(32)).store.append(added(randomId(), 4));
    await sealAnew();
    expect(await findings()).toEqual([{ stream: 'business-area-4', version: 1, reason: 'foreign' }]);
    await isNotTaken('business-area-4');
  });

  test('an event that was changed, when its hashes and all seals of the log were made anew', async () => {
    server.log.tamper(ids[1], (record) => {
      const data = Buffer.from(Buffer.from(record.data).toString().replace('Area 2', 'Area X'));
      const metadata = JSON.parse(Buffer.from(record.metadata).toString());
      const { meta, schemaVersion, previous } = metadata;
      const event = { stream: 'business-area-2', version: 1, eventId: record.id, type: record.type, schemaVersion };
      const hash = eventHash(Buffer.from(previous, 'hex'), { ...event, data: data.toString(), meta });
      return { ...record, data, metadata: Buffer.from(JSON.stringify({ ...metadata, hash: hash.toString('hex') })) };
    });
    await sealAnew();
    expect(await findings()).toEqual([{ stream: 'business-area-2', version: 1, reason: 'foreign' }]);
    await isNotTaken('business-area-2');
  });
});

describe('what only checkpoints in Postgres show', () => {
  test('the end of the log is gone with all that Postgres knew of it, and nothing tells', async () => {
    server.log.tamper(ids[2], () => undefined);
    await forget('intentions', `stream = 'business-area-3'`);
    await sealAnew();
    expect(await findings()).toEqual([]);
  });

  test('nothing is signed, and a checkpoint from before the log was moved is shown to nobody', async () => {
    const { checkpoints } = start();
    expect(checkpoints).toBeUndefined();
    await asOwner(
      `insert into log_checkpoints (seal, events, entries, nodes, note) values (1, 1, '', '', 'of the log in Postgres')`,
    );
    expect(await newestNote(pool, {})).toBe('of the log in Postgres');
    expect(await newestNote(pool, { EVENTSTORE_URL: server.url })).toBeUndefined();
  });
});
