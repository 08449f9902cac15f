import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import type { EventDefinitions } from '#domain/core/event.ts';
import { startTestCluster, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import { type Codec, InvalidEventError } from './codec.ts';
import { readAll } from './contract/event-store-contract.ts';
import { type SampleEvent, sampleAppend, sampleEvents, sampleMeta } from './contract/sample-events.ts';
import { type EventStore, UnreadableEventError } from './event-store.ts';
import { openEventStore } from './open-event-store.ts';
import { verifyLog } from './postgres/verify/verify-log.ts';
import type { SubjectKeys } from './subject-keys.ts';

const key = randomBytes(32);
let database: TestDatabase;
let store: EventStore<SampleEvent>;
let codec: Codec<SampleEvent>;
let subjectKeys: SubjectKeys;
const open = () => openEventStore({ pool: database.pool, key, definitions: sampleEvents });
beforeAll(async () => {
  // A separate cluster, because the test reads the whole log, and an open transaction of another suite would delay its
  // end.
  database = await startTestCluster();
  ({ store, codec, subjectKeys } = open());
});
afterAll(async () => {
  await store.close();
  await database.close();
});

const note = (author: number, address: string, text = 'hello') => ({
  id: randomUUID(),
  type: 'NoteWritten' as const,
  data: { text, author, address },
});

describe('writing is strict', () => {
  /** A program that the types did not hold back. */
  const untyped = () => openEventStore<EventDefinitions>({ pool: database.pool, key, definitions: sampleEvents }).codec;
  const write = (type: string, data: Record<string, unknown>) =>
    untyped().encode({
      stream: 'note-1',
      expectedVersion: 0,
      events: [{ id: randomUUID(), type, data }],
      meta: sampleMeta(),
    });

  test('the types allow only events of this log', () => {
    expectTypeOf<Parameters<typeof store.append>[0]['events'][number]['type']>().toEqualTypeOf<SampleEvent['type']>();
    expectTypeOf(store.read<Extract<SampleEvent, { type: 'NoteCounted' }>>)
      .returns.resolves.items.toHaveProperty('data')
      .toEqualTypeOf<Readonly<{ count: number }>>();
  });

  test.each([
    ['an unknown type', 'NoteBurnt', {}],
    ['a missing field', 'NoteCounted', {}],
    ['a wrong field', 'NoteCounted', { count: 'canary' }],
    ['an unknown field', 'NoteCounted', { count: 1, role: 'canary' }],
  ])('refuses %s without showing its value', async (_, type, data) => {
    const error = await write(type, data).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidEventError);
    expect(String(error)).not.toContain('canary');
  });
});

describe('E2: personal data', () => {
  test('is not in the stored bytes, and is readable again', async () => {
    const stream = `note-${randomUUID()}`;
    const meta = sampleMeta({ client: { address: '192.0.2.77', userAgent: 'canary-agent' } });
    await store.append({ stream, expectedVersion: 0, events: [note(41, 'canary@people.example')], meta });
    const { rows } = await database.pool.query<{ row: string }>(
      'select e::text as row from events e where stream = $1',
      [stream],
    );
    expect(rows[0]?.row).not.toMatch(/canary|192\.0\.2\.77/);
    const [event] = await store.read(stream);
    expect(event?.data).toMatchObject({ address: 'canary@people.example', author: 41 });
    expect(event?.meta.client).toEqual({ address: '192.0.2.77', userAgent: 'canary-agent' });
  });

  test('does not open in another event', async () => {
    const [own, foreign] = await Promise.all(
      ['a', 'b'].map(async (name) => {
        const [encoded] = await codec.encode({
          stream: 'note-5',
          expectedVersion: 0,
          events: [note(41, `${name}@people.example`)],
          meta: sampleMeta(),
        });
        return { ...(encoded as NonNullable<typeof encoded>), stream: 'note-5', version: 1, position: '' };
      }),
    );
    const [moved] = await codec.decode([{ ...own!, data: foreign!.data }], { fresh: true });
    expect(moved?.fault).toContain('cannot be opened');
    expect(moved?.data).toEqual({});
    const [otherStream] = await codec.decode([{ ...own!, stream: 'note-6' }], { fresh: true });
    expect(otherStream?.fault).toContain('cannot be opened');
  });

  test('has one key when two processes make it at once', async () => {
    const [first, second] = [open(), open()];
    const rings = await Promise.all([first, second].map(({ subjectKeys: keys }) => keys.forWriting([900])));
    expect(rings[0]?.get(900)?.equals(rings[1]?.get(900) as Buffer)).toBe(true);
  });
});

