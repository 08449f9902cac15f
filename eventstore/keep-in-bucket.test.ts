import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import { root } from '#test/production/npm-run.ts';
import { startObjectStore } from '#test/servers/object-store.ts';
import { sampleAppend, sampleEvents } from './contract/sample-events.ts';
import { keepOutside } from './keep-outside.ts';
import { createBucketSink } from './merkle/bucket-sink.ts';
import { readCheckpointFile } from './merkle/checkpoint-lines.ts';
import type { Sink } from './merkle/sink.ts';
import { firstWithCheckpoints, openSinks } from './merkle/sinks.ts';
import { openEventStore } from './open-event-store.ts';

const access = { bucket: 'acme', region: 'eu-central-1', keyId: 'PORTICOKEEPER', secret: 'canary/Secret+of=the.test' };
const key = randomBytes(32);
let database: TestDatabase;
let bucket: Awaited<ReturnType<typeof startObjectStore>>;
beforeAll(async () => {
  [database, bucket] = await Promise.all([startTestDatabase(), startObjectStore(access)]);
});
afterAll(async () => {
  await bucket?.close();
  await database?.close();
});
beforeEach(() => bucket.setFault('none'));

const settings = () => ({
  CHECKPOINT_BUCKET: `${bucket.url}/acme/trail/portico`,
  CHECKPOINT_BUCKET_REGION: access.region,
  CHECKPOINT_BUCKET_KEY_ID: access.keyId,
  CHECKPOINT_BUCKET_SECRET: access.secret,
});

/** What the process logged. */
const logged: string[] = [];
let streams = 0;
const start = async (more: Partial<ReturnType<typeof settings>> = {}) => {
  const opened = openEventStore({ pool: database.pool, key, definitions: sampleEvents });
  const { checkpoints } = opened;
  const sinks = await openSinks({ ...settings(), ...more }, opened.verifier.name);
  const log = createLog('test', 'trace', { write: (line: string) => void logged.push(line) });
  const running = keepOutside({ pool: database.pool, checkpoints, sinks, log, signal: new AbortController().signal });
  return {
    ...{ store: opened.store, sinks, sink: sinks[0] as Sink, name: opened.verifier.name, make: running.make },
    append: async () => {
      streams += 1;
      await opened.store.append(sampleAppend(`note-${streams}`, 0));
      await vi.waitFor(async () => expect(await opened.store.seal()).toBe(1), 20_000);
      return `note-${streams}`;
    },
    close: () => opened.store.close(),
  };
};
const place = async () =>
  (await database.pool.query('select seal, failing_since, fault from log_checkpoint_sinks')).rows;
const names = () => [...bucket.objects.keys()].sort();
const nameOf = (log: string, seal: number) =>
  `trail/portico/${log.replaceAll('/', '-')}/${String(seal).padStart(12, '0')}.json`;

test('F6: keeps each checkpoint in an object of its own, signed as a store checks it by itself', async () => {
  const running = await start();
  await running.append();
  await running.append();
  expect(await running.make()).toEqual([]);
  expect(names()).toEqual([nameOf(running.name, 1), nameOf(running.name, 2)]);
  expect(await place()).toEqual([{ seal: 2, failing_since: null, fault: null }]);
  const from = await firstWithCheckpoints(running.sinks);
  expect(from?.name).toBe('bucket');
  expect(await Array.fromAsync(running.store.verify(undefined, from?.read))).toEqual([]);
  expect(bucket.refused).toEqual([]);
  await running.close();
});

