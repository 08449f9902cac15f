import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool, type Pool, promptly } from '#platform/database.ts';
import { readPath, readSchemas } from '#projections/read-path.ts';
import { startTestCluster } from '#test/postgres/postgres.ts';
import { giveSmallDisk, type SmallDisk } from '#test/postgres/small-disk.ts';
import { openSession, runSql, type Session } from '#test/postgres/sql.ts';
import { importForm } from '#test/world/bff-forms.ts';
import { type BffWorld, publicUrl, responseOf, startBffWorld, type TestResponse } from '#test/world/bff-world.ts';
import { createApp } from './app.ts';
import { sweepSessions } from './auth/sessions.ts';
import type { Services } from './http/services.ts';
import { openReadTables } from './sql/read-tables.ts';

let world: BffWorld;
let pool: Pool;
let services: Services;
let app: ReturnType<typeof createApp>;
let blocker: Session;
let disk: SmallDisk;
const clock = { offset: 0 };
beforeAll(async () => {
  // Its locks would delay the events of every database in the shared cluster.
  world = await startBffWorld({ openDatabase: startTestCluster });
  // Starts the BFF as main.ts does, but without projections, which the world runs.
  pool = createPool(world.services.settings.DATABASE_URL, {
    applicationName: 'portico-bff',
    searchPath: readPath,
    ...promptly,
  });
  services = {
    ...world.services,
    pool,
    db: openReadTables(pool),
    store: openEventStore({ pool, key: world.services.settings.PORTICO_KEY, definitions: eventCatalogue }).store,
    now: () => new Date(Date.now() + clock.offset),
  };
  app = createApp(services, world.webRoot);
  blocker = await openSession(world.ownerUrl);
  disk = await giveSmallDisk(world.ownerUrl);
}, 120_000);
afterAll(async () => {
  await blocker.end();
  await services.store.close();
  await pool.end();
  await world.stopProjections();
  await disk.close();
  await world.close();
});

type Timed = TestResponse & Readonly<{ seconds: number }>;

const timed = async (method: string, path: string, init: RequestInit = {}): Promise<Timed> => {
  const begun = performance.now();
  const headers = { ...world.credentials(world.acme.members.owner), ...(init.headers as Record<string, string>) };
  const response = await responseOf(await app.request(`${publicUrl}${path}`, { ...init, method, headers }));
  return { ...response, seconds: (performance.now() - begun) / 1_000 };
};
const read = () => timed('GET', '/api/swaggers');
const publish = (key: string) =>
  timed('POST', '/api/swagger/import', {
    body: importForm(world.acme.applicationId),
    headers: { 'idempotency-key': key },
  });

const expectTold = (response: Timed, code: string) => {
  expect(response).toMatchObject({ status: 503, body: { code } });
  expect(response.headers.get('retry-after')).toBe('5');
  expect(response.body.detail).not.toBe(code);
  expect(response.seconds).toBeLessThan(5);
};

/** Runs `work` while another connection holds a lock. */
const whileLocked = async <Result>(sql: string, work: () => Promise<Result>): Promise<Result> => {
  await blocker.query('begin');
  await blocker.query(sql);
  try {
    return await work();
  } finally {
    await blocker.query('rollback');
  }
};

/** Ends the statement that waits for the blocker's lock, as an operator would. */
const cancelWaiting = async () => {
  await vi.waitFor(async () => {
    const { rows } = await world.pool.query<{ done: boolean }>(
      `select pg_cancel_backend(pid) as done from pg_stat_activity
       where application_name = 'portico-bff' and datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).not.toEqual([]);
  }, 5_000);
};

test('a command that waits for a lock fails within 5 s, changes nothing, and works when the lock is gone', async () => {
  const before = await world.countEvents();
  const told = await whileLocked('lock table streams in exclusive mode', () => publish('locked-command'));
  expectTold(told, 'portal.slow');
  expect(await world.countEvents()).toBe(before);
  expect(await publish('locked-command')).toMatchObject({ status: 200 });
});

test('a query that waits for a lock fails within 5 s', async () => {
  const { rows } = await world.pool.query<{ name: string }>(
    `select 'read.' || quote_ident(tablename) as name from pg_tables where schemaname = 'read' and tablename ~ '^apis'`,
  );
  const tables = rows.map(({ name }) => name).join(', ');
  expectTold(await whileLocked(`lock table ${tables} in access exclusive mode`, read), 'portal.slow');
  expect(await read()).toMatchObject({ status: 200 });
});

test('a query of read tables that are not shown yet gets an error that says so', async () => {
  const schema = readSchemas.find((name) => name.startsWith('read_catalogue_'));
  await runSql(world.ownerUrl, `alter schema ${schema} rename to not_yet`);
  expectTold(await read(), 'portal.unavailable');
  await runSql(world.ownerUrl, `alter schema not_yet rename to ${schema}`);
  expect(await read()).toMatchObject({ status: 200 });
});

test('a statement that an operator ends fails at once', async () => {
  const told = await whileLocked('lock table streams in exclusive mode', async () => {
    const asked = publish('cancelled-command');
    await cancelWaiting();
    return await asked;
  });
  expectTold(told, 'portal.slow');
  expect(told.seconds).toBeLessThan(2.5);
});

test('reading works even if the session activity cannot be stored', async () => {
  clock.offset += 60_000;
  const response = await whileLocked('lock table sessions in exclusive mode', read);
  expect(response.status).toBe(200);
  expect(response.seconds).toBeLessThan(5);
});

const commandsUntil503 = async (): Promise<Timed> => {
  // Postgres first uses the free room in existing pages.
  for (let count = 0; count < 400; count += 1) {
    const response = await publish(`full-disk-${count}`);
    if (response.status === 503) return response;
  }
  throw new Error('the disk did not get full');
};

test('on a full disk commands fail, reading works longer than the idle time of a session, and everything recovers by itself', {
  timeout: 120_000,
}, async () => {
  await disk.fill();
  expectTold(await commandsUntil503(), 'portal.full');
  const events = await world.countEvents();
  for (let minutes = 0; minutes < 30; minutes += 10) {
    clock.offset += 10 * 60_000;
    expect(await read()).toMatchObject({ status: 200 });
    expect(await timed('GET', '/auth/session')).toMatchObject({ status: 200, body: { authenticated: true } });
    expect((await timed('POST', '/auth/keepalive')).status).toBe(204);
  }
  expect(await world.countEvents()).toBe(events);

  await disk.free();
  // A person who was active all the time is still signed in after the first sweep.
  await sweepSessions(services);
  expect(await read()).toMatchObject({ status: 200 });
  const response = await publish('after-full-disk');
  expect(response).toMatchObject({ status: 200 });
  expect(await world.shown(response.body.position)).toBe(true);
});