describe('E5: erasure', () => {
  test('destroys the personal data of only one person, and does not change the log', async () => {
    const stream = `note-${randomUUID()}`;
    const client = { address: '192.0.2.9', userAgent: 'agent' };
    const meta = (userId: number) => ({ ...sampleMeta({ client }), actor: { userId, organizationId: 1, roles: [] } });
    await store.append({ stream, expectedVersion: 0, events: [note(51, 'gone@people.example')], meta: meta(51) });
    await store.append({ stream, expectedVersion: 1, events: [note(52, 'stays@people.example')], meta: meta(52) });
    const bytes = () =>
      database.pool.query('select data, meta, hash from events where stream = $1 order by version', [stream]);
    const before = (await bytes()).rows;
    await readAll(store);
    const other = open();
    await other.store.read(stream);

    await subjectKeys.eraseSubject(51);
    await subjectKeys.eraseSubject(51);

    const [first, second] = await store.read(stream);
    expect(first?.data).toEqual({ text: 'hello', author: 51, address: '[erased]' });
    expect(first?.meta.client).toEqual({ address: '[erased]', userAgent: '[erased]' });
    expect(second?.data).toMatchObject({ address: 'stays@people.example' });
    expect(second?.meta.client).toEqual(client);
    expect((await bytes()).rows).toEqual(before);
    expect(await Array.fromAsync(verifyLog(database.pool))).toEqual([]);
    // Another process has the key in its cache, and must not store the personal data for good.
    const derived = (await readAll(other.store)).filter((event) => event.stream === stream);
    expect(derived[0]?.data).toMatchObject({ address: '[erased]' });
    await other.store.close();
  });

  test('gives an erased person no new key', async () => {
    await subjectKeys.eraseSubject(53);
    const stream = `note-${randomUUID()}`;
    await store.append({ stream, expectedVersion: 0, events: [note(53, 'late@people.example')], meta: sampleMeta() });
    expect((await open().store.read(stream))[0]?.data).toMatchObject({ address: '[erased]' });
    const { rows } = await database.pool.query<{ row: string }>(
      'select e::text as row from events e where stream = $1',
      [stream],
    );
    expect(rows[0]?.row).not.toContain('late@people.example');
  });
});

describe('reading is tolerant, and reports what it cannot read', () => {
  const plant = async (stream: string, type: string, version: number, data: string) => {
    await store.append(sampleAppend(stream, 0));
    await runSql(
      database.ownerUrl,
      'set session_replication_role = replica',
      `update events set type = '${type}', schema_version = ${version}, data = '${data}' where stream = '${stream}'`,
    );
  };

  test('reports an unknown type as a fault of one event, not of the subscription', async () => {
    const stream = `note-${randomUUID()}`;
    await plant(stream, 'NoteFromTomorrow', 1, '{}');
    await expect(store.read(stream)).rejects.toThrow(UnreadableEventError);
    const events = await readAll(store);
    expect(events.find((event) => event.stream === stream)).toMatchObject({
      fault: 'unknown event type NoteFromTomorrow',
      data: {},
    });
    expect(events.filter(({ fault }) => fault === undefined).length).toBeGreaterThan(0);
  });

  test.each([
    ['a newer version', 'NoteCounted', 2, '{"count":1}', 'newer than this program'],
    ['bytes that are not JSON', 'NoteCounted', 1, '{"count":', 'its bytes were changed'],
    ['data that its schema refuses', 'NoteCounted', 1, '{"count":"canary"}', 'count (invalid_type)'],
  ])('%s', async (_, type, version, data, fault) => {
    const stream = `note-${randomUUID()}`;
    await plant(stream, type, version, data);
    const found = (await readAll(store)).find((event) => event.stream === stream);
    expect(found?.fault).toContain(fault);
    expect(found?.fault).not.toContain('canary');
  });

  test('ignores a field that only older programs wrote', async () => {
    const stream = `note-${randomUUID()}`;
    await plant(stream, 'NoteCounted', 1, '{"count":3,"colour":"red"}');
    expect((await store.read(stream))[0]?.data).toEqual({ count: 3 });
  });

  test('is written in an older version if the last release can read its content', async () => {
    const { NoteCounted } = sampleEvents;
    const definitions = {
      NoteCounted: { ...NoteCounted, version: 2, writtenAs: ({ count }) => (count === 1 ? 1 : 2) },
    } satisfies EventDefinitions;
    const { codec: newer } = openEventStore({ pool: database.pool, key, definitions });
    const events = [1, 2].map((count) => ({ id: randomUUID(), type: 'NoteCounted' as const, data: { count } }));
    const encoded = await newer.encode({ stream: 'note-1', expectedVersion: 0, events, meta: sampleMeta() });
    const stored = encoded.map((event, index) => ({ ...event, stream: 'note-1', version: index + 1, position: '' }));
    expect(await newer.decode(stored, { fresh: true })).toMatchObject(events);
    expect(await codec.decode(stored, { fresh: true })).toMatchObject([
      { data: { count: 1 } },
      { fault: 'NoteCounted version 2 is newer than this program' },
    ]);
  });

  test.each([
    [1, '{"place":"desk"}', { folder: 'desk', reason: 'unknown' }],
    [2, '{"folder":"desk"}', { folder: 'desk', reason: 'unknown' }],
    [3, '{"folder":"desk","reason":"tidy"}', { folder: 'desk', reason: 'tidy' }],
  ])('G6: reads version %i as the newest version', async (version, data, read) => {
    const stream = `note-${randomUUID()}`;
    await plant(stream, 'NoteMoved', version, data);
    expect((await store.read(stream))[0]?.data).toEqual(read);
    expect((await readAll(store)).find((event) => event.stream === stream)?.data).toEqual(read);
  });
});
