import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { openSession, runSql } from '#test/postgres/sql.ts';
import { fc } from '#test/runner/chance.ts';
import { type SampleEvent, sampleAppend, sampleEvents } from '../contract/sample-events.ts';
import { eventHash } from '../event-hash.ts';
import { type EventStore, UnavailableError } from '../event-store.ts';
import { openEventStore } from '../open-event-store.ts';
import { verifyLog } from './verify/verify-log.ts';

let database: TestDatabase;
let store: EventStore<SampleEvent>;
beforeAll(async () => {
  database = await startTestDatabase();
  ({ store } = openEventStore({ pool: database.pool, key: randomBytes(32), definitions: sampleEvents }));
  await store.append(sampleAppend('kept', 0, 3));
});
afterAll(async () => {
  await store.close();
  await database.close();
});

const changes = [
  `update events set data = '{}'`,
  'update events set type = type',
  'delete from events',
  'truncate events',
  'truncate events cascade',
] as const;

test.each(changes)('F7: forbids the application to: %s', async (statement) => {
  await expect(database.pool.query(statement)).rejects.toThrow('permission denied');
});

test.each([
  'alter table events disable trigger all',
  'drop table events',
  'set session_replication_role = replica',
  `delete from commands`,
  'delete from streams',
])('F7: forbids the application to evade the rule: %s', async (statement) => {
  await expect(database.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test.each(changes)('F7: forbids the owner, too: %s', async (statement) => {
  await expect(runSql(database.ownerUrl, statement)).rejects.toThrow('events are never changed or removed');
});

test('F3: reports an append without the right to write as unavailable, changes nothing, and works again afterwards', async () => {
  await runSql(database.ownerUrl, 'revoke insert on events from portico_app');
  const append = sampleAppend(`closed-${randomUUID()}`, 0);
  await expect(store.append(append)).rejects.toThrow(UnavailableError);
  const { rows } = await database.pool.query(
    'select 1 from streams where stream = $1 union all select 1 from commands where stream = $1',
    [append.stream],
  );
  expect(rows).toEqual([]);
  await runSql(database.ownerUrl, 'grant insert on events to portico_app');
  expect(await store.append(append)).toMatchObject({ version: 1, repeated: false });
});

describe('F4, F5, F8: the chain', () => {
  test('is the same in Postgres and in TypeScript, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          stream: fc.string({ minLength: 1 }),
          version: fc.integer({ min: 1 }),
          eventId: fc.uuid(),
          type: fc.string(),
          schemaVersion: fc.integer({ min: 1, max: 1000 }),
          data: fc.json(),
          meta: fc.string({ unit: 'grapheme' }),
        }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        async (event, link) => {
          fc.pre(!JSON.stringify(event).includes('\\u0000'));
          const { rows } = await database.pool.query<{ hash: Buffer }>(
            'select event_hash($1, $2, $3, $4, $5, $6, $7, $8) as hash',
            [
              Buffer.from(link),
              ...[event.stream, event.version, event.eventId, event.type, event.schemaVersion, event.data, event.meta],
            ],
          );
          expect(rows[0]?.hash.equals(eventHash(Buffer.from(link), event))).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is valid for appended events', async () => {
    await store.append(sampleAppend('kept', 3, 2));
    expect(await Array.fromAsync(verifyLog(database.pool))).toEqual([]);
  });

  test.each([
    ['edited data', `update events set data = '{"count":99}' where stream = $1 and version = 2`, 2, 'changed'],
    ['edited meta', `update events set meta = meta || ' ' where stream = $1 and version = 3`, 3, 'changed'],
    ['a changed type', `update events set type = 'NoteMoved' where stream = $1 and version = 1`, 1, 'changed'],
    ['a removed event', 'delete from events where stream = $1 and version = 2', 2, 'missing'],
    ['a removed end', 'delete from events where stream = $1 and version = 4', 4, 'missing'],
    ['a removed stream', 'delete from events where stream = $1', 1, 'missing'],
    [
      'a swapped order',
      'update events set version = case version when 2 then 103 when 3 then 102 else version end where stream = $1; update events set version = version - 100 where stream = $1 and version > 100',
      2,
      'unlinked',
    ],
  ] as const)('names %s', async (_, statement, version, reason) => {
    const stream = `victim-${randomUUID()}`;
    await store.append(sampleAppend(stream, 0, 4));
    const session = await openSession(database.ownerUrl);
    await session.query('set session_replication_role = replica');
    for (const part of statement.split('; ')) await session.query(part, [stream]);
    await session.end();
    expect((await Array.fromAsync(verifyLog(database.pool))).filter((link) => link.stream === stream)).toEqual([
      { stream, version, reason },
    ]);
  });
});
