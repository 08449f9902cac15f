import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import {
  createClient,
  createPool,
  inTransaction,
  isConnectionError,
  isTransientError,
  promptly,
  troubleOf,
} from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
  await runSql(database.ownerUrl, 'create table numbers (n bigint)', 'grant all on numbers to portico_app');
});
afterAll(() => database.close());

test('reads a bigint as a number, and throws when it is too large', async () => {
  const { rows } = await database.pool.query('select 9007199254740991::bigint as most, array[1, 2]::bigint[] as list');
  expect(rows[0].most).toBe(9007199254740991);
  await expect(database.pool.query('select 9007199254740993::bigint')).rejects.toThrow(RangeError);
});

test('commits a transaction when the work returns, and rolls back when it throws', async () => {
  await inTransaction(database.pool, (client) => client.query('insert into numbers values (1)'));
  const failing = inTransaction(database.pool, async (client) => {
    await client.query('insert into numbers values (2)');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await database.pool.query('select n from numbers')).rows).toEqual([{ n: 1 }]);
});

test('ends a statement that takes too long', async () => {
  const pool = createPool(database.appUrl, { applicationName: 'portico-test', statementTimeout: 100 });
  await expect(pool.query('select pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
  await pool.end();
});

test('survives a lost connection, in use or idle', async () => {
  const pool = createPool(database.appUrl, { applicationName: 'portico-dying', max: 2 });
  const kill = () =>
    runSql(
      database.ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portico-dying'`,
    );
  const lost = inTransaction(pool, async (client) => {
    await client.query('select 1');
    await kill();
    return client.query('select 1');
  });
  const error = await lost.catch((reason: unknown) => reason);
  expect(isConnectionError(error)).toBe(true);
  expect(isTransientError(error)).toBe(true);
  await pool.query('select 1');
  await kill();
  await vi.waitFor(async () => expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]), 10_000);
  await pool.end();
});

test('survives a connection that is cut while its code does nothing with it', async () => {
  const pool = createPool(database.appUrl, { applicationName: 'portico-held' });
  const own = createClient({ connectionString: database.appUrl, application_name: 'portico-held' });
  await own.connect();
  const client = await pool.connect();
  const ended = [own, client].map((each) => new Promise<void>((resolve) => void each.once('end', () => resolve())));
  await runSql(
    database.ownerUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portico-held'`,
  );
  await Promise.all(ended);
  for (const each of [own, client]) {
    const error = await each.query('select 1').catch((reason: unknown) => reason);
    expect(troubleOf(error)).toBe('unavailable');
  }
  client.release();
  await vi.waitFor(() => expect(pool.totalCount).toBe(0), 20_000);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('keeps all connections of a pool open, and replaces those that were cut', { timeout: 20_000 }, async () => {
  const pool = createPool(database.appUrl, { applicationName: 'portico-kept', kept: true, max: 3 });
  const all = async () => {
    expect({ total: pool.totalCount, idle: pool.idleCount }).toEqual({ total: 3, idle: 3 });
  };
  await vi.waitFor(all, 10_000);
  await runSql(
    database.ownerUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portico-kept'`,
  );
  await vi.waitFor(() => expect(pool.totalCount).toBe(0), 5_000);
  await vi.waitFor(all, 10_000);
  await pool.end();
});

test.each([
  ['the password', (url: URL) => Object.assign(url, { password: 'of-another-sandbox' })],
  ['the database', (url: URL) => Object.assign(url, { pathname: '/of_another_sandbox' })],
])('reports the database as unavailable when another server responds that does not know %s', async (_, other) => {
  const pool = createPool(other(new URL(database.appUrl)).href, { applicationName: 'portico-stranger' });
  const error = await pool.query('select 1').catch((reason: unknown) => reason);
  expect(troubleOf(error)).toBe('unavailable');
  await pool.end();
});

test('tells an error of the statement from an error of the connection', async () => {
  const error = await database.pool.query('select 1 / 0').catch((reason: unknown) => reason);
  expect(isConnectionError(error)).toBe(false);
  expect(isTransientError(error)).toBe(false);
});

test('ends a statement of an HTTP request that waits too long for a lock', async () => {
  const pool = createPool(database.appUrl, { applicationName: 'portico-test', ...promptly });
  await inTransaction(database.pool, async (client) => {
    await client.query('lock table numbers in access exclusive mode');
    const error = await pool.query('select n from numbers').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '55P03' });
    expect(troubleOf(error)).toBe('slow');
  });
  await pool.end();
});

test.each([
  ['57014', 'slow'],
  ['55P03', 'slow'],
  ['40P01', 'slow'],
  ['53100', 'full'],
  ['XX000', undefined],
  ['53200', 'unavailable'],
  ['53300', 'unavailable'],
  ['53400', 'unavailable'],
  ['57P01', 'unavailable'],
  ['58030', 'unavailable'],
  ['23505', undefined],
])('SQLSTATE %s is %s', (code, trouble) => {
  expect(troubleOf(Object.assign(new Error('no'), { code }))).toBe(trouble);
});

test.each(['could not write init file', 'could not extend file "base/5/1249": Disk quota exceeded'])(
  'an internal error is a full disk when it says "%s"',
  (message) => {
    const error = Object.assign(new Error(message), { code: 'XX000' });
    expect(troubleOf(error)).toBe('full');
    expect(isTransientError(error)).toBe(true);
  },
);
