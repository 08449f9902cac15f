import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runPrepared } from './prepared.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.close();
});

const statement = { name: 'find_thing', text: 'select name from read.things where id = $1', values: [1] };

it('reads on when the table behind a prepared statement was exchanged for one of another type', async () => {
  const { pool } = database;
  await pool.query(`create view read.things as select 1 as id, 'old'::text as name`);
  expect((await runPrepared(pool, statement)).rows).toEqual([{ name: 'old' }]);
  await pool.query('drop view read.things');
  await pool.query(`create view read.things as select 1 as id, 'new'::varchar(9) as name`);
  expect((await runPrepared(pool, statement)).rows).toEqual([{ name: 'new' }]);
  expect((await runPrepared(pool, statement)).rows).toEqual([{ name: 'new' }]);
});

it('passes on all other errors', async () => {
  const wrong = { name: 'wrong', text: 'select nothing from read.nowhere', values: [] };
  await expect(runPrepared(database.pool, wrong)).rejects.toThrow('does not exist');
});
