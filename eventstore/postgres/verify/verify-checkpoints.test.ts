import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestCluster, type TestDatabase } from '#test/postgres/postgres.ts';
import { openSession } from '#test/postgres/sql.ts';
import { npmRun, root } from '#test/production/npm-run.ts';
import { within } from '#test/runner/limit.ts';
import { type SampleEvent, sampleAppend, sampleEvents } from '../../contract/sample-events.ts';
import { exportProof } from '../../export-proof.ts';
import { describeFinding } from '../../finding.ts';
import type { KeptCheckpoint } from '../../merkle/checkpoint.ts';
import { writeCheckpointLine } from '../../merkle/checkpoint-lines.ts';
import { createNoteSigner } from '../../merkle/signed-note.ts';
import { type OpenedEventStore, openEventStore } from '../../open-event-store.ts';
import { createCheckpoints, keptCheckpoints } from '../log-checkpoints.ts';
import { postgresSource } from '../read-leaves.ts';
import { verifyCheckpoints } from './verify-checkpoints.ts';
import { verifyLog } from './verify-log.ts';

/*
 * What the owner of the database can do to the log, and what the checkpoints tell of it. Owners here know everything but the
 * key: they compute every hash and every seal anew, so that the log agrees with itself.
 */

const key = randomBytes(32);
let database: TestDatabase;
let opened: OpenedEventStore<SampleEvent>;
/** The checkpoints as somebody outside has kept them. */
let outside: readonly KeptCheckpoint[];
const open = () => openEventStore({ pool: database.pool, key, definitions: sampleEvents });

beforeAll(async () => {
  // Transactions of other suites would cut what is sealed at once, and the seals' numbers would be others.
  database = await startTestCluster();
  opened = open();
});
afterAll(async () => {
  await opened.store.close();
  await database.close();
});

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

/** Seals all that is stored. Transactions of other suites hide new events for a moment. */
const sealAll = async (signs = opened) => {
  await within(1_500, async () => {
    await signs.store.seal();
    const { rows } = await database.pool.query<{ open: number }>(
      'select (select count(*) from events) - coalesce(max(events), 0) as open from log_seals',
    );
    expect(rows[0]?.open).toBe(0);
  });
};

/** Seals all that is stored and signs it. */
const checkpoint = async (signs = opened) => {
  await sealAll(signs);
  return await signs.checkpoints.make();
};

const source = () => postgresSource(database.pool);
const kept = () => Array.fromAsync(keptCheckpoints(database.pool, source()));

/** note-1: 4 events, note-2: 4, note-3: 3, the first eight of them under an older checkpoint. */
beforeEach(async () => {
  await tamper('truncate events, streams, commands, log_seals, log_checkpoints');
  await opened.store.close();
  opened = open();
  for (let version = 0; version < 4; version += 1) {
    await opened.store.append(sampleAppend('note-1', version));
    await opened.store.append(sampleAppend('note-2', version));
  }
  expect(await checkpoint()).toEqual([]);
  await opened.store.append(sampleAppend('note-3', 0, 3));
  expect(await checkpoint()).toEqual([]);
  outside = await kept();
});

async function* each<Item>(items: readonly Item[]) {
  yield* items;
}
const findings = (given?: readonly KeptCheckpoint[]) =>
  Array.fromAsync(opened.store.verify(undefined, given && (() => each(given))));

/** Numbers a stream anew in the order of the log, and computes all its hashes and commands anew. */
const rehash = (stream: string): string => `
  do $$ declare e record; link bytea := decode(repeat('00', 32), 'hex'); n bigint := 0; begin
    update events set version = version + 1000 where stream = '${stream}';
    for e in select * from events where stream = '${stream}' order by xid, pos loop
      n := n + 1;
      update events set version = n, prev_hash = link,
        hash = event_hash(link, e.stream, n, e.event_id, e.type, e.schema_version, e.data, e.meta)
      where event_id = e.event_id returning hash into link;
      update commands set version = n, xid = e.xid, pos = e.pos where command_id = e.meta::json ->> 'commandId';
    end loop;
    delete from streams where stream = '${stream}';
    insert into streams select '${stream}', n where n > 0;
  end $$`;

