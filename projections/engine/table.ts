/** What a column holds when it is written; a row that Postgres reads back has the same types. */
export type Row = Record<string, unknown>;

/**
 * A read table: its columns and what finds its rows. Each generation of it is a physical table of its own.
 *
 * @property key       columns of the primary key.
 * @property columns   SQL type and constraints of every column that a projection writes.
 * @property generated columns that Postgres computes: their type and expression.
 * @property indexes   what follows `create index on <table>`.
 * @property prefetch  by column, the value (or values) that a row has when an event is about it, so that the rows of a
 *                     whole batch are read at once. A hint only: rows that nobody foresaw are read when they are asked for.
 */
export type TableDefinition<R extends object = Row> = Readonly<{
  name: string;
  key: readonly (keyof R & string)[];
  columns: Readonly<Record<keyof R & string, string>>;
  generated?: Readonly<Record<string, string>>;
  indexes?: readonly string[];
  prefetch?: Readonly<Record<string, (event: PrefetchEvent) => unknown>>;
}>;

export type PrefetchEvent = Readonly<{ stream: string; data: Readonly<Record<string, unknown>> }>;

/** `prefetch` by a field of the event's data: `byField('apiId')`. */
export const byField =
  (field: string) =>
  ({ data }: PrefetchEvent): unknown =>
    data[field];

/** `read.apis_v3`: the third generation. Both parts come from the program, never from a request. */
export const physicalName = (name: string, generation: number): string => `read.${name}_v${generation}`;

/** The statements that make one generation of a table. */
export const createStatements = (
  { name, key, columns, generated = {}, indexes = [] }: TableDefinition,
  generation: number,
): string[] => {
  const table = physicalName(name, generation);
  const written = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  const computed = Object.entries(generated).map(([column, expression]) => `${column} ${expression}`);
  return [
    `create table ${table} (${[...written, ...computed, `primary key (${key.join(', ')})`].join(', ')})`,
    ...indexes.map((index) => `create index on ${table} ${index}`),
  ];
};
