import { type Expression, type Kysely, type SelectQueryBuilder, type Simplify, sql } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';
import { type Given, type plannedAnew, statement } from '../sql/statement.ts';

/** The requested part of a list: `size` rows of page `page` (from 0), sorted by a selected column. */
export type PageRequest<Row> = Readonly<{
  page: number;
  size: number;
  sort: keyof Row & string;
  order: 'asc' | 'desc';
}>;

type Start = Readonly<{ start: number }>;

/** A part of the statement. */
type Part = Expression<unknown>;

type Lists<Values, List> = (db: Kysely<ReadTables>, given: Given<Values>, sort?: string) => List;

/** What a search looks for. Every list with a search calls it so. */
type Words = Readonly<{ words?: unknown }>;

/**
 * Creates a list that reads a page and its exact total in one round trip, by a prepared statement unless told. The filtered rows are
 * counted and sorted in the same snapshot. Equal rows are sorted by `id`, so that no row is on two pages.
 *
 * @param list    selects the filtered rows. An undefined value filters nothing. The result must depend only on its arguments.
 *                `words` may only filter. `sort` is what one order needs; the count is made without it.
 * @param rows    selects the same rows with what a page shows of them. Default: `list`.
 * @param planned `plannedAnew` for a list whose best plan depends on the values. Default: `statement`.
 */
export const pageOf = <Joined, Tables extends keyof Joined, Row extends { id: number | string }, Values extends object>(
  list: Lists<Values, SelectQueryBuilder<Joined, Tables, Row>>,
  {
    rows = list,
    planned = statement,
  }: Readonly<{
    rows?: Lists<Values, SelectQueryBuilder<Joined, Tables, Row>>;
    planned?: typeof statement | typeof plannedAnew;
  }> = {},
) => {
  const read = planned(
    (
      db,
      { start, ...values }: Given<Values & Start>,
      { sort, order, size }: Readonly<{ sort: string; order: 'asc' | 'desc'; size: string }>,
    ) => {
      const given = values as unknown as Given<Values> & Words;
      const filtered = list(db, given, sort);
      const inOrder = (column: string) =>
        sql`order by row.${sql.ref(column)} ${sql.raw(order)}, row.id ${sql.raw(order)}`;
      // The limit is in the text, so that Postgres plans for few rows.
      const part = sql`limit ${sql.lit(Number(size))} offset ${start}`;
      /** Finds the page's ids first: of rows that are only skipped, nothing is computed and nothing joined. */
      const pageWith = (counted: Part, ids: Part, shown: Part) => sql<Row & { total: number }>`
        select * from (${counted}) as counted left join lateral (
          select row.* from (${shown}) as row where row.id in (${ids} ${part}) ${inOrder(sort)}
        ) as wanted on true`;
      if (given.words === undefined) {
        const counted = list(db, given)
          .clearSelect()
          .select(({ fn }) => fn.countAll<number>().as('total'));
        return pageWith(counted, sql`select row.id from (${filtered}) as row ${inOrder(sort)}`, rows(db, given, sort));
      }
      // A search looks at every row, so it does that once, for the total and the page.
      const { words: _words, ...others } = given;
      return sql<Row & { total: number }>`
        with found as materialized (select row.id, row.${sql.ref(sort)} as key from (${filtered}) as row)
        ${pageWith(
          sql`select count(*) as total from found`,
          sql`select row.id from found as row ${inOrder('key')}`,
          rows(db, others as unknown as Given<Values>, sort),
        )}`;
    },
  );
  return async (
    db: Kysely<ReadTables>,
    values: Values,
    { page, size, sort, order }: PageRequest<Row>,
  ): Promise<{ rows: Row[]; total: number }> => {
    const found = (await read(db, { ...values, start: page * size }, { sort, order, size: String(size) })) as Simplify<
      Row & { total: number }
    >[];
    return {
      rows: found.filter((row) => row.id !== null).map(({ total: _total, ...row }) => row as unknown as Row),
      total: Number(found[0]?.total ?? 0),
    };
  };
};
