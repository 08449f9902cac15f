import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, inTransaction, type Pool } from '#platform/database.ts';
import { type Projection, schemaOf, tablesOf } from './projection.ts';
import { physicalName, type Table } from './table.ts';

/** A row that is shown and does not follow from the events. `key`: the values of its primary key, with spaces between them. */
export type ChangedRow = Readonly<{ table: string; key: string }>;

/** The most rows that are named of a table. */
const mostNamed = 20;
/** Looks until both sets of tables show the same events, and milliseconds between two of them. */
const looks = 20;
const pause = 50;

type Sets = Readonly<{ shown: number | undefined; areEven: boolean; areWhole: boolean }>;

/**
 * Reads which tables are shown. Tables of before an erasure have values that new ones lack, and a parked stream is missing in
 * one of them: such sets are not whole, and their rows say nothing.
 */
const setsOf = async (database: Database, projection: Projection, generation: number): Promise<Sets> => {
  const { rows } = await database.query<{ generation: number; position: string; isWhole: boolean }>(
    `select g.generation, s.position,
       g.created_at > coalesce((select max(destroyed_at) from subject_keys), '-infinity')
         and not exists (select from parked_streams p where p.name = s.name and p.version = s.version) as "isWhole"
     from generations g join subscriptions s on s.name = g.projection and s.version = g.generation
     where g.projection = $1 and g.shown_in = $2 and (g.state = 'live' or g.generation = $3)`,
    [projection.name, schemaOf(projection), generation],
  );
  const next = rows.find((row) => row.generation === generation);
  const shown = rows.find((row) => row.generation !== generation);
  return {
    shown: shown?.generation,
    areEven: next?.position === shown?.position,
    areWhole: rows.every(({ isWhole }) => isWhole),
  };
};

/** Returns the statement that names rows that differ. Columns that Postgres computes follow from the others. */
const differencesOf = ({ name, key, columns }: Table, shown: number, generation: number): string => {
  const of = (row: string) => `row(${Object.keys(columns).map((column) => `${row}.${column}`)})`;
  return `select left(concat_ws(' ', ${key.join(', ')}), 100) as key
    from ${physicalName(name, shown)} o full join ${physicalName(name, generation)} n using (${key.join(', ')})
    where ${of('o')} is distinct from ${of('n')} limit ${mostNamed}`;
};

const compareOnce = (pool: Pool, projection: Projection, generation: number) =>
  inTransaction(pool, async (client): Promise<readonly ChangedRow[] | 'uneven'> => {
    // Rows and checkpoint are stored together, so in one snapshot both sets show the events until their checkpoints.
    await client.query('set transaction isolation level repeatable read, read only');
    await client.query('set local statement_timeout = 0');
    const { shown, areEven, areWhole } = await setsOf(client, projection, generation);
    if (shown === undefined || !areWhole) return [];
    if (!areEven) return 'uneven';
    const changed: ChangedRow[] = [];
    for (const table of tablesOf(projection)) {
      // An hour: a large table takes minutes.
      const statement = { text: differencesOf(table, shown, generation), query_timeout: 3_600_000 };
      const { rows } = await client.query<{ key: string }>(statement);
      changed.push(...rows.map(({ key }) => ({ table: table.name, key })));
    }
    return changed;
  });

/**
 * Compares new tables, which follow from the events alone, with those that are shown.
 *
 * @returns the rows that differ; undefined if events come so fast that the two never showed the same ones.
 */
export const compareWithShown = async (
  pool: Pool,
  projection: Projection,
  generation: number,
): Promise<readonly ChangedRow[] | undefined> => {
  for (let look = 0; look < looks; look += 1) {
    const found = await compareOnce(pool, projection, generation);
    if (found !== 'uneven') return found;
    await sleep(pause);
  }
  return undefined;
};