/** Removes all that names events which are gone, makes the seals anew, and proves that the log agrees with itself. */
const agree = async () => {
  await tamper(
    `delete from commands c where not exists (select from events e where e.meta::json ->> 'commandId' = c.command_id)`,
    'truncate log_seals',
  );
  await sealAll();
  expect(await Array.fromAsync(verifyLog(database.pool))).toEqual([]);
};

const edit = `update events set data = '{"count":9}' where stream = 'note-1' and version = 2`;
/** Puts a copy of an event behind it, with a command of its own. */
const insert = [
  `insert into events (stream, version, event_id, type, schema_version, data, meta, prev_hash, hash, xid, pos, recorded_at)
   select stream, 100, gen_random_uuid(), type, schema_version, '{"count":77}',
     replace(meta, meta::json ->> 'commandId', 'forged'), prev_hash, hash, xid, pos + 1000000, recorded_at
   from events where stream = 'note-2' and version = 2`,
  `insert into commands (command_id, request_hash, stream, version, xid, pos, outcome)
   select 'forged', request_hash, stream, version, xid, pos, outcome from commands where stream = 'note-2' limit 1`,
];

test('what is signed while the log is verified is no alteration', async () => {
  async function* growing() {
    yield* outside;
    await opened.store.append(sampleAppend('note-4', 0));
    expect(await checkpoint()).toEqual([]);
    yield* keptCheckpoints(database.pool, { ...source(), after: outside.at(-1)?.seal ?? 0 });
  }
  expect(await Array.fromAsync(verifyCheckpoints(database.pool, opened.verifier, source(), growing))).toEqual([]);
});

test('no tree goes on from parts that only have the right root together', async () => {
  await tamper(
    `update log_checkpoints set nodes = decode(split_part(note, E'\\n', 3), 'base64')
     where seal = (select max(seal) from log_checkpoints)`,
  );
  const restarted = open();
  expect(await checkpoint(restarted)).toEqual([{ stream: '', version: outside.at(-1)?.seal, reason: 'unsigned' }]);
  await restarted.store.close();
});

