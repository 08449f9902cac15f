import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { openSession } from '#test/postgres/sql.ts';
import { bareEnvironment } from '#test/processes/bare-environment.ts';
import { type SampleEvent, sampleAppend, sampleEvents, sampleMeta } from '../../contract/sample-events.ts';
import type { EventStore } from '../../event-store.ts';
import { openEventStore } from '../../open-event-store.ts';
import { sealLog } from '../seal-log.ts';
import { verifyLog } from './verify-log.ts';

const key = randomBytes(32);
/** What the envelope says besides who, when and from where. */
const allowed = { rule: 'note.write', session: 'a keyed hash' };
let database: TestDatabase;
let store: EventStore<SampleEvent>;
beforeAll(async () => {
  database = await startTestDatabase();
  ({ store } = openEventStore({ pool: database.pool, key, definitions: sampleEvents }));
});
afterAll(async () => {
  await store.close();
  await database.close();
});
/** Removes what the test before did to the log. */
beforeEach(async () => {
  await tamper('truncate events, streams, commands, log_seals');
  for (let version = 0; version < 4; version += 1) {
    await store.append(sampleAppend('note-1', version, 1, { meta: sampleMeta(allowed) }));
    await store.append(sampleAppend('note-2', version));
  }
  await store.append(sampleAppend('note-3', 0, 3));
});

/** Seals the whole log. Transactions of other tests in the same cluster may delay its end for a moment. */
const sealAll = () =>
  vi.waitFor(async () => {
    // A transaction of another suite hides new events for a moment. They would get a seal of their own.
    const { rowCount: hidden } = await database.pool.query(
      'select from events where xid >= pg_snapshot_xmin(pg_current_snapshot())',
    );
    expect(hidden).toBe(0);
    await sealLog(database.pool);
    const { rows } = await database.pool.query<{ open: number }>(
      'select (select count(*) from events) - coalesce(max(events), 0) as open from log_seals',
    );
    expect(rows[0]?.open).toBe(0);
  }, 20_000);

const findings = () => Array.fromAsync(verifyLog(database.pool));

/** Runs statements as the owner of the tables, without triggers. */
const tamper = async (...statements: readonly string[]) => {
  const session = await openSession(database.ownerUrl);
  try {
    await session.query('set session_replication_role = replica');
    for (const statement of statements) await session.query(statement);
  } finally {
    await session.end();
  }
};

/** Returns SQL that swaps a column of two events. `away` is a value that no other event has. */
const swap = (column: string, away: string, one: string, other: string): string[] => [
  `create temporary table both_rows as select event_id, ${column} as old from events where ${one} or ${other}`,
  `update events e set ${column} = ${away} where ${one}`,
  `update events e set ${column} = (select old from both_rows b where b.event_id <> e.event_id) where ${other}`,
  `update events e set ${column} = (select b.old from both_rows b where b.event_id <> e.event_id) where e.${column} = ${away}`,
];

/** Returns SQL that inserts an event with a correct hash, as an attacker would who knows the chain. */
const forge = (version: number, commandId: string = randomUUID()): string =>
  `insert into events (stream, version, event_id, type, schema_version, data, meta, prev_hash, hash)
   select e.stream, ${version}, id, e.type, e.schema_version, '{"count":99}', m, e.hash,
     event_hash(e.hash, e.stream, ${version}, id, e.type, e.schema_version, '{"count":99}', m)
   from events e, (select gen_random_uuid() as id) as new,
     lateral (select replace(e.meta, e.meta::json ->> 'commandId', '${commandId}') as m) as meta
   where e.stream = 'note-1' and e.version = ${version - 1}`;

const cutTail = [
  `delete from events where stream = 'note-1' and version > 2`,
  `update streams set version = 2 where stream = 'note-1'`,
];

test('finds nothing in an untouched log, sealed or not, during appends', async () => {
  expect(await findings()).toEqual([]);
  await sealAll();
  expect(await findings()).toEqual([]);
  await store.append(sampleAppend('note-1', 4));
  await store.append(sampleAppend('note-4', 0));
  expect(await findings()).toEqual([]);
  await sealAll();
  expect(await sealLog(database.pool)).toBe(0);
  expect(await findings()).toEqual([]);
});

test('lets the application ask for a seal, but not write one', async () => {
  await sealAll();
  for (const statement of ['delete from log_seals', 'update log_seals set events = 1', 'truncate log_seals'])
    await expect(database.pool.query(statement)).rejects.toThrow('permission denied');
  await expect(database.pool.query(`insert into log_seals select * from log_seals`)).rejects.toThrow(
    'permission denied',
  );
});

