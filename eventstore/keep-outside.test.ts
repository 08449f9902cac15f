import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from '#platform/log.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import { type SampleEvent, sampleAppend, sampleEvents } from './contract/sample-events.ts';
import { keepOutside } from './keep-outside.ts';
import { readCheckpointFile } from './merkle/checkpoint-lines.ts';
import { openSinks } from './merkle/sinks.ts';
import { type OpenedEventStore, openEventStore } from './open-event-store.ts';
import { keptCheckpoints } from './postgres/log-checkpoints.ts';

const key = randomBytes(32);
let database: TestDatabase;
let opened: OpenedEventStore<SampleEvent>;
let folder: string;
/** What was posted, and the status with which the address responds. */
const posted: { seal: number; login: string | undefined }[] = [];
let status = 200;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    if (status === 200) posted.push({ seal: JSON.parse(body).seal, login: request.headers.authorization });
    response.writeHead(status).end();
  });
});

beforeAll(async () => {
  database = await startTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'portico-'));
  opened = openEventStore({ pool: database.pool, key, definitions: sampleEvents });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await opened.store.close();
  await database.close();
  await rm(folder, { recursive: true });
});

const address = () => `http://keeper:pass%20word@127.0.0.1:${(server.address() as AddressInfo).port}/checkpoints`;
/** Starts a process that keeps checkpoints in the folder and at the address. */
const start = async (to: string | undefined = address()) => {
  const { checkpoints } = opened;
  const sinks = await openSinks({ CHECKPOINT_FOLDER: folder, CHECKPOINT_URL: to || undefined }, opened.verifier.name);
  return keepOutside({ pool: database.pool, checkpoints, sinks, log: silentLog, signal: new AbortController().signal });
};
const fileOf = async () => path.join(folder, (await readdir(folder))[0] ?? 'none');
const inFile = async () =>
  (await Array.fromAsync(readCheckpointFile(await fileOf(), opened.verifier.name))).map(({ seal }) => seal);
const sinks = async () =>
  (await database.pool.query('select sink, seal, failing_since, fault from log_checkpoint_sinks order by sink')).rows;

let streams = 0;
/** Appends an event and seals it alone. */
const oneMore = async () => {
  streams += 1;
  await opened.store.append(sampleAppend(`note-${streams}`, 0));
  await vi.waitFor(async () => expect(await opened.store.seal()).toBe(1), 20_000);
};

test('F6: keeps each checkpoint in a folder and at an address, and none is lost in an outage', async () => {
  let running = await start();
  await oneMore();
  await oneMore();
  expect(await running.make()).toEqual([]);
  expect(await inFile()).toEqual([1, 2]);
  expect(posted.map(({ seal }) => seal)).toEqual([1, 2]);
  expect(Buffer.from(posted[0]?.login?.slice(6) ?? '', 'base64').toString()).toBe('keeper:pass word');

  status = 503;
  await oneMore();
  await rename(folder, `${folder}-away`);
  expect(await running.make()).toEqual([]);
  expect(await running.make()).toEqual([]);
  expect(await sinks()).toMatchObject([
    { sink: 'address', seal: 2, failing_since: expect.any(Date), fault: 'it responded with 503' },
    { sink: 'folder', seal: 2, failing_since: expect.any(Date), fault: expect.stringContaining('ENOENT') },
  ]);
  await expect(start()).rejects.toThrow('CHECKPOINT_FOLDER');

  await rename(`${folder}-away`, folder);
  status = 200;
  // A crash has torn the last line.
  await appendFile(await fileOf(), '{"seal":3,"at":"20');
  running = await start();
  await oneMore();
  expect(await running.make()).toEqual([]);
  expect(await inFile()).toEqual([1, 2, 3, 4]);
  expect(posted.map(({ seal }) => seal)).toEqual([1, 2, 3, 4]);
  expect(await sinks()).toMatchObject([{ failing_since: null }, { failing_since: null }]);
  expect(await Array.fromAsync(opened.store.verify())).toEqual([]);
});

test('F6: a file that somebody removed is written anew', async () => {
  const running = await start();
  await running.make();
  await rm(await fileOf());
  await running.make();
  expect(await inFile()).toEqual([1, 2, 3, 4]);
  await writeFile(path.join(folder, 'of-another-log.jsonl'), 'nonsense\n');
  expect(await running.make()).toEqual([]);
  await rm(path.join(folder, 'of-another-log.jsonl'));
});

test('F6: a place that the settings name no more is told of no more', async () => {
  status = 503;
  await oneMore();
  await (await start()).make();
  expect(await sinks()).toMatchObject([{ failing_since: expect.any(Date) }, { failing_since: null }]);
  await (await start('')).make();
  expect(await sinks()).toMatchObject([{ failing_since: null }, { failing_since: null }]);
  status = 200;
  await (await start()).make();
  expect(await sinks()).toMatchObject([{ seal: 5 }, { seal: 5 }]);
});

test('F6: sends no checkpoint that the key of the log has not signed', async () => {
  const before = await readFile(await fileOf(), 'utf8');
  const forge = `insert into log_checkpoints (seal, events, entries, nodes, note)
    select 6, events, entries, nodes, note || 'forged' from log_checkpoints where seal = 5`;
  await runSql(database.ownerUrl, forge);
  expect(await (await start()).make()).toEqual([{ stream: '', version: 6, reason: 'unsigned' }]);
  expect(await readFile(await fileOf(), 'utf8')).toBe(before);
  const mend = 'delete from log_checkpoints where seal = 6';
  await runSql(database.ownerUrl, 'set session_replication_role = replica', mend);
});

test('F6: signs nothing for a log that is older than what was kept outside, also after a restart', async () => {
  const before = await readFile(await fileOf(), 'utf8');
  await runSql(
    database.ownerUrl,
    'set session_replication_role = replica',
    'delete from log_checkpoints where seal > 2',
  );
  await opened.store.close();
  opened = openEventStore({ pool: database.pool, key, definitions: sampleEvents });
  const running = await start();
  await oneMore();
  expect(await running.make()).toEqual([{ stream: '', version: 5, reason: 'forgotten' }]);
  expect(
    (await Array.fromAsync(keptCheckpoints(database.pool, { place: 'log_checkpoints' }))).map(({ seal }) => seal),
  ).toEqual([1, 2]);
  expect(await readFile(await fileOf(), 'utf8')).toBe(before);
});