describe('an owner who makes every hash and seal anew', () => {
  test.each([
    ['edits an event', [edit, rehash('note-1')], { stream: 'note-1', version: 2, reason: 'changed' }],
    [
      'edits who did it',
      [
        `update events set meta = replace(meta, '"userId":', '"userId":9') where stream = 'note-1' and version = 3`,
        rehash('note-1'),
      ],
      { stream: 'note-1', version: 3, reason: 'changed' },
    ],
    [
      'edits when it was stored',
      [`update events set recorded_at = recorded_at - interval '1 day' where stream = 'note-2' and version = 1`],
      { stream: 'note-2', version: 1, reason: 'changed' },
    ],
    [
      'removes an event',
      [`delete from events where stream = 'note-2' and version = 2`, rehash('note-2')],
      { stream: 'note-2', version: 2, reason: 'missing' },
    ],
    [
      'cuts the tail of the log',
      [`delete from events where stream = 'note-3' and version > 1`, rehash('note-3')],
      { stream: 'note-3', version: 2, reason: 'missing' },
    ],
    [
      'drops a stream',
      [`delete from events where stream = 'note-1'`, rehash('note-1')],
      { stream: 'note-1', version: 1, reason: 'missing' },
    ],
    [
      'swaps two events',
      [`update events set pos = pos + 1000000 where stream = 'note-3' and version = 2`, rehash('note-3')],
      { stream: 'note-3', version: 2, reason: 'moved' },
    ],
    ['inserts an event', [...insert, rehash('note-2')], { stream: 'note-2', version: 3, reason: 'added' }],
  ] as const)('%s: it is named, with the checkpoint', async (_what, statements, finding) => {
    await tamper(...statements);
    await agree();
    const over = finding.stream === 'note-3' ? 11 : 8;
    const [first, ...others] = await findings();
    expect(first).toMatchObject({ ...finding, since: { events: over } });
    expect(others).toEqual([]);
    expect(describeFinding(first as NonNullable<typeof first>)).toMatch(
      new RegExp(
        `^${finding.stream} version ${finding.version}: .*, since the checkpoint of 20.*Z over ${over} events$`,
      ),
    );
    expect(await findings(outside)).toContainEqual(first);
  });

  test('writes the entries of a checkpoint anew, too: the checkpoint is named', async () => {
    await tamper(edit, rehash('note-1'));
    await agree();
    await tamper(`update log_checkpoints set entries = regexp_replace(entries, '\\S+$', 'AAAA') where seal = 1`);
    expect((await findings())[0]).toMatchObject({ stream: '', version: 1, reason: 'rewritten', since: { events: 8 } });
    expect((await findings(outside))[0]).toMatchObject({ stream: 'note-1', version: 2, reason: 'changed' });
  });

  test('signs everything anew with another key: the signature is named', async () => {
    await tamper(edit, rehash('note-1'));
    await agree();
    await tamper('truncate log_checkpoints');
    const forger = createNoteSigner(randomBytes(32), opened.verifier.name);
    expect(await createCheckpoints(database.pool, forger, opened.sealCheck, source()).make()).toEqual([]);
    expect((await findings())[0]).toEqual({ stream: '', version: 1, reason: 'unsigned' });
  });

  test('removes the checkpoints and lets a process sign anew: only those kept outside show it', async () => {
    await tamper(edit, rehash('note-1'), 'truncate log_checkpoints');
    await agree();
    const restarted = open();
    expect(await checkpoint(restarted)).toEqual([]);
    await restarted.store.close();
    expect(await findings()).toEqual([]);
    expect((await findings(outside))[0]).toMatchObject({
      stream: 'note-1',
      version: 2,
      reason: 'changed',
      since: { events: 8 },
    });
    // Whoever kept only the notes learns that something was changed, and until which checkpoint.
    expect((await findings(outside.map((one) => ({ ...one, entries: undefined }))))[0]).toMatchObject({
      stream: '',
      version: 1,
      reason: 'rewritten',
    });
  });
});

describe('a process that runs', () => {
  const next = async () => {
    await opened.store.append(sampleAppend('note-4', 0));
    return await checkpoint();
  };

  test('finds at once that the checkpoints were taken back, and signs no others', async () => {
    await tamper('truncate log_checkpoints');
    expect(await next()).toEqual([{ stream: '', version: 2, reason: 'forgotten' }]);
    expect(await kept()).toEqual([]);
  });

  test('does not go on from a checkpoint that it has not signed', async () => {
    await tamper(`update log_checkpoints set nodes = decode(repeat('ab', 96), 'hex') where seal = 2`);
    expect(await next()).toEqual([{ stream: '', version: 2, reason: 'unsigned' }]);
  });

  test('names an event that was changed before its first checkpoint, and one that was removed', async () => {
    await opened.store.append(sampleAppend('note-4', 0, 2));
    await tamper(`update events set data = '{"count":9}' where stream = 'note-4' and version = 2`);
    expect(await checkpoint()).toEqual([{ stream: 'note-4', version: 2, reason: 'changed' }]);
    await opened.store.append(sampleAppend('note-5', 0, 2));
    await within(1_500, async () => expect(await opened.store.seal()).toBe(2));
    await tamper(`delete from events where stream = 'note-5' and version = 2`);
    expect(await opened.checkpoints.make()).toEqual([{ stream: '', version: 4, reason: 'unsealed' }]);
  });

  test('signs the same as another process, and goes on where that one ended', async () => {
    const other = open();
    await opened.store.append(sampleAppend('note-4', 0));
    await opened.store.seal();
    await Promise.all([checkpoint(), checkpoint(other)]);
    await other.store.close();
    expect(await findings()).toEqual([]);
    expect((await kept()).map(({ seal }) => seal)).toEqual([1, 2, 3]);
  });
});