describe('F6: a store that does not take it', () => {
  const error = (code: string) => `<Error><Code>${code}</Code><AWSAccessKeyId>${access.keyId}</AWSAccessKeyId></Error>`;
  test.each([
    ['refuses', { status: 403, text: error('AccessDenied') }, 'it responded with 403 AccessDenied'],
    ['is busy', { status: 503, text: error('SlowDown') }, 'it responded with 503 SlowDown'],
    ['is behind a proxy', { status: 502, text: '<html>canary' }, 'it responded with 502'],
    ['has another clock', { status: 403, text: error('RequestTimeTooSkewed') }, 'clock or that of the store is wrong'],
    ['echoes', { status: 400, text: error(access.secret) }, 'it responded with 400'],
    ['is elsewhere', { status: 301, text: error('PermanentRedirect') }, 'CHECKPOINT_BUCKET_REGION right?'],
    ['is no store', { status: 200, text: '<html>canary</html>' }, 'something else than a list of objects'],
  ] as const)('one that %s is an outage that says why, without the secret', async (_, fault, said) => {
    const running = await start();
    await running.append();
    // Whoever follows a redirect brings the signature and the text to another host.
    bucket.setFault({ ...fault, location: `${bucket.url}/elsewhere` });
    expect(await running.make()).toEqual([]);
    expect(await place()).toEqual([expect.objectContaining({ fault: expect.stringContaining(said) })]);
    bucket.setFault('none');
    expect(await running.make()).toEqual([]);
    expect(await place()).toEqual([{ seal: names().length, failing_since: null, fault: null }]);
    expect(logged.join('\n')).toContain(said);
    expect(logged.join('\n')).not.toMatch(/canary|PORTICOKEEPER/);
    await running.close();
  });

  test.each([
    [{ CHECKPOINT_BUCKET_SECRET: 'another-secret' }, 'SignatureDoesNotMatch'],
    [{ CHECKPOINT_BUCKET_KEY_ID: 'SOMEBODY' }, 'InvalidAccessKeyId'],
    [{ CHECKPOINT_BUCKET_REGION: 'us-east-1' }, 'AuthorizationHeaderMalformed: is CHECKPOINT_BUCKET_REGION right?'],
    [{ CHECKPOINT_BUCKET: 'of another company' }, 'NoSuchBucket'],
  ])('says what is wrong with the settings %o', async (wrong, said) => {
    const running = await start('CHECKPOINT_BUCKET' in wrong ? { CHECKPOINT_BUCKET: `${bucket.url}/another` } : wrong);
    await running.append();
    await running.make();
    expect(await place()).toEqual([expect.objectContaining({ fault: expect.stringContaining(said) })]);
    await running.close();
  });

  test('one that never responds is given up', async () => {
    bucket.setFault('hang');
    const sink = createBucketSink({ ...access, address: `${bucket.url}/acme` }, 'portico/hang', 100);
    await expect(sink.newest()).rejects.toThrow('timeout');
    const checkpoint = { seal: 1, at: '2026-11-20T10:00:00.000Z', note: 'portico/hang', entries: undefined };
    await expect(sink.keep(checkpoint)).rejects.toThrow('timeout');
  });

  test('a start without its key ends with the names of the settings', async () => {
    await expect(openSinks({ CHECKPOINT_BUCKET: settings().CHECKPOINT_BUCKET }, 'a log')).rejects.toThrow(
      'CHECKPOINT_BUCKET: needs CHECKPOINT_BUCKET_KEY_ID and CHECKPOINT_BUCKET_SECRET',
    );
  });
});

test('F6: an object that was stored without an answer is taken for stored, and is never written a second time', async () => {
  const running = await start();
  await running.make();
  await running.append();
  bucket.setFault('deaf');
  await running.make();
  bucket.setFault('none');
  const before = new Map(bucket.objects);
  await running.make();
  expect(await place()).toEqual([{ seal: before.size, failing_since: null, fault: null }]);
  expect(bucket.objects).toEqual(before);
  await running.close();
});

test('F6: a store that has another write under way is asked again, and one that answers as for a read is understood', async () => {
  const running = await start();
  await running.append();
  bucket.setFault('busy');
  await running.make();
  const sealed = (await place())[0].seal;
  expect(await place()).toEqual([{ seal: sealed, failing_since: null, fault: null }]);
  expect(bucket.objects.has(nameOf(running.name, sealed))).toBe(true);
  // What it is busy with does not end.
  await running.append();
  bucket.setFault({ status: 409, text: '<Error><Code>OperationAborted</Code></Error>' });
  await running.make();
  expect((await place())[0].fault).toContain('409 OperationAborted');
  // It was stored without an answer.
  bucket.setFault('deaf');
  await running.make();
  bucket.setFault('old');
  const before = new Map(bucket.objects);
  await running.make();
  expect(await place()).toEqual([{ seal: sealed + 1, failing_since: null, fault: null }]);
  expect(bucket.objects).toEqual(before);
  await running.close();
});

test('F6: what somebody else has put in the place of a checkpoint is a fault, and stays as it is', async () => {
  for (const knows of [true, false]) {
    bucket.setFault(knows ? 'none' : 'plain');
    const running = await start();
    await running.append();
    const kept = names().length;
    // Only where nothing says what the newest is: else it is the finding `forgotten`.
    const name = nameOf(running.name, kept + 1);
    const keep = vi.spyOn(running.sink, 'newest').mockResolvedValue(undefined);
    bucket.objects.set(name, 'forged');
    await running.make();
    expect(await place()).toEqual([
      expect.objectContaining({ fault: expect.stringContaining('something else is kept there as checkpoint') }),
    ]);
    expect(bucket.objects.get(name)).toBe('forged');
    bucket.objects.delete(name);
    keep.mockRestore();
    await running.make();
    expect(names()).toHaveLength(kept + 1);
    await running.close();
  }
});

test('F6: a newest object there that nobody can read is a fault, and not as if nothing was kept', async () => {
  const running = await start();
  const name = nameOf(running.name, 999_999);
  bucket.objects.set(name, 'no checkpoint');
  await expect(running.sink.newest()).rejects.toThrow('no checkpoint of this log');
  bucket.objects.delete(name);
  await running.close();
});

