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
import { exportProof, newestNote } from '../export-proof.ts';
import { identifyInstallation } from '../identify-installation.ts';
import { leafOf, openCheckpoint } from '../merkle/checkpoint.ts';
import { provesInclusion } from '../merkle/tree.ts';
import { type OpenedEventStore, openEventStore } from '../open-event-store.ts';
import { keptCheckpoints } from '../postgres/log-checkpoints.ts';

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
const forget = (table: 'intentions' | 'server_seals' | 'server_checkpoints', where: string) =>
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

describe('signed checkpoints', () => {
  const sign = () => start().checkpoints.make();
  /** The end of the log goes, with all that Postgres knows of it. */
  const cut = async () => {
    server.log.tamper(ids[2], () => undefined);
    await forget('intentions', `stream = 'business-area-3'`);
    await sealAnew();
  };
  const since = { events: 5, at: expect.any(String) };
  const isMissing = [{ stream: 'business-area-3', version: 1, reason: 'missing', since }];

  test('grow with the log, are signed by a key of their own, and nothing is found', async () => {
    expect(await sign()).toEqual([]);
    const { store, verifier, checkpoints } = start();
    await store.append(added(randomId(), 4));
    await store.seal();
    expect(await sign()).toEqual([]);
    const notes = (await Array.fromAsync(keptCheckpoints(pool, checkpoints.source))).map(({ note }) => note);
    expect(notes.map((note) => openCheckpoint(verifier, note)?.size)).toEqual([5, 6]);
    expect(await newestNote(pool, { EVENTSTORE_URL: server.url })).toBe(notes[1]);
    expect(await newestNote(pool, {})).toBeUndefined();
    expect(openEventStore({ pool, key, definitions: eventCatalogue }).verifier.name).not.toBe(verifier.name);
    expect(await findings()).toEqual([]);
  });

  test('name the end of the log that is gone with all that Postgres knew of it', async () => {
    await sign();
    await cut();
    expect(await findings()).toEqual(isMissing);
    // And as events come.
    expect(await sign()).toEqual([{ stream: '', version: 1, reason: 'unsigned' }]);
  });

  test('name it also from outside, when those of the database are gone, too', async () => {
    await sign();
    const { store, checkpoints } = start();
    const kept = await Array.fromAsync(keptCheckpoints(pool, checkpoints.source));
    await cut();
    await forget('server_checkpoints', 'true');
    await sign();
    async function* outside() {
      yield* kept;
    }
    expect(await Array.fromAsync(store.verify(undefined, outside))).toEqual(isMissing);
  });

  test('prove events to whoever has an export', async () => {
    await sign();
    const { checkpoints, verifier } = start();
    const proved = await exportProof(pool, checkpoints.source, 'business-area-2');
    const { size = 0, root = Buffer.alloc(0) } = openCheckpoint(verifier, proved?.note ?? '') ?? {};
    const [event] = proved?.events ?? [];
    if (!event) throw new Error('nothing is proved');
    const hash = eventHash(Buffer.from(event.previousHash, 'base64'), event);
    const leaf = leafOf(hash, BigInt(event.recorded));
    const proof = event.proof.map((node) => Buffer.from(node, 'base64'));
    expect(provesInclusion({ leaf, index: event.index, size, root }, proof)).toBe(true);
    expect(provesInclusion({ leaf, index: event.index + 1, size, root }, proof)).toBe(false);
  });

  test('an owner who writes them gets none that is believed', async () => {
    await sign();
    await asOwner(
      `insert into server_checkpoints (seal, events, entries, nodes, note) values (2, 5, '', '', 'forged')`,
    );
    expect(await sign()).toEqual([{ stream: '', version: 2, reason: 'unsigned' }]);
    expect(await findings()).toEqual([{ stream: '', version: 2, reason: 'unsigned' }]);
  });
});
