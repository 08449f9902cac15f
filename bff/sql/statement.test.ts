import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '#platform/database.ts';
import { readPath } from '#projections/read-path.ts';
import { startWorldDatabase } from '#test/postgres/postgres.ts';
import { openReadTables } from './read-tables.ts';
import { type Given, statement } from './statement.ts';

let database: Awaited<ReturnType<typeof startWorldDatabase>>;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await startWorldDatabase();
  pool = createPool(database.appUrl, { applicationName: 'test', searchPath: readPath, max: 1 });
  await pool.query(
    `insert into read.applications_v1 (id, organization_id, name, description, external, state, created_at, updated_at, stream_version, maintainers_decide)
     select n, n % 2, 'Application ' || n, '', false, 'active', now(), now(), 1, false from generate_series(1, 4) n`,
  );
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const applications = () => {
  let built = 0;
  const read = statement(
    (
      db,
      { organizationId }: Given<{ organizationId: number | undefined }>,
      { order }: Readonly<{ order: 'asc' | 'desc' }>,
    ) => {
      built += 1;
      return db
        .selectFrom('applications')
        .select(['id', 'name'])
        .$if(organizationId !== undefined, (list) =>
          list.where('organization_id', '=', organizationId as NonNullable<typeof organizationId>),
        )
        .orderBy('id', order);
    },
  );
  return { read, built: () => built };
};

it('compiles a statement once for each shape, and runs it with new values', async () => {
  const db = openReadTables(pool);
  const { read, built } = applications();
  const idsOf = async (organizationId: number | undefined, order: 'asc' | 'desc') =>
    (await read(db, { organizationId }, { order })).map(({ id }) => id);
  expect(await idsOf(0, 'asc')).toEqual([2, 4]);
  expect(await idsOf(1, 'asc')).toEqual([1, 3]);
  expect(await idsOf(undefined, 'asc')).toEqual([1, 2, 3, 4]);
  expect(await idsOf(1, 'desc')).toEqual([3, 1]);
  expect(await idsOf(0, 'desc')).toEqual([4, 2]);
  expect(built()).toBe(3);
});

it('lets Postgres parse a statement once for each connection', async () => {
  const db = openReadTables(pool);
  const { read } = applications();
  await read(db, { organizationId: 1 }, { order: 'asc' });
  await read(db, { organizationId: 0 }, { order: 'asc' });
  const { rows } = await pool.query(
    `select generic_plans + custom_plans as runs from pg_prepared_statements where statement like '%from "applications"%order by "id" asc'
       and statement like '%$1%'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].runs).toBeGreaterThanOrEqual(2);
});

it('reads a table that was replaced by one with other columns, on an old and a new connection', async () => {
  const db = openReadTables(pool);
  const { read } = applications();
  await read(db, { organizationId: 1 }, { order: 'asc' });
  const { rows: before } = await pool.query('select pg_backend_pid() as pid');
  const { rows: shown } = await pool.query(
    "select relnamespace::regnamespace::text as schema from pg_class where oid = to_regclass('applications')",
  );
  const view = `${shown[0].schema}.applications`;
  await pool.query(`drop view ${view}`);
  await pool.query(
    `create view ${view} as select id, organization_id, name::varchar(40) as name from read.applications_v1`,
  );
  const expected = [
    { id: 1, name: 'Application 1' },
    { id: 3, name: 'Application 3' },
  ];
  expect(await read(db, { organizationId: 1 }, { order: 'asc' })).toEqual(expected);
  expect(await read(db, { organizationId: 1 }, { order: 'asc' })).toEqual(expected);
  const { rows: after } = await pool.query('select pg_backend_pid() as pid');
  expect(after).not.toEqual(before);
});