describe.each([false, true])('tampering as the owner, log sealed before: %s', (sealed) => {
  beforeEach(async () => {
    if (sealed) await sealAll();
  });

  test.each([
    ['an edit', [`update events set data = '{"count":9}' where stream = 'note-1' and version = 2`], 2, 'changed'],
    [
      'an edit of the actor',
      [`update events set meta = meta || ' ' where stream = 'note-1' and version = 4`],
      4,
      'changed',
    ],
    [
      'an edit of the rule that allowed it',
      [`update events set meta = replace(meta, 'note.write', 'note.read') where stream = 'note-1' and version = 2`],
      2,
      'changed',
    ],
    [
      'an edit of the session',
      [`update events set meta = replace(meta, 'a keyed hash', 'another') where stream = 'note-1' and version = 3`],
      3,
      'changed',
    ],
    [
      'a swap of two events of a stream',
      swap('version', '100', `stream = 'note-1' and version = 2`, `stream = 'note-1' and version = 3`),
      2,
      'unlinked',
    ],
    [
      'a swap of the contents of two events',
      swap('data', `'none'`, `stream = 'note-1' and version = 2`, `stream = 'note-1' and version = 3`),
      2,
      'changed',
    ],
    [
      'a swap of their places in the log',
      swap('pos', '-1', `stream = 'note-1' and version = 2`, `stream = 'note-1' and version = 3`),
      2,
      'moved',
    ],
    ['a removed event', [`delete from events where stream = 'note-1' and version = 3`], 3, 'missing'],
    ['a removed end', [`delete from events where stream = 'note-1' and version > 2`], 3, 'missing'],
    ['a removed end, streams.version lowered', cutTail, 3, 'missing'],
    [
      'a removed stream',
      [`delete from events where stream = 'note-1'`, `delete from streams where stream = 'note-1'`],
      1,
      'missing',
    ],
    ['streams.version lowered alone', [`update streams set version = 2 where stream = 'note-1'`], 3, 'shortened'],
    ['a row of streams that is gone', [`delete from streams where stream = 'note-1'`], 1, 'shortened'],
    [
      'a forged event that does not follow',
      [
        `insert into events (stream, version, event_id, type, schema_version, data, meta, prev_hash, hash) select stream, 5, gen_random_uuid(), type, schema_version, data, meta, prev_hash, hash from events where stream = 'note-1' and version = 4`,
        `update streams set version = 5 where stream = 'note-1'`,
      ],
      5,
      'unlinked',
    ],
    [
      'a forged event with a right hash',
      [forge(5), `update streams set version = 5 where stream = 'note-1'`],
      5,
      'unasked',
    ],
    ['a forged event beyond streams.version', [forge(5)], 5, 'unasked'],
  ] as const)('finds and names %s', async (_, statements, version, reason) => {
    await tamper(...statements);
    expect((await findings()).filter(({ stream }) => stream === 'note-1')).toEqual([
      { stream: 'note-1', version, reason },
    ]);
  });

  test('finds a swap of places across streams', async () => {
    await tamper(...swap('pos', '-1', `stream = 'note-1' and version = 2`, `stream = 'note-2' and version = 2`));
    const found = await findings();
    expect(found).toContainEqual({ stream: 'note-1', version: 2, reason: 'moved' });
    expect(found).toContainEqual({ stream: 'note-2', version: 2, reason: 'moved' });
  });
});

describe('tampering that only a seal shows', () => {
  beforeEach(async () => {
    await sealAll();
  });

  test('a cut tail, with everything that names it removed', async () => {
    await tamper(...cutTail, `delete from commands where stream = 'note-1' and version > 2`);
    expect(await findings()).toEqual([{ stream: 'note-1', version: 3, reason: 'missing' }]);
  });

  test('a removed stream', async () => {
    await tamper(
      `delete from events where stream = 'note-2'`,
      `delete from streams where stream = 'note-2'`,
      `delete from commands where stream = 'note-2'`,
    );
    expect(await findings()).toEqual([{ stream: 'note-2', version: 1, reason: 'missing' }]);
  });

  test('an inserted stream, with its commands and version', async () => {
    await store.append(sampleAppend('note-9', 0));
    await tamper(
      `create temporary table place as select xid, pos from events where stream = 'note-3' and version = 1`,
      `update events set xid = (select xid from place), pos = -5 where stream = 'note-9'`,
      `update commands set xid = (select xid from place), pos = -5 where stream = 'note-9'`,
    );
    expect(await findings()).toEqual([{ stream: 'note-9', version: 1, reason: 'added' }]);
  });

  test("a changed time of an event, which its stream's chain does not contain", async () => {
    await tamper(
      `update events set recorded_at = recorded_at - interval '1 day' where stream = 'note-1' and version = 2`,
    );
    expect(await findings()).toEqual([{ stream: '', version: 1, reason: 'unsealed' }]);
  });

  test('a changed seal', async () => {
    await tamper(`update log_seals set digest = sha256('x')`);
    expect(await findings()).toEqual([{ stream: '', version: 1, reason: 'unsealed' }]);
  });

  test('a removed seal', async () => {
    await store.append(sampleAppend('note-1', 4));
    await sealAll();
    await tamper('delete from log_seals where seal = 1');
    expect(await findings()).toEqual([{ stream: '', version: 1, reason: 'unsealed' }]);
  });
});

test('reads many streams in pages, and names each once', async () => {
  await tamper(
    `insert into streams select 'many-' || i, 2 from generate_series(1, 6000) i`,
    `insert into events (stream, version, event_id, type, schema_version, data, meta, prev_hash, hash)
     select 'many-' || i, v, gen_random_uuid(), 'NoteCounted', 1, '{"count":1}', '{}', sha256('x'), sha256('y')
     from generate_series(1, 6000) i, generate_series(1, 2) v`,
  );
  const found = await findings();
  expect(found).toHaveLength(6_000);
  expect(new Set(found.map(({ stream }) => stream)).size).toBe(6_000);
});

describe('npm run log -- verify', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['bff/operator/log-main.ts', 'verify', ...args], {
      encoding: 'utf8',
      env: { ...bareEnvironment, DATABASE_URL: database.appUrl, PORTICO_KEY: key.toString('base64') },
    });

  test('ends with 0 when nothing is wrong, and with 1 and the finding otherwise', async () => {
    expect(run()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('11 events: the log is as it was appended'),
    });
    await tamper(`update events set data = '{"count":9}' where stream = 'note-1' and version = 2`);
    expect(run()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('note-1 version 2: its bytes were changed after it was appended'),
    });
    const { status, stdout } = run('--json');
    expect(status).toBe(1);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { stream: 'note-1', version: 2, reason: 'changed' },
      // The two before left a record each.
      { events: 13, findings: 1, sealsDemanded: false },
    ]);
  });
});