test('F6: something else in the folder hides no checkpoint, and is told', async () => {
  const running = await start();
  await running.append();
  await running.make();
  const newest = names().length;
  const others = Array.from({ length: 1_200 }, (_, index) => `${nameOf(running.name, newest - 1)}.bak-${index}`);
  for (const name of others) bucket.objects.set(name, 'a copy');
  const other = createBucketSink({ ...access, address: settings().CHECKPOINT_BUCKET }, running.name);
  expect(await other.newest()).toMatchObject({ seal: newest });
  expect((await Array.fromAsync(other.read?.() ?? [])).map(({ seal }) => seal)).toContain(newest);
  for (const name of others) bucket.objects.delete(name);
  expect(await other.wrong?.()).toBeUndefined();
  const late = `${nameOf(running.name, newest)}.bak`;
  bucket.objects.set(late, 'a copy');
  await running.append();
  await running.make();
  expect(bucket.objects.has(nameOf(running.name, newest + 1))).toBe(true);
  expect(await place()).toEqual([
    expect.objectContaining({ seal: newest + 1, fault: expect.stringContaining('something that is no checkpoint') }),
  ]);
  bucket.objects.delete(late);
  await running.make();
  expect(await place()).toEqual([{ seal: newest + 1, failing_since: null, fault: null }]);
  await running.close();
});

test('F6: where a lifecycle rule took the oldest ones, the log is sound, and a change before them is found', async () => {
  const running = await start();
  for (const _ of [1, 2, 3]) await running.append();
  await running.make();
  const [oldest] = names();
  const line = bucket.objects.get(oldest as string) as string;
  bucket.objects.delete(oldest as string);
  const verify = async () => await Array.fromAsync(running.store.verify(undefined, running.sink.read));
  expect(await verify()).toEqual([]);
  const change = (from: number, to: number) =>
    runSql(
      database.ownerUrl,
      'set session_replication_role = replica',
      `update events set recorded_at = recorded_at + make_interval(secs => ${to - from}) where pos = (select min(pos) from events)`,
    );
  await change(0, 1);
  expect(await verify()).toContainEqual(expect.objectContaining({ version: 2, reason: 'rewritten' }));
  await change(1, 0);
  expect(await verify()).toEqual([]);
  bucket.objects.set(oldest as string, line);
  await running.close();
});

test('F6: what is there makes the file for the verification as the docs say it', async () => {
  const running = await start();
  await running.append();
  await running.append();
  await running.make();
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-'));
  const written = new Map(bucket.objects);
  for (const [name, text] of written) {
    const file = path.join(folder, name.replace('trail/portico', 'kept'));
    await mkdir(path.dirname(file), { recursive: true });
    // The first as a release before wrote it.
    await writeFile(file, name === names()[0] ? text.trimEnd() : text);
  }
  const [command = ''] = /^find kept.*$/m.exec(await readFile(path.join(root, 'docs/log.md'), 'utf8')) ?? [];
  execFileSync('sh', ['-c', command], { cwd: folder });
  const file = path.join(folder, 'checkpoints.jsonl');
  expect((await Array.fromAsync(readCheckpointFile(file, running.name))).map(({ seal }) => seal)).toEqual(
    names().map((_, index) => index + 1),
  );
  await rm(folder, { recursive: true });
  await running.close();
});

test('F6: what somebody took away at the store is written anew', async () => {
  const running = await start();
  await running.make();
  const before = names();
  bucket.objects.delete(before.at(-1) as string);
  await running.make();
  expect(names()).toEqual(before);
  await running.close();
});

test('F6: signs nothing for a log that is older than the bucket knows, and names what is gone', async () => {
  const before = await start();
  const stream = await before.append();
  await before.make();
  const newest = names().length;
  await before.close();
  await runSql(
    database.ownerUrl,
    'set session_replication_role = replica',
    `delete from log_checkpoints where seal >= ${newest}`,
    `delete from events where stream = '${stream}'`,
  );
  const running = await start();
  await running.append();
  expect(await running.make()).toEqual([{ stream: '', version: newest, reason: 'forgotten' }]);
  expect(names()).toHaveLength(newest);
  const from = await firstWithCheckpoints(running.sinks);
  expect(await Array.fromAsync(running.store.verify(undefined, from?.read))).toContainEqual(
    expect.objectContaining({ stream, version: 1 }),
  );
  await running.close();
});

test('finds the newest of a hundred thousand in some forty calls, and again with one', async () => {
  const log = 'portico/many';
  const many = await startObjectStore(access);
  for (let seal = 1; seal <= 100_000; seal += 1)
    // A lifecycle rule has taken the first ones, and two are left out.
    if (seal > 5_000 && seal !== 77_777 && seal !== 99_999)
      many.objects.set(
        `portico-many/${String(seal).padStart(12, '0')}.json`,
        JSON.stringify({ seal, at: '2026-11-20T10:00:00.000Z', note: `${log}\n${seal}` }),
      );
  const sink = createBucketSink({ ...access, address: `${many.url}/acme` }, log);
  expect(await sink.newest()).toMatchObject({ seal: 100_000 });
  expect(many.calls()).toBeLessThan(50);
  const before = many.calls();
  expect(await sink.newest()).toMatchObject({ seal: 100_000 });
  expect(many.calls()).toBe(before + 1);
  await many.close();
});
