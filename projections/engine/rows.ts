import type { PoolClient } from '#platform/database.ts';
import { physicalName, type Row, type Table } from './table.ts';
import { writeRows } from './write-rows.ts';

export type KeyPart = string | number;

/** The rows of one table during one batch. What is put or removed is seen at once and written at the end. */
export type Rows<R extends object> = Readonly<{
  /** The row with this key, its columns in the order of the table's `key`. */
  get: (...key: KeyPart[]) => Promise<Readonly<R> | undefined>;
  /** All rows with this value; the column should be indexed. */
  where: (column: keyof R & string, value: KeyPart) => Promise<Readonly<R>[]>;
  put: (row: Readonly<R>) => void;
  remove: (row: Readonly<R>) => void;
  /** Reads all rows with any of these values at once, so that `get` and `where` need not. */
  fetch: (column: keyof R & string, values: readonly KeyPart[]) => Promise<void>;
  /** Writes what was put and removed. */
  flush: () => Promise<void>;
}>;

/**
 * A cache over one generation of a table, for one transaction. A batch of events that touches a row ten times
 * reads it once and writes it once, all rows of a table together: this is what makes a rebuild fast.
 */
export const openRows = (client: PoolClient, table: Table, generation: number): Rows<Row> => {
  const name = physicalName(table.name, generation);
  const columns = Object.keys(table.columns);
  const selected = columns.join(', ');
  /** null: there is no such row. */
  const known = new Map<string, Row | null>();
  const changed = new Map<string, Readonly<Row>>();
  /** Rows that the table did not have when the batch began. */
  const absent = new Set<string>();
  /** By column, the values of which every row is known. */
  const complete = new Map(columns.map((column) => [column, new Set<unknown>()]));
  const isComplete = (column: string, value: unknown) => complete.get(column)?.has(value) === true;

  // No text in Postgres holds a NUL.
  const idOf = (row: Readonly<Row>) => table.key.map((column) => row[column]).join('\0');
  const learn = (rows: readonly Row[]) => {
    for (const row of rows) {
      const id = idOf(row);
      if (!known.has(id)) known.set(id, row);
    }
  };
  const select = async (condition: string, values: unknown[]): Promise<Row[]> =>
    (await client.query(`select ${selected} from ${name} where ${condition}`, values)).rows as Row[];
  const set = (row: Readonly<Row>, value: Row | null) => {
    const id = idOf(row);
    known.set(id, value);
    changed.set(id, row);
  };

  return {
    get: async (...key) => {
      const id = key.join('\0');
      const row = known.get(id);
      if (row !== undefined) return row ?? undefined;
      const isForeseen = table.key.some((column, index) => isComplete(column, key[index]));
      const [found] = isForeseen
        ? []
        : await select(table.key.map((column, index) => `${column} = $${index + 1}`).join(' and '), key);
      known.set(id, found ?? null);
      if (!found) absent.add(id);
      return found;
    },
    where: async (column, value) => {
      if (!isComplete(column, value)) learn(await select(`${column} = $1`, [value]));
      complete.get(column)?.add(value);
      return [...known.values()].filter((row): row is Row => row?.[column] === value);
    },
    put: (row) => set(row, row),
    remove: (row) => set(row, null),
    fetch: async (column, values) => {
      const missing = [...new Set(values)].filter((value) => !isComplete(column, value));
      if (missing.length === 0) return;
      learn(await select(`${column} = any($1)`, [missing]));
      for (const value of missing) complete.get(column)?.add(value);
    },
    flush: async () => {
      const removed: Row[] = [];
      const added: Row[] = [];
      const written: Row[] = [];
      for (const [id, last] of changed) {
        const row = known.get(id);
        if (row) (absent.has(id) ? added : written).push(row);
        else if (!absent.has(id)) {
          removed.push(Object.fromEntries(table.key.map((column) => [column, last[column]])));
        }
      }
      changed.clear();
      absent.clear();
      await writeRows(client, name, table, { removed, added, written });
    },
  };
};
