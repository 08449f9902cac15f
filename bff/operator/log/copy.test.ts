import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '#bff/app.ts';
import { createCallLimiter } from '#bff/http/call-limiter.ts';
import { openReadTables } from '#bff/sql/read-tables.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool } from '#platform/database.ts';
import { silentLog } from '#platform/log.ts';
import { readPath } from '#projections/read-path.ts';
import { runProjections } from '#projections/run-projections.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { type KurrentDouble, startKurrentDouble } from '#test/kurrentdb-double/start.ts';
import { startWorldDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { npmRun } from '#test/production/npm-run.ts';
import { type BffWorld, publicUrl, responseOf, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let server: KurrentDouble;
let database: TestDatabase;
beforeAll(async () => {
  // The log begins in Postgres, wherever other suites keep theirs.
  vi.stubEnv('EVENTSTORE_URL', undefined);
  [server, database] = await Promise.all([startKurrentDouble(), startWorldDatabase()]);
  world = await startBffWorld({ openDatabase: async () => ({ ...database, close: async () => undefined }) });
});
afterAll(async () => {
  await world.close();
  await server.close();
  await database.close().catch(() => undefined);
});

/** Starts a portal on the copy, as a process does. */
const startOnCopy = () => {
  const pool = createPool(database.appUrl, { applicationName: 'portico-test', searchPath: readPath });
  const { store, check } = openEventStore({
    pool,
    key: Buffer.from(world.operatorEnv.PORTICO_KEY, 'base64'),
    definitions: eventCatalogue,
    eventStore: { EVENTSTORE_URL: server.url },
  });
  const limiter = createCallLimiter({ pool, log: silentLog });
  const app = createApp({ ...world.services, pool, store, db: openReadTables(pool), limiter }, world.webRoot);
  const stopping = new AbortController();
  const projecting = runProjections({ store, pool, signal: stopping.signal });
  return {
    app,
    store,
    check,
    allShown: async () => waitForPosition(pool, await store.newest(), 60_000),
    close: async () => {
      stopping.abort();
      await projecting;
      await store.close();
      await pool.end();
    },
  };
};

test('a portal on the copy answers a repeated command with its first result, and shows the same', async () => {
  const { portal } = world.acme.members;
  const headers = { 'idempotency-key': 'before-the-move-0001' };
  const json = { name: 'Moved', description: 'Added before the move' };
  const first = await world.ask(portal, 'POST', '/api/business-area', { json, headers });
  await world.allShown();
  const list = '/api/business-areas/search?sort=id&order=desc';
  const before = await world.ask(portal, 'GET', list);
  await world.stopProjections();
  await world.services.store.close();
  await database.pool.end();

  const env = { ...world.operatorEnv, MIGRATION_DATABASE_URL: database.ownerUrl };
  const { code, output } = await npmRun('log', ['copy', '--to', server.url, '--yes'], env);
  expect(code, output).toBe(0);

  const copy = startOnCopy();
  const ask = async (method: string, target: string, body?: unknown, more = {}) =>
    responseOf(
      await copy.app.request(`${publicUrl}${target}`, {
        method,
        headers: { ...world.credentials(portal), 'content-type': 'application/json', ...more },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  await copy.check();
  await copy.allShown();
  const events = server.log.all().length;
  const again = await ask('POST', '/api/business-area', json, headers);
  expect({ status: again.status, id: again.body.id }).toEqual({ status: first.status, id: first.body.id });
  expect(server.log.all()).toHaveLength(events);
  expect(await ask('POST', '/api/business-area', { ...json, name: 'Other' }, headers)).toMatchObject({ status: 409 });
  expect((await ask('GET', list)).body).toEqual(before.body);
  // A tab that is older than the move forgets its position, and asks again.
  const old = { 'x-min-position': String(first.body.position) };
  expect(await ask('GET', list, undefined, old)).toMatchObject({ status: 400, body: { code: 'position.unknown' } });
  const { body } = await ask('POST', '/api/business-area', { name: 'Afterwards', description: 'New' });
  expect((await ask('GET', list, undefined, { 'x-min-position': String(body.position) })).body).toMatchObject({
    areas: [{ name: 'Afterwards' }, { name: 'Moved' }, { name: 'Payments' }],
  });
  expect(await Array.fromAsync(copy.store.verify())).toEqual([]);
  await copy.close();
});
