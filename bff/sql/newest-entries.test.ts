import { afterAll, beforeAll, expect, it } from 'vitest';
import { termsOf } from '#domain/history/terms.ts';
import { createPool } from '#platform/database.ts';
import { partitionStatements, physicalName } from '#projections/engine/table.ts';
import { readPath } from '#projections/read-path.ts';
import { startWorldDatabase } from '#test/postgres/postgres.ts';
import { countEntries, type HistoryFilter, newestEntries } from './newest-entries.ts';
import { openReadTables } from './read-tables.ts';

const now = new Date('2026-05-01T00:00:00Z');
const hours = 3_600_000;
const nouns = ['api', 'deployment', 'consumer'];

/** An entry each 5 hours of four months; two of three share their time with the one before. */
const entries = Array.from({ length: 560 }, (_, index) => {
  const noun = nouns[index % 3] as string;
  const found = {
    about_noun: 'api',
    about_id: index % 5,
    noun,
    noun_id: String(index % 7),
    kind: `${noun}-${index % 2 === 0 ? 'changed' : 'removed'}`,
    organization_id: index % 4 === 0 ? null : index % 4,
    user_id: index % 6,
    user_organization_id: 1 + (index % 2),
    act: index % 2 === 0 ? 'changed' : 'deleted',
    address: `192.0.2.${index % 3}`,
  };
  const happened_at = new Date(now.getTime() - Math.ceil((560 - index) / 3) * 15 * hours);
  const subject = `till-${index % 11}-${['dev', 'prod'][index % 2]}`;
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  return {
    ...found,
    happened_at,
    subject,
    id,
    position: String(index).padStart(8, '0'),
    terms: termsOf({ ...found, happened_at }, subject),
  };
});

let database: Awaited<ReturnType<typeof startWorldDatabase>>;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await startWorldDatabase();
  pool = createPool(database.appUrl, { applicationName: 'test', searchPath: readPath, max: 1 });
  const table = physicalName('history', 1);
  for (const month of new Set(entries.map(({ happened_at }) => happened_at.toISOString().slice(0, 7))))
    for (const statement of partitionStatements(table, month)) await pool.query(statement);
  const rest = { version: 1, roles: [], rule: '', name: '', values: {}, changes: [] };
  await pool.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
    JSON.stringify(entries.map((entry) => ({ ...entry, ...rest }))),
  ]);
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const has = ({ text = '', from, to, ...found }: HistoryFilter) =>
  entries.filter(
    (entry) =>
      Object.entries(found).every(([column, value]) => entry[column as keyof typeof found] === value) &&
      text.split(' ').every((word) => entry.subject.split('-').some((other) => other.startsWith(word))) &&
      !(from && entry.happened_at < from) &&
      !(to && entry.happened_at >= to),
  );

const filters: readonly HistoryFilter[] = [
  {},
  { about_noun: 'api', about_id: 3 },
  { noun: 'deployment', noun_id: '4' },
  { kind: 'consumer-removed', organization_id: 3 },
  { user_id: 2, text: 'dev' },
  { text: 'till 1' },
  { text: 'dev prod' },
  { noun: 'api', kind: 'consumer-changed' },
  { from: new Date('2026-02-28T23:00:00Z'), to: new Date('2026-03-01T10:00:00Z') },
  { noun: 'api', organization_id: 1, user_id: 3, text: 'prod', to: new Date('2026-04-10T00:00:00Z') },
];

it.each(filters)('finds what %j chooses, the newest first, on every page', async (filter) => {
  const services = { db: openReadTables(pool), now: () => now };
  const expected = has(filter)
    .map(({ id }) => id)
    .reverse();
  const found: string[] = [];
  for (let page = 0; page * 40 <= expected.length; page += 1)
    found.push(...(await newestEntries(services, filter, { size: 40, start: page * 40 })).map(({ id }) => id));
  expect(found).toEqual(expected);
});

it('is one statement, which is prepared', async () => {
  await newestEntries({ db: openReadTables(pool), now: () => now }, {}, { size: 40 });
  const { rows } = await pool.query('select statement from pg_prepared_statements');
  expect(rows).toHaveLength(1);
});

it.each(filters)(
  'reads on beside an entry of %j, in both directions, also among entries of one time',
  async (filter) => {
    const services = { db: openReadTables(pool), now: () => now };
    const expected = has(filter)
      .map(({ id }) => id)
      .reverse();
    const placeOf = (id: string | undefined) => {
      const entry = entries.find((each) => each.id === id);
      return { time: entry?.happened_at.toISOString() ?? '', position: entry?.position ?? '' };
    };
    const older: string[] = [];
    for (let rows = await newestEntries(services, filter, { size: 40 }); rows.length > 0; ) {
      older.push(...rows.map(({ id }) => id));
      rows = await newestEntries(services, filter, { size: 40, place: { side: 'older', ...placeOf(older.at(-1)) } });
    }
    expect(older).toEqual(expected);
    const newer: string[] = [];
    for (let last = expected.at(-1); last !== undefined; last = newer[0]) {
      const place = { side: 'newer', ...placeOf(last) } as const;
      const rows = await newestEntries(services, filter, { size: 40, place });
      if (rows.length === 0) break;
      newer.unshift(...rows.map(({ id }) => id));
    }
    expect(newer).toEqual(expected.slice(0, -1));
    expect(await countEntries(services, filter, { most: 10 })).toBe(Math.min(10, expected.length));
  },
);

it('finds what one of several people did', async () => {
  const services = { db: openReadTables(pool), now: () => now };
  const rows = await newestEntries(services, { noun: 'api' }, { size: 500, people: [2, 3] });
  expect(rows.map(({ id }) => id)).toEqual(
    has({ noun: 'api' })
      .filter(({ user_id }) => [2, 3].includes(user_id))
      .map(({ id }) => id)
      .reverse(),
  );
});
