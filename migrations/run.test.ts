import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { idSequenceOf, nouns } from '#domain/core/id.ts';
import { thisRelease } from '#platform/release.ts';
import { openSession, runSql } from '#test/postgres/sql.ts';
import { ensureAppRole } from './app-role.ts';
import { ensureIdSequences } from './id-sequences.ts';
import { migrate } from './run.ts';

const name = `migrations_${randomBytes(4).toString('hex')}`;
const address = new URL(inject('schemasUrl'));
address.pathname = `/${name}`;
const url = address.href;

let folder: string;
beforeAll(async () => {
  await runSql(inject('schemasUrl'), `create database ${name}`);
});
afterAll(() => runSql(inject('schemasUrl'), `drop database ${name} with (force)`));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-migrations-'));
  await runSql(url, 'drop schema public cascade', 'create schema public');
  return () => rm(folder, { recursive: true });
});

const write = (file: string, sql: string) => writeFile(join(folder, file), sql);
const run = () => migrate(url, 'portico_app', pathToFileURL(`${folder}/`));

const rowsOf = async (sql: string) => {
  const session = await openSession(url);
  const { rows } = await session.query(sql);
  await session.end();
  return rows;
};

test('files are applied once, in order; later ones are added', async () => {
  await write('002_row.sql', `insert into thing values ('a'::text)`);
  await write('001_thing.sql', 'create table thing (name text); grant select on thing to :app');
  expect(await run()).toEqual(['001_thing.sql', '002_row.sql']);
  expect(await run()).toEqual([]);
  await write('100_more.sql', `insert into thing values ('b')`);
  expect(await run()).toEqual(['100_more.sql']);
  expect(await rowsOf('select name from thing order by name')).toEqual([{ name: 'a' }, { name: 'b' }]);
  expect(await rowsOf(`select has_table_privilege('portico_app', 'thing', 'select') as granted`)).toEqual([
    { granted: true },
  ]);
});

test('a file that changed after it was applied is an error and nothing is applied', async () => {
  await write('001_thing.sql', 'create table thing (name text)');
  await run();
  await write('001_thing.sql', 'create table thing (name text, more text)');
  await write('002_other.sql', 'create table other ()');
  await expect(run()).rejects.toThrow('001_thing.sql was applied in another wording');
  expect(await rowsOf(`select to_regclass('other') as other`)).toEqual([{ other: null }]);
});

test('a file that fails leaves nothing of itself and is named', async () => {
  await write('001_half.sql', 'create table half (); select 1 / 0');
  await expect(run()).rejects.toThrow('001_half.sql failed: division by zero');
  expect(await rowsOf(`select to_regclass('half') as half`)).toEqual([{ half: null }]);
});

test('two files with one number, or a name of another kind, are an error', async () => {
  await write('001_a.sql', 'select 1');
  await write('001_b.sql', 'select 1');
  await expect(run()).rejects.toThrow('same number');
  await rm(join(folder, '001_b.sql'));
  await write('later.sql', 'select 1');
  await expect(run()).rejects.toThrow('must be like');
});

test('processes that migrate at once wait for each other', async () => {
  await write('001_thing.sql', 'create table thing (name text); select pg_sleep(0.1)');
  await write('002_other.sql', 'create table other ()');
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat().sort()).toEqual(['001_thing.sql', '002_other.sql']);
});

test('the application role is made once and may log in with the newest password', async () => {
  const role = `app_${randomBytes(4).toString('hex')}`;
  const login = (password: string) => {
    const own = new URL(url);
    own.username = role;
    own.password = password;
    return own.href;
  };
  await ensureAppRole(url, role, 'first');
  await ensureAppRole(url, role, 'second');
  await expect(runSql(login('first'), 'select 1')).rejects.toThrow('authentication failed');
  await runSql(login('second'), 'select 1');
  // Made by an operator: an owner that may not change roles leaves it as it is.
  await ensureAppRole(login('second'), 'portico_app', 'other');
  await runSql(url, `drop role ${role}`);
});

test('the owner of the schema reads what the application makes, as a dump does', async () => {
  const [owner, role] = ['owner', 'app'].map((what) => `${what}_${randomBytes(4).toString('hex')}`) as [string, string];
  const login = (name: string) => {
    const own = new URL(url);
    own.username = name;
    own.password = 'word';
    return own.href;
  };
  await runSql(
    url,
    `create role ${owner} login createrole password 'word'`,
    `grant create on database ${name} to ${owner}`,
  );
  await ensureAppRole(login(owner), role, 'word');
  await runSql(login(owner), `create schema made`, `grant usage, create on schema made to ${role}`);
  await runSql(login(role), 'create table made.read (name text)', `insert into made.read values ('a')`);
  await runSql(login(owner), 'begin; lock table made.read in access share mode; commit', 'select name from made.read');
  await runSql(url, `drop owned by ${role}, ${owner}`, `drop role ${role}, ${owner}`);
});

test('each migration says which release applied it, and from which schema on older releases may still run', async () => {
  await write('001_thing.sql', 'create table thing (name text)');
  await write(
    '002_less.sql',
    '-- The names are elsewhere since 001.\n-- min-reader: 1\nalter table thing drop column name',
  );
  await run();
  expect(await rowsOf('select file, release, min_reader from schema_migrations order by file')).toEqual([
    { file: '001_thing.sql', release: thisRelease.version, min_reader: null },
    { file: '002_less.sql', release: thisRelease.version, min_reader: 1 },
  ]);
  await write('003_later.sql', '-- min-reader: 4\nselect 1');
  await expect(run()).rejects.toThrow('003_later.sql: its min-reader is to come yet');
});

test('an older release leaves the schema of a newer one alone: it goes on where it may, and names both where not', async () => {
  await write('001_thing.sql', 'create table thing (name text)');
  await write('002_more.sql', 'alter table thing add column more text');
  await write('003_less.sql', '-- min-reader: 2\nalter table thing drop column name');
  await run();
  await rm(join(folder, '003_less.sql'));
  expect(await run()).toEqual([]);
  await rm(join(folder, '002_more.sql'));
  const { version } = thisRelease;
  await expect(run()).rejects.toThrow(
    `this is Portico ${version} (schema 1), and the data were written by Portico ${version} (schema 3): they need schema 2 or newer`,
  );
});

test('a database of the first releases, which did not record their version, is migrated', async () => {
  await write('001_thing.sql', 'create table thing (name text)');
  await run();
  await runSql(url, 'alter table schema_migrations drop column release, drop column min_reader');
  await write('002_more.sql', 'alter table thing add column more text');
  expect(await run()).toEqual(['002_more.sql']);
  expect(await rowsOf('select file, release from schema_migrations order by file')).toEqual([
    { file: '001_thing.sql', release: null },
    { file: '002_more.sql', release: thisRelease.version },
  ]);
});

test('every noun gets an id sequence once, also by processes that migrate at once', async () => {
  await runSql(url, 'create sequence user_id as integer', `select setval('user_id', 41)`);
  await Promise.all([1, 2, 3].map(() => ensureIdSequences(url, 'portico_app')));
  const rows = await rowsOf(
    `select sequencename as name, has_sequence_privilege('portico_app', sequencename::text, 'usage') as granted
     from pg_sequences where schemaname = 'public' order by 1`,
  );
  expect(rows).toEqual(
    nouns.map((noun) => ({ name: idSequenceOf(noun), granted: true })).sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
  expect(await rowsOf(`select nextval('user_id')::int as next`)).toEqual([{ next: 42 }]);
});
