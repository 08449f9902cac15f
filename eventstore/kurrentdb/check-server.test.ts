import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '#sandbox/gateway/tls.ts';
import { startKurrentDouble } from '#test/kurrentdb-double/start.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { sampleAppend, sampleEvents } from '../contract/sample-events.ts';
import { UnavailableError } from '../event-store.ts';
import { type EventStoreSettings, openEventStore } from '../open-event-store.ts';
import { checkServer } from './check-server.ts';

type Double = Awaited<ReturnType<typeof startKurrentDouble>>;
let plain: Double;
let secure: Double;
let caFile: string;
let database: TestDatabase;
beforeAll(async () => {
  const made = await selfSigned('localhost', {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-ca-'));
  caFile = path.join(folder, 'ca.crt');
  await writeFile(caFile, made.cert);
  [plain, secure, database] = await Promise.all([
    startKurrentDouble(),
    startKurrentDouble({ nodes: 3, password: 'right', tls: made }),
    startTestDatabase(),
  ]);
});
afterAll(() => Promise.all([plain.close(), secure.close(), database.close()]));

const trusted = () => `${secure.url}&tlsCAFile=${encodeURIComponent(caFile)}`;

test('accepts a server that it can use, with and without TLS', async () => {
  await checkServer(plain.url);
  await checkServer(trusted());
});

test('says in one sentence why a server can never be used', async () => {
  await expect(checkServer(trusted().replace('right', 'wrong'))).rejects.toThrow(
    'cannot start: the event log refuses the user or the password of EVENTSTORE_URL',
  );
  await expect(checkServer(trusted().replace('admin:right@', ''))).rejects.toThrow('refuses the user or the password');
  await expect(checkServer(secure.url)).rejects.toThrow(/certificate of the event log is not trusted.*tlsCAFile/);
  await expect(checkServer(`${secure.url}&tlsCAFile=/nowhere/ca.crt`)).rejects.toThrow('is not there');
  await expect(checkServer(plain.url.replace('tls=false', 'tls=true'))).rejects.toThrow('speaks no TLS');
});

test('waits for a server that is away', async () => {
  await expect(checkServer('esdb://localhost:1,localhost:2?tls=false')).rejects.toThrow(UnavailableError);
});

/** Opens a store as a process does at its start. */
const check = async ({ pool }: TestDatabase, eventStore: EventStoreSettings, streams: readonly string[] = []) => {
  const opened = openEventStore({ pool, key: randomBytes(32), definitions: sampleEvents, eventStore });
  try {
    await opened.check();
    for (const stream of streams) await opened.store.append(sampleAppend(stream, 0));
  } finally {
    await opened.store.close();
  }
};

test('refuses a log that was begun in the other place, and one that was changed for an empty one', async () => {
  const [there, empty, other] = await Promise.all([startKurrentDouble(), startKurrentDouble(), startTestDatabase()]);
  await check(database, { EVENTSTORE_URL: there.url }, ['note-1']);
  await check(database, { EVENTSTORE_URL: there.url });
  await expect(check(database, {})).rejects.toThrow('the events of this installation are in KurrentDB');
  await expect(check(database, { EVENTSTORE_URL: empty.url })).rejects.toThrow('is not the one that was read before');
  await check(other, {}, ['note-1']);
  await expect(check(other, { EVENTSTORE_URL: there.url })).rejects.toThrow('the event log is in Postgres');
  await Promise.all([there.close(), empty.close(), other.close()]);
});
