import { type Kysely, type SelectQueryBuilder, type Simplify, sql } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';
import { type Given, type plannedAnew, statement } from '../sql/statement.ts';

/** The requested part of a list: `size` rows of page `page` (from 0), sorted by a selected column. */
export type PageRequest<Row> = Readonly<{
  page: number;
  size: number;
  sort: keyof Row & string;
  order: 'asc' | 'desc';
}>;

type Part = Readonly<{ start: number }>;

/**
 * Creates a list that reads a page and its exact total in one round trip, by a prepared statement unless told. The filtered rows are
 * counted and sorted in the same snapshot. Equal rows are sorted by `id`, so that no row is on two pages.
 *
 * @param list    selects the filtered rows. An undefined value filters nothing. The result must depend only on its arguments.
 * @param planned `plannedAnew` for a list whose best plan depends on the values. Default: `statement`.
 */
export const pageOf = <Joined, Tables extends keyof Joined, Row extends { id: number | string }, Values extends object>(
  list: (db: Kysely<ReadTables>, given: Given<Values>) => SelectQueryBuilder<Joined, Tables, Row>,
  planned: typeof statement | typeof plannedAnew = statement,
) => {
  const read = planned(
    (
      db,
      { start, ...given }: Given<Values & Part>,
      { sort, order, size }: Readonly<{ sort: string; order: 'asc' | 'desc'; size: string }>,
    ) => {
      const filtered = list(db, given as unknown as Given<Values>);
      const counted = filtered.clearSelect().select(({ fn }) => fn.countAll<number>().as('total'));
      // Finds the page's ids first: of rows that are only skipped, nothing is computed and nothing joined.
      const ids = db
        .selectFrom(filtered.as('row'))
        .select('row.id' as never)
        .orderBy(`row.${sort}` as never, order)
        .orderBy('row.id' as never, order)
        // In the text, so that Postgres plans for few rows.
        .limit(sql.lit(Number(size)))
        .offset(start as never);
      const wanted = db
        .selectFrom(filtered.as('row'))
        .selectAll()
        .where('row.id' as never, 'in', ids as never)
        .orderBy(`row.${sort}` as never, order)
        .orderBy('row.id' as never, order);
      return db
        .selectFrom(counted.as('counted'))
        .leftJoinLateral(wanted.as('wanted'), (join) => join.onTrue())
        .selectAll();
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
