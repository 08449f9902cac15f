import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { PoolClient } from '#platform/database.ts';
import { copyLineOf } from './copy-text.ts';
import { partitionName, partitionStatements, type Row, type Table } from './table.ts';

/** The changes of a batch: keys of rows to delete, new rows, and rows that may exist. */
export type Changes = Readonly<{ removed: readonly Row[]; added: readonly Row[]; written: readonly Row[] }>;

const list = (names: readonly string[]): string => names.join(', ');

/** Yields the text in pieces, so that Postgres reads one while the next is made. */
function* copyText(rows: readonly Row[], columns: Table['columns']): Generator<string> {
  const copyLine = copyLineOf(columns);
  for (let from = 0; from < rows.length; from += 200)
    yield rows
      .slice(from, from + 200)
      .map(copyLine)
      .join('');
}

/** Makes the partitions that these rows need. Asks each time: a transaction that is rolled back takes its partitions along. */
const makePartitions = async (
  client: PoolClient,
  name: string,
  column: string,
  rows: readonly Row[],
): Promise<void> => {
  const months = [...new Set(rows.map((row) => (row[column] as Date).toISOString().slice(0, 7)))];
  if (months.length === 0) return;
  const partitions = months.map((month) => partitionName(name, month));
  const { rows: missing } = await client.query<{ month: string }>(
    'select month from unnest($1::text[], $2::text[]) as wanted (month, partition) where to_regclass(partition) is null',
    [months, partitions],
  );
  for (const { month } of missing) {
    for (const statement of partitionStatements(name, month)) await client.query(statement);
  }
};

/** Writes all changes of one table in at most three statements. New rows go by COPY: most rows of a rebuild are new. */
export const writeRows = async (
  client: PoolClient,
  name: string,
  { key, columns, byMonth }: Table,
  { removed, added, written }: Changes,
): Promise<void> => {
  if (byMonth) await makePartitions(client, name, byMonth, [...added, ...written]);
  const all = Object.keys(columns);
  if (removed.length > 0) {
    const same = key.map((column) => `t.${column} = d.${column}`).join(' and ');
    await client.query(`delete from ${name} t using json_populate_recordset(null::${name}, $1) d where ${same}`, [
      JSON.stringify(removed),
    ]);
  }
  if (added.length > 0) {
    await pipeline(
      Readable.from(copyText(added, columns)),
      client.query(copyFrom(`copy ${name} (${list(all)}) from stdin`)),
    );
  }
  if (written.length > 0) {
    const others = all.filter((column) => !key.includes(column));
    const change = others.map((column) => `${column} = excluded.${column}`);
    await client.query(
      `insert into ${name} (${list(all)}) select ${list(all)} from json_populate_recordset(null::${name}, $1)
       on conflict (${list(key)}) do ${change.length > 0 ? `update set ${list(change)}` : 'nothing'}`,
      [JSON.stringify(written)],
    );
  }
};
