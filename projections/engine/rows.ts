import type { ConnectionLine } from './connection-line.ts';
import { physicalName, type Row, type Table } from './table.ts';
import { writeRows } from './write-rows.ts';

export type KeyPart = string | number;

export type Change<R> = Readonly<{ before: Readonly<R> | undefined; after: Readonly<R> | undefined }>;

/** The rows of one table during one batch. A change is visible at once and written at the end. */
export type Rows<R extends object> = Readonly<{
  /** Returns the row with this key. Several columns are in the order of the table's `key`. */
  get: (...key: KeyPart[]) => Promise<Readonly<R> | undefined>;
  /** Returns all rows with this value. The column is one of the table's `lookups`, or the first of a key of several. */
  where: (column: keyof R & string, value: KeyPart) => Promise<Readonly<R>[]>;
  put: (row: Readonly<R>) => void;
  remove: (row: Readonly<R>) => void;
  /** Returns the rows that were put or removed, before and after. Undefined: there was or is no such row. */
  changes: () => readonly Change<R>[];
  /** Reads all rows with any of these values at once, so that `get` and `where` find them in memory. */
  fetch: (column: keyof R & string, values: readonly KeyPart[]) => Promise<void>;
  /** Writes all changes. */
  flush: () => Promise<void>;
}>;

/**
 * A cache over one generation of a table, for one transaction. A row that ten events of a batch change is read once and
 * written once, together with all others of its table. This makes a rebuild fast.
 */
export const openRows = (line: ConnectionLine, table: Table, generation: number): Rows<Row> => {
  const name = physicalName(table.name, generation);
  const columns = Object.keys(table.columns);
  const selected = columns.join(', ');
  /** Null: there is no such row. */
  const known = new Map<string, Row | null>();
  const changed = new Map<string, Readonly<Row>>();
  /** The rows that the batch changed, as they were before it. */
  const before = new Map<string, Row | null>();
  /** Rows that the table did not have when the batch began. */
  const absent = new Set<string>();
  /** By column, the values for which all rows were read. */
  const complete = new Map(columns.map((column) => [column, new Set<unknown>()]));
  const isComplete = (column: string, value: unknown) => complete.get(column)?.has(value) === true;
  /** By column and value, the ids of the rows that have the value or had it during this batch. */
  const searched = [...(table.lookups ?? []), ...(table.key.length > 1 ? table.key.slice(0, 1) : [])];
  const found = new Map(searched.map((column) => [column, new Map<unknown, Set<string>>()]));
  const index = (id: string, row: Readonly<Row>) => {
    for (const [column, byValue] of found) {
      const ids = byValue.get(row[column]);
      if (ids) ids.add(id);
      else byValue.set(row[column], new Set([id]));
    }
  };

  // Postgres allows no NUL in a text, so it can separate the parts.
  const idOf = (row: Readonly<Row>) => table.key.map((column) => row[column]).join('\0');
  const learn = (rows: readonly Row[]) => {
    for (const row of rows) {
      const id = idOf(row);
      if (known.has(id)) continue;
      known.set(id, row);
      index(id, row);
    }
  };
  const select = async (condition: string, values: unknown[]): Promise<Row[]> =>
    (await line((client) => client.query(`select ${selected} from ${name} where ${condition}`, values))).rows as Row[];
  const set = (row: Readonly<Row>, value: Row | null) => {
    const id = idOf(row);
    if (!before.has(id)) before.set(id, known.get(id) ?? null);
    known.set(id, value);
    changed.set(id, row);
    if (value) index(id, value);
  };

  return {
    get: async (...key) => {
      const id = key.join('\0');
      const row = known.get(id);
      if (row !== undefined) return row ?? undefined;
      const isForeseen = table.key.some((column, place) => isComplete(column, key[place]));
      const [stored] = isForeseen
        ? []
        : await select(table.key.map((column, place) => `${column} = $${place + 1}`).join(' and '), key);
      known.set(id, stored ?? null);
      if (stored) index(id, stored);
      else absent.add(id);
      return stored;
    },
    where: async (column, value) => {
      const byValue = found.get(column);
      if (!byValue) throw new Error(`${column} is not among the lookups of ${table.name}`);
      if (!isComplete(column, value)) learn(await select(`${column} = $1`, [value]));
      complete.get(column)?.add(value);
      const rows = [...(byValue.get(value) ?? [])].map((id) => known.get(id));
      return rows.filter((row): row is Row => row?.[column] === value);
    },
    put: (row) => set(row, row),
    remove: (row) => set(row, null),
    changes: () => [...before].map(([id, row]) => ({ before: row ?? undefined, after: known.get(id) ?? undefined })),
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
      await line((client) => writeRows(client, name, table, { removed, added, written }));
    },
  };
};
