import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangedRow } from '#eventstore/log-verifications.ts';
import { type Database, inTransaction, type Pool } from '#platform/database.ts';
import type { Column } from './column.ts';
import { type Projection, schemaOf, tablesOf } from './projection.ts';
import { physicalName, type Table } from './table.ts';

/** The most rows that are named of a table. */
const mostNamed = 100;
/** Looks until both sets of tables show the same events, and milliseconds between two of them. */
const looks = 20;
const pause = 50;

/**
 * @property hasErased whether the shown tables are from before an erasure: they have values of people that the new ones lack.
 * @property areWhole  whether no stream was ever parked in them. Where one was, rows differ for a good reason.
 */
type Sets = Readonly<{ isShown: boolean; areEven: boolean; areWhole: boolean; hasErased: boolean }>;

const setsOf = async (database: Database, projection: Projection, generation: number): Promise<Sets> => {
  const { rows } = await database.query<{
    generation: number;
    position: string;
    hasParked: boolean;
    isOld: boolean;
  }>(
    `select g.generation, s.position, g.has_parked as "hasParked",
       g.created_at <= coalesce((select max(destroyed_at) from subject_keys), '-infinity') as "isOld"
     from generations g join subscriptions s on s.name = g.projection and s.version = g.generation
     where g.projection = $1 and g.shown_in = $2 and (g.state = 'live' or g.generation = $3)`,
    [projection.name, schemaOf(projection), generation],
  );
  const next = rows.find((row) => row.generation === generation);
  const shown = rows.find((row) => row.generation !== generation);
  return {
    isShown: shown !== undefined,
    areEven: next?.position === shown?.position,
    areWhole: rows.every(({ hasParked }) => !hasParked),
    hasErased: shown?.isOld ?? false,
  };
};

/** Texts may be a person's; numbers, times, flags and roles are not. */
const isOfNobody = ([name, { type }]: [string, Column]): boolean => name === 'roles' || !/^(text|jsonb)/.test(type);

/** Returns the statement that counts and names rows that differ. Columns that Postgres computes follow from the others. */
const differencesOf = (
  { name, key, columns }: Table,
  shownIn: string,
  generation: number,
  hasErased: boolean,
): string => {
  const compared = Object.entries(columns)
    .filter((column) => !hasErased || isOfNobody(column))
    .map(([column]) => column);
  const of = (row: string) => `row(${compared.map((column) => `${row}.${column}`)})`;
  // The view, as people read it: it can be changed, too.
  return `select left(concat_ws(' ', ${key.join(', ')}), 100) as key, (count(*) over ())::integer as total
    from ${shownIn}.${name} o full join ${physicalName(name, generation)} n using (${key.join(', ')})
    where ${of('o')} is distinct from ${of('n')} limit ${mostNamed}`;
};

const changedIn = async (database: Database, table: Table, statement: string): Promise<readonly ChangedRow[]> => {
  // An hour: a large table takes minutes.
  const query = { text: statement, query_timeout: 3_600_000 };
  const { rows } = await database.query<{ key: string; total: number }>(query);
  const more = (rows[0]?.total ?? 0) - rows.length;
  return [...rows.map(({ key }) => key), ...(more > 0 ? [`+${more}`] : [])].map((key) => ({ table: table.name, key }));
};

const compareOnce = (pool: Pool, projection: Projection, generation: number) =>
  inTransaction(pool, async (client): Promise<readonly ChangedRow[] | 'uneven'> => {
    // Rows and checkpoint are stored together, so in one snapshot both sets show the events until their checkpoints.
    await client.query('set transaction isolation level repeatable read, read only');
    await client.query('set local statement_timeout = 0');
    const { isShown, areEven, areWhole, hasErased } = await setsOf(client, projection, generation);
    if (!isShown || !areWhole) return [];
    if (!areEven) return 'uneven';
    const changed: ChangedRow[] = [];
    for (const table of tablesOf(projection)) {
      const shownIn = schemaOf(projection);
      changed.push(...(await changedIn(client, table, differencesOf(table, shownIn, generation, hasErased))));
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
