import type { Column } from './column.ts';

/** Any row: its columns by name. */
export type Row = Record<string, unknown>;

/**
 * The one statement of a read table. Each generation of it is a physical table of its own.
 *
 * @property key       columns of the primary key.
 * @property columns   columns that a projection writes.
 * @property generated columns of texts that Postgres computes, for queries: name and expression. Lists are sorted by those that
 *                     begin with `sort_`.
 * @property lookups   columns by which handlers look for rows. Each has an index from the beginning.
 * @property indexes   indexes for queries: the text after `create index on <table>`. A rebuild makes them when it has caught
 *                     up.
 * @property byMonth   a column with a time, of the key. Each month has a partition, which is made with its first row.
 * @property prefetch  by column, which values of it an event is about, so that all rows of a batch are read at once. Rows
 *                     that it leaves out are read one by one.
 */
export type Table<
  Name extends string = string,
  Columns extends Readonly<Record<string, Column>> = Readonly<Record<string, Column>>,
  Generated extends string = string,
> = Readonly<{
  name: Name;
  key: readonly (keyof Columns & string)[];
  columns: Columns;
  generated?: Readonly<Record<Generated, string>>;
  lookups?: readonly (keyof Columns & string)[];
  indexes?: readonly string[];
  byMonth?: keyof Columns & string;
  prefetch?: { readonly [Name in keyof Columns]?: (event: PrefetchEvent) => unknown };
}>;

export type PrefetchEvent = Readonly<{
  stream: string;
  data: Readonly<Record<string, unknown>>;
  meta?: Readonly<{ undoes?: string }>;
}>;

/** States a read table: `table('users', { key: ['id'], columns: { id: integer(), name: text() } })`. */
export const table = <
  Name extends string,
  Columns extends Readonly<Record<string, Column>>,
  Generated extends string = never,
>(
  name: Name,
  statement: Omit<Table<Name, Columns, Generated>, 'name'>,
): Table<Name, Columns, Generated> => ({ name, ...statement });

/** A row that a projection writes. */
export type RowOf<Of extends Table> = {
  -readonly [Name in keyof Of['columns']]: Of['columns'][Name] extends Column<infer Value> ? Value : never;
};

/** A row that a query reads, with the columns that Postgres computes. */
export type ReadRowOf<Of extends Table> = RowOf<Of> & { [Name in keyof NonNullable<Of['generated']>]: string };

/** Returns a `prefetch` by a field of the event's data: `byField('apiId')`. */
export const byField =
  (field: string) =>
  ({ data }: PrefetchEvent): unknown =>
    data[field];

/** Returns the id of the noun that an event registers. Only the event of a registration has a name. */
export const registeredIn =
  (noun: string, field: string) =>
  ({ stream, data }: PrefetchEvent): unknown =>
    stream.startsWith(`${noun}-`) && 'name' in data ? data[field] : undefined;

/** Returns the name of a generation's table, such as `read.apis_v3`. Both parts come from the program, never from a request. */
export const physicalName = (name: string, generation: number): string => `read.${name}_v${generation}`;

/** What lists are sorted by has the order of ICU's root collation: the same in every database, whatever its locale. */
const generatedType = (column: string): string => (column.startsWith('sort_') ? 'text collate "und-x-icu"' : 'text');

/** Returns the statements that make one generation of a table, ready to be filled. */
export const createStatements = (
  { name, key, columns, generated = {}, lookups = [], byMonth }: Table,
  generation: number,
): string[] => {
  const physical = physicalName(name, generation);
  const lines = [
    ...Object.entries(columns).map(([column, { type, nullable }]) => `${column} ${type}${nullable ? '' : ' not null'}`),
    ...Object.entries(generated).map(
      ([column, sql]) => `${column} ${generatedType(column)} generated always as (${sql}) stored`,
    ),
    `primary key (${key.join(', ')})`,
  ];
  return [
    `create table ${physical} (${lines.join(', ')})${byMonth ? ` partition by range (${byMonth})` : ''}`,
    ...lookups.map((column) => `create index on ${physical} (${column})`),
  ];
};

/** Returns the name of the index for queries with this number, from 0. */
export const indexName = (table: string, generation: number, number: number): string =>
  `${table}_v${generation}_query_${number + 1}`;

/** Returns the statements that make the indexes for queries. They leave existing indexes alone. */
export const indexStatements = (
  { name, indexes = [] }: Table,
  generation: number,
  how: 'concurrently' | '' = '',
): string[] =>
  indexes.map(
    (index, number) =>
      `create index ${how && `${how} `}if not exists ${indexName(name, generation, number)} on ${physicalName(name, generation)} ${index}`,
  );

/**
 * The statements that make the partition of a month of a table that has one for each. Readers do not wait, as they would for
 * `create table ... partition of`.
 *
 * @param month `2026-11`, in UTC.
 */
export const partitionStatements = (physical: string, month: string): string[] => {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + 1);
  const partition = partitionName(physical, month);
  return [
    `create table ${partition} (like ${physical} including all)`,
    `alter table ${physical} attach partition ${partition} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
  ];
};

/** `read.history_v3_2026_11`: the partition of a month. */
export const partitionName = (physical: string, month: string): string => `${physical}_${month.replace('-', '_')}`;
