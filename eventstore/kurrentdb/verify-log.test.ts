import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runSql } from '#test/postgres/sql.ts';
import { sampleAppend } from '../contract/sample-events.ts';
import { openWorld, prefix, type World } from './fixture/open-world.ts';

let world: World;
let ids: readonly string[];
beforeEach(async () => {
  world = await openWorld();
  const appends = [sampleAppend('note-1', 0, 2), sampleAppend('note-2', 0), sampleAppend('note-1', 2, 2)];
  for (const append of appends) await world.store.append(append);
  ids = appends.flatMap(({ events }) => events.map(({ id }) => id));
  await vi.waitFor(async () => expect(await world.open()).toBe(0), 20_000);
});
afterEach(() => world.close());

const findings = () => Array.fromAsync(world.store.verify());
const idOf = (index: number) => ids[index] as string;

test('finds nothing in a log that nobody changed, sealed or not, and counts its events', async () => {
  const counts: number[] = [];
  expect(await Array.fromAsync(world.store.verify((count) => void counts.push(count)))).toEqual([]);
  expect(counts.at(-1)).toBe(5);
  expect(await world.store.seal()).toBe(5);
  expect(await world.store.seal()).toBe(0);
  await world.store.append(sampleAppend('note-3', 0));
  expect(await world.store.seal()).toBe(1);
  await world.store.append(sampleAppend('note-3', 1));
  expect(await findings()).toEqual([]);
});

test('finds an event whose bytes were changed', async () => {
  world.server.log.tamper(idOf(1), (record) => ({ ...record, data: Buffer.from('{"count":99}') }));
  expect(await findings()).toEqual([{ stream: 'note-1', version: 2, reason: 'changed' }]);
});

test('finds events that were scavenged, in the middle and at the end', async () => {
  world.server.log.tamper(idOf(1), () => undefined);
  world.server.log.tamper(idOf(2), () => undefined);
  expect(await findings()).toEqual([
    { stream: 'note-1', version: 2, reason: 'missing' },
    { stream: 'note-2', version: 1, reason: 'missing' },
  ]);
});

test('finds an event that no command has appended', async () => {
  world.server.log.append(`${prefix}note-2`, 0, [
    {
      id: randomUUID(),
      type: 'NoteCounted',
      contentType: 'application/octet-stream',
      data: Buffer.from('{"count":1}'),
      metadata: Buffer.from('{"schemaVersion":1,"meta":"{}","previous":"","hash":""}'),
    },
  ]);
  expect(await findings()).toMatchObject([{ stream: 'note-2', version: 2, reason: 'unlinked' }]);
});

test('finds streams that were soft-deleted, scavenged afterwards, and tombstoned', async () => {
  world.server.log.softDelete(`${prefix}note-1`);
  world.server.log.tombstone(`${prefix}note-2`);
  expect(await findings()).toMatchObject([
    { stream: 'note-1', reason: 'removed' },
    { stream: 'note-2', reason: 'removed' },
  ]);
  world.server.log.scavenge();
  expect(await findings()).toMatchObject([
    { stream: 'note-1', reason: 'removed' },
    { stream: 'note-2', reason: 'removed' },
  ]);
});

test('finds by the seals what no chain shows: a stream that was removed with its commands', async () => {
  await world.store.seal();
  world.server.log.tamper(idOf(2), () => undefined);
  await runSql(
    world.database.ownerUrl,
    'alter table intentions disable trigger user',
    `delete from intentions where stream = 'note-2'`,
    'alter table intentions enable trigger user',
  );
  expect(await findings()).toEqual([{ stream: '', version: 1, reason: 'unsealed' }]);
});

test('nobody changes a seal or a result', async () => {
  await world.store.seal();
  await expect(runSql(world.database.ownerUrl, `update server_seals set events = 9`)).rejects.toThrow('never changed');
  await expect(runSql(world.database.ownerUrl, `delete from intentions`)).rejects.toThrow('never changed');
  await expect(world.database.pool.query(`insert into server_seals values (9, 9, '', '', '')`)).rejects.toThrow(
    'denied',
  );
});