test('finds nothing in a log that grows, and nothing after a person was erased', async () => {
  const written = sampleAppend('note-8', 0);
  const data = { text: 'A note', author: 8, address: 'ada@example.com' };
  await opened.store.append({ ...written, events: [{ id: randomUUID(), type: 'NoteWritten', data }] });
  expect(await findings(outside)).toEqual([]);
  expect(await checkpoint()).toEqual([]);
  await opened.subjectKeys.eraseSubject(8);
  expect(await checkpoint()).toEqual([]);
  expect(await findings(await kept())).toEqual([]);
});

test('npm run log -- verify compares the log with a file of checkpoints', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-'));
  const file = path.join(folder, 'checkpoints.jsonl');
  await writeFile(file, `${outside.map(writeCheckpointLine).join('\n')}\n`);
  const run = (given: string) =>
    npmRun('log', ['verify', '--checkpoints', given], {
      DATABASE_URL: database.appUrl,
      PORTICO_KEY: key.toString('base64'),
    });
  await tamper(edit, rehash('note-1'), 'truncate log_checkpoints');
  await agree();
  const [changed, absent] = await Promise.all([run(file), run(`${file}.gone`)]);
  await rm(folder, { recursive: true });
  expect(changed).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /note-1 version 2: its bytes were changed after it was appended, since the checkpoint of .* over 8 events/,
    ),
  });
  expect(absent).toMatchObject({ code: 2, output: expect.stringContaining("can't be read") });
});

test('an export is verified with the public key alone, and tells what was changed in it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-'));
  const file = path.join(folder, 'export.jsonl');
  await opened.store.append(sampleAppend('note-2', 4));
  const { events, later, ...proved } = (await exportProof(database.pool, source(), 'note-2')) ?? {
    note: '',
    events: [],
  };
  let { note } = proved;
  expect([events.length, later]).toEqual([4, 1]);
  const verify = async (given: readonly unknown[], publicKey = opened.verifier.key) => {
    await writeFile(file, [{ note }, ...given].map((line) => JSON.stringify(line)).join('\n'));
    const script = path.join(root, 'scripts/verify-log-export.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, file, '--key', publicKey], {
      encoding: 'utf8',
    });
    return [status, `${stdout}${stderr}`.trim()];
  };
  const [first, second, ...others] = events;
  expect(await verify(events)).toEqual([0, '4 events are what the portal signed, in a log of 11 events.']);
  expect(await verify([first, { ...second, data: '{"count":9}' }, ...others])).toEqual([
    1,
    'note-2 version 2 is not what the portal signed.',
  ]);
  expect(await verify([first, ...others])).toEqual([1, 'An event is missing before note-2 version 3.']);
  expect(await verify([])).toEqual([1, `${file} has no event.`]);
  for (const broken of [
    { stream: 'note-2', version: 1 },
    { ...first, proof: 'none' },
    { ...first, recorded: 'today' },
  ])
    expect(await verify([broken])).toEqual([1, 'note-2 version 1 is not what the portal signed.']);
  const checkpoint = note;
  for (const other of [
    checkpoint.slice(0, -1),
    `${checkpoint}${checkpoint.split('\n')[4]?.replace(/.{8}$/, 'AAAAAAA=')}\n`,
  ]) {
    note = other;
    expect(await verify(events)).toEqual([1, 'The checkpoint is not signed with this key.']);
  }
  note = checkpoint;
  const { key: other } = createNoteSigner(randomBytes(32));
  expect(await verify(events, other)).toEqual([1, 'The checkpoint is not signed with this key.']);
  expect(await verify(events, 'nonsense')).toEqual([2, 'The key is not one.']);
  await rm(folder, { recursive: true });
});

test('lets the application add a checkpoint, but not change one', async () => {
  for (const statement of ['delete from log_checkpoints', 'update log_checkpoints set events = 1'])
    await expect(database.pool.query(statement)).rejects.toThrow('permission denied');
  await expect(
    openSession(database.ownerUrl).then((owner) =>
      owner.query('delete from log_checkpoints').finally(() => owner.end()),
    ),
  ).rejects.toThrow('events are never changed or removed');
});
