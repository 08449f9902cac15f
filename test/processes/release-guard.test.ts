import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { thisRelease } from '#platform/release.ts';
import { freePort } from '#sandbox/postgres/cluster.ts';
import { migrateQueue } from '#workers/engine/queue-schema.ts';
import { startTestDatabase, type TestDatabase } from '../postgres/postgres.ts';
import { runSql } from '../postgres/sql.ts';
import { type PorticoPart, type PorticoProcess, startPart } from './portico-process.ts';

const parts: readonly PorticoPart[] = ['bff', 'projector', 'worker'];
const { version } = thisRelease;
const root = path.resolve(import.meta.dirname, '../..');

let database: TestDatabase;
const running: PorticoProcess[] = [];
beforeEach(async () => {
  database = await startTestDatabase();
  await migrateQueue(database.ownerUrl, 'portico_app');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
  await database.close();
});

const key = randomBytes(32).toString('base64');
const start = async (part: PorticoPart): Promise<PorticoProcess> => {
  const each = startPart(root, part, {
    DATABASE_URL: database.appUrl,
    PORTICO_KEY: key,
    PORT: String(await freePort()),
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'portico',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-test',
  });
  running.push(each);
  return each;
};

/** Every part says this and ends at once with the code of a wrong configuration. */
const expectAllEnd = async (sentence: string) => {
  for (const part of parts) {
    const each = await start(part);
    await each.ended;
    expect(each.output()).toBe(`${sentence}\n`);
    expect(each.code()).toBe(78);
  }
};

const newest = `(schema ${Number(thisRelease.files.at(-1)?.slice(0, 3))})`;
const newerMigration = (minReader: string) =>
  `insert into schema_migrations (file, checksum, release, min_reader) values ('998_tomorrow.sql', 'x', '9.0.0', ${minReader})`;

test('data of a newer release that this one may not read: every part names both releases and ends', async () => {
  await runSql(database.ownerUrl, newerMigration('998'));
  await expectAllEnd(
    `this is Portico ${version} ${newest}, and the data were written by Portico 9.0.0 (schema 998): they need schema 998 or newer, start that release`,
  );
});

test('data of an older release: every part says what to run', async () => {
  await runSql(
    database.ownerUrl,
    `delete from schema_migrations where file = '${thisRelease.files.at(-1)}'`,
    `update schema_migrations set release = '1.0.0'`,
  );
  const before = Number(thisRelease.files.at(-2)?.slice(0, 3));
  await expectAllEnd(
    `this is Portico ${version} ${newest}, and the data are those of Portico 1.0.0 (schema ${before}): run npm run migrate`,
  );
});

test('data of a release from before this check, and an empty database: every part says what to run', async () => {
  await runSql(database.ownerUrl, 'alter table schema_migrations drop column release, drop column min_reader');
  await expectAllEnd(
    `this is Portico ${version} ${newest}, and the data are those of an older release: run npm run migrate`,
  );
  await runSql(database.ownerUrl, 'drop table schema_migrations');
  await expectAllEnd(`this is Portico ${version} ${newest}, and the database is empty: run npm run migrate`);
});

test('a newer schema that older releases may still use lets every part run', async () => {
  await runSql(database.ownerUrl, newerMigration('null'));
  const said = { bff: 'bff listens', projector: 'projections run', worker: 'worker started' };
  for (const part of parts) {
    const each = await start(part);
    await vi.waitFor(() => expect(each.output()).toContain(said[part]), 15_000);
    expect(each.code()).toBe(null);
  }
});

test('read tables of a newer release stand beside those of this one', async () => {
  const insert = (shownIn: string) =>
    `insert into generations (projection, generation, code_version, shown_in, tables, state, release)
     values ('operations', 1, 99, '${shownIn}', '{}', 'live', '9.0.0')`;
  await runSql(database.ownerUrl, insert('read_operations_99'));
  const projector = await start('projector');
  await vi.waitFor(() => expect(projector.output()).toContain('projections run'), 15_000);
  expect(projector.code()).toBe(null);
});
