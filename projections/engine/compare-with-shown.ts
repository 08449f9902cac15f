import { setTimeout as sleep } from 'node:timers/promises';
import { type ChangedRow, mostKept } from '#eventstore/log-verifications.ts';
import { type Database, inTransaction, type Pool } from '#platform/database.ts';
import { type Projection, schemaOf, tablesOf } from './projection.ts';
import { differsBeside } from './same-but-erased.ts';
import { physicalName, type Table } from './table.ts';

/** Looks until both sets of tables show the same events, and milliseconds between two of them. */
const looks = 20;
const pause = 50;
/** Milliseconds that a comparison may take: a large table takes minutes. An erasure does not wait as long. */
const patience = 3_600_000;
const patienceOfErasure = 600_000;

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

/**
 * Returns the statement that counts and names rows that differ. Columns that Postgres computes follow from the others. Keys are always
 * compared: so a row that is missing is found.
 *
 * @param hasErased whether the shown rows may have texts of people that are erased now.
 */
const differencesOf = (
  { name, key, columns }: Table,
  shownIn: string,
  generation: number,
  hasErased: boolean,
): string => {
  const exact = Object.keys(columns).filter((column) => !hasErased || key.includes(column));
  const rowOf = (set: string) => `row(${exact.map((column) => `${set}.${column}`).join(', ')})`;
  const others = Object.entries(columns)
    .filter(([column]) => !exact.includes(column))
    .map(([column, of]) => differsBeside(column, of, `o.${column}`, `n.${column}`));
  // The view, as people read it: it can be changed, too.
  return `select left(concat_ws(' ', ${key.join(', ')}), 100) as key, (count(*) over ())::integer as total
    from ${shownIn}.${name} o full join ${physicalName(name, generation)} n using (${key.join(', ')})
    where ${[`${rowOf('o')} is distinct from ${rowOf('n')}`, ...others].join(' or ')} limit ${mostKept}`;
};

/** What differs in a table. `keys`: of the first rows. */
type Changed = Readonly<{ table: string; keys: readonly string[]; total: number }>;

/** A table that could not be compared. */
type Failed = Readonly<{ table: string; error: unknown }>;

/**
 * What a comparison found.
 *
 * @property isEven   false: events come so fast that the two never showed the same ones.
 * @property isUrgent whether an erased person is shown until the new tables are.
 */
export type Comparison = Readonly<{
  isEven: boolean;
  isUrgent: boolean;
  rows: readonly ChangedRow[];
  failed: readonly Failed[];
}>;

/** Names rows of each table, as many of each. The others are counted. */
const rowsOf = (changed: readonly Changed[]): ChangedRow[] => {
  const share = Math.max(1, Math.floor(mostKept / changed.length));
  return changed.flatMap(({ table, keys, total }) => {
    const named = keys.slice(0, share).map((key) => ({ table, key }));
    const others = total - named.length;
    return others > 0 ? [...named, { table, key: '', others }] : named;
  });
};

/** Runs a part of a transaction that goes on after its error, and ends at a time: the client waits longer for it than the server. */
const attempt = async (client: Database, text: string, until: number) => {
  const limit = Math.max(1, until - Date.now());
  await client.query(`savepoint part; set local statement_timeout = ${limit}`);
  const query = { text, query_timeout: limit + 60_000 };
  try {
    return (await client.query<{ key: string; total: number }>(query)).rows;
  } catch (error) {
    await client.query('rollback to part');
    return { error };
  }
};

const compareOnce = (pool: Pool, projection: Projection, generation: number): Promise<Comparison> =>
  inTransaction(pool, async (client) => {
    // Rows and checkpoint are stored together, so in one snapshot both sets show the events until their checkpoints.
    await client.query('set transaction isolation level repeatable read, read only');
    const { isShown, areEven, areWhole, hasErased } = await setsOf(client, projection, generation);
    const changed: Changed[] = [];
    const failed: Failed[] = [];
    if (isShown && areWhole && areEven) {
      const until = Date.now() + (hasErased ? patienceOfErasure : patience);
      for (const table of tablesOf(projection)) {
        const text = differencesOf(table, schemaOf(projection), generation, hasErased);
        const found = await attempt(client, text, until);
        if ('error' in found) failed.push({ table: table.name, error: found.error });
        else if (found[0])
          changed.push({ table: table.name, keys: found.map(({ key }) => key), total: found[0].total });
      }
    }
    return { isEven: !isShown || !areWhole || areEven, isUrgent: hasErased, rows: rowsOf(changed), failed };
  });

/** Compares new tables, which follow from the events alone, with those that are shown. */
export const compareWithShown = async (pool: Pool, projection: Projection, generation: number): Promise<Comparison> => {
  for (let look = 1; ; look += 1) {
    const found = await compareOnce(pool, projection, generation);
    if (found.isEven || look === looks) return found;
    await sleep(pause);
  }
};
