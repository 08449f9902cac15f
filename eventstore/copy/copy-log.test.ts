import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPool } from '#platform/database.ts';
import { type KurrentDouble, startKurrentDouble } from '#test/kurrentdb-double/start.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { openSession, runSql } from '#test/postgres/sql.ts';
import { npmRun } from '#test/production/npm-run.ts';
import { readAll } from '../contract/event-store-contract.ts';
import { type SampleEvent, sampleAppend, sampleEvents } from '../contract/sample-events.ts';
import type { Append, Appended, EventStore } from '../event-store.ts';
import { type EventStoreSettings, openEventStore } from '../open-event-store.ts';

let database: TestDatabase;
let server: KurrentDouble;
const key = randomBytes(32);
beforeEach(async () => {
  [database, server] = await Promise.all([startTestDatabase(), startKurrentDouble()]);
});
afterEach(async () => {
  await server.close();
  await database.close();
});

type Opened = { store: EventStore<SampleEvent>; check: () => Promise<void> };

/** Runs a process of Portico: it is connected until `work` has ended. */
const withStore = async <Result>(eventStore: EventStoreSettings, work: (opened: Opened) => Promise<Result>) => {
  const pool = createPool(database.appUrl, { applicationName: 'portico-test' });
  const opened = openEventStore({ pool, key, definitions: sampleEvents, eventStore });
  try {
    return await work(opened);
  } finally {
    await opened.store.close();
    await pool.end();
  }
};
const inPostgres = <Result>(work: (opened: Opened) => Promise<Result>) => withStore({}, work);
const atServer = <Result>(work: (opened: Opened) => Promise<Result>) => withStore({ EVENTSTORE_URL: server.url }, work);

type Done = Readonly<{ append: Append<SampleEvent>; appended: Appended }>;

/** Fills the log in Postgres: 23 events of 16 commands in 6 streams, with guards that were raised and passed. */
const fill = (): Promise<readonly Done[]> =>
  inPostgres(async ({ store }) => {
    const done: Done[] = [];
    const run = async (append: Append<SampleEvent>) => {
      done.push({ append, appended: await store.append(append) });
    };
    for (let version = 0; version < 10; version += 1)
      await run(sampleAppend(`note-${(version % 5) + 1}`, Math.floor(version / 5) * 2, version < 5 ? 2 : 1));
    for (let version = 0; version < 3; version += 1)
      await run(
        sampleAppend('ruled-1', version, 1, { outcome: { id: version }, guards: await store.readGuards(['rule']) }),
      );
    for (const isPassed of [true, true, false]) {
      const [guard] = await store.readGuards(['door']);
      await run(sampleAppend(`note-${done.length}`, 0, 1, guard && { guards: [{ ...guard, isPassed }] }));
    }
    return done;
  });

const copy = (more: Readonly<Record<string, string>> = {}, url = server.url) =>
  npmRun('log', ['copy', '--to', url, '--yes'], {
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    PORTICO_KEY: key.toString('base64'),
    ...more,
  });
const own = () => server.log.all().filter(({ stream }) => stream.startsWith('portico.'));
const idsOf = (done: readonly Done[]) => done.flatMap(({ append }) => append.events.map(({ id }) => id));

/** Checks that the log goes on at the server, with all that the commands left. */
const expectMoved = async (done: readonly Done[]) => {
  expect(own().map(({ id }) => id)).toEqual(idsOf(done));
  await atServer(async ({ store, check }) => {
    await check();
    expect(await Array.fromAsync(store.verify())).toEqual([]);
    for (const { append, appended } of done) {
      const again = await store.append(append);
      expect(again).toMatchObject({ version: appended.version, outcome: appended.outcome, repeated: true });
      expect(await store.findCommand(append.meta.commandId)).toEqual(again);
    }
    expect(own()).toHaveLength(idsOf(done).length);
  });
  await expect(inPostgres(({ check }) => check())).rejects.toThrow('the events of this installation are in KurrentDB');
};

/** Returns the events after one. */
const eventsAfter = <Item extends { id: string }>(events: readonly Item[], id: string | undefined) =>
  events.slice(events.findIndex((event) => event.id === id) + 1);

test('copies events, commands, guards and read positions, and the log goes on at the server', async () => {
  const done = await fill();
  const sixth = done[5] as Done;
  await runSql(
    database.ownerUrl,
    `insert into subscriptions (name, version, position) values ('dispatcher', 1, '${sixth.appended.position}'), ('new', 1, '')`,
    `insert into subscriptions (name, version, position) values ('people', 3, '${sixth.appended.position}')`,
    `insert into generations (projection, generation, code_version, tables, state, shown_in) values ('people', 3, 1, '{}', 'live', 'read_people_1')`,
  );
  const { before, guards } = await inPostgres(async ({ store }) => ({
    before: await readAll(store),
    guards: await store.readGuards(['rule', 'door']),
  }));
  const { code, output } = await copy();
  expect(output).toContain('events, 16 commands and 2 guards are at the server');
  expect(output).toContain('These go on where they were: dispatcher. The read tables are built anew');
  expect(code).toBe(0);
  await expectMoved(done);
  const session = await openSession(database.ownerUrl);
  const { rows } = await session.query(
    'select s.name, s.position, g.state from subscriptions s left join generations g on g.projection = s.name order by s.name',
  );
  await session.end();
  const [dispatcher, fresh, people] = rows;
  expect({ fresh, people }).toMatchObject({ fresh: { position: '' }, people: { state: 'retired' } });
  await atServer(async ({ store }) => {
    const after = await readAll(store);
    const bare = (events: typeof before) => events.map(({ position: _, ...event }) => event);
    expect(bare(after)).toEqual(bare(before));
    expect(bare(await readAll(store, String(dispatcher?.position)))).toEqual(
      bare(eventsAfter(before, sixth.append.events.at(-1)?.id)),
    );
    const [rule, door] = await store.readGuards(['rule', 'door']);
    expect([rule, door]).toMatchObject(guards.map(({ name, version, passes }) => ({ name, version, passes })));
    expect(door?.position).toBe(after.at(-1)?.position);
    // The chains of hashes and the guards go on.
    await store.append(sampleAppend('note-1', 3, 2, { guards: rule ? [rule] : [] }));
    expect(await store.readGuards(['rule'])).toMatchObject([{ version: 4 }]);
    expect(await Array.fromAsync(store.verify())).toEqual([]);
    expect(await store.highestId('note')).toBe(15);
  });
});

describe('a copy that was killed', () => {
  test.each(['copy.append#1', 'copy.appended#4', 'copy.append#9', 'copy.handing-over#1'])(
    'at %s goes on, and copies nothing twice',
    async (place) => {
      const done = await fill();
      expect((await copy({ CRASHPOINT: place })).code).toBeNull();
      // Portico goes on in Postgres until the copy has ended.
      const late = sampleAppend('note-1', 3, 1);
      const appended = await inPostgres(async ({ store, check }) => {
        await check();
        return store.append(late);
      });
      const { code, output } = await copy();
      expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('17 commands') });
      await expectMoved([...done, { append: late, appended }]);
    },
  );

  test('when everything was handed over has ended', async () => {
    const done = await fill();
    expect((await copy({ CRASHPOINT: 'copy.handed-over#1' })).code).toBeNull();
    await expectMoved(done);
    expect(await copy()).toMatchObject({ code: 78, output: expect.stringContaining('are in KurrentDB') });
  });
});

test('copies while processes run, and ends when none does', async () => {
  const done = await fill();
  await inPostgres(async ({ store }) => {
    await store.head();
    const { code, output } = await copy();
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringMatching(/events are copied, and Portico still uses the log .*: portico-test/),
    });
    expect(own()).toHaveLength(idsOf(done).length);
  });
  expect((await copy()).code).toBe(0);
  await expectMoved(done);
});

describe('refuses', () => {
  const record = { type: 'Other', contentType: 'application/octet-stream', metadata: Buffer.from('{}') };
  const other = () => ({ ...record, id: randomUUID(), data: Buffer.from('{}') });
  const expectRefused = async (said: string) => {
    const before = server.log.all().length;
    const { code, output } = await copy();
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(said) });
    expect(server.log.all()).toHaveLength(before);
    await inPostgres(({ check }) => check());
  };

  test('a server that has another log under these names', async () => {
    await fill();
    server.log.append('portico.note-9', undefined, [other()]);
    await expectRefused(
      'the server has another log under portico.*: note-9 version 1 is where note-1 version 1 belongs',
    );
  });

  test('a server that has more than this log', async () => {
    const done = await fill();
    expect((await copy({ CRASHPOINT: 'copy.handing-over#1' })).code).toBeNull();
    server.log.append('portico.note-1', undefined, [other()]);
    await expectRefused('note-1 version 4 is not in this log');
    expect(own()).toHaveLength(idsOf(done).length + 1);
  });

  test('a server whose copy was changed, or deleted', async () => {
    const done = await fill();
    expect((await copy({ CRASHPOINT: 'copy.appended#6' })).code).toBeNull();
    const id = idsOf(done)[2] as string;
    const [found] = own().filter((event) => event.id === id);
    server.log.tamper(id, (event) => ({ ...event, data: Buffer.from('{"count":99}') }));
    await expectRefused('note-2 version 1 is where note-2 version 1 belongs');
    server.log.tamper(id, (event) => ({ ...event, data: found?.data ?? event.data }));
    server.log.softDelete('portico.note-3');
    await expectRefused('$$portico.note-3 says that events were deleted or hidden');
  });

  test('a log that somebody has changed', async () => {
    await fill();
    await runSql(
      database.ownerUrl,
      'set session_replication_role = replica',
      `update events set data = '{"count":99}' where stream = 'note-2' and version = 1`,
    );
    const { code, output } = await copy();
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('note-2 version 1: its bytes') });
    expect(own()).toEqual([]);
  });

  test('nonsense, and an installation that is at the server already', async () => {
    expect(await copy({}, 'http://nowhere')).toMatchObject({
      code: 2,
      output: expect.stringContaining('--to must be'),
    });
    expect(await copy({ EVENTSTORE_URL: server.url })).toMatchObject({
      code: 1,
      output: expect.stringContaining('EVENTSTORE_URL is set'),
    });
  });
});
