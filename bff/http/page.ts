import type { Kysely, SelectQueryBuilder, Simplify } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';

/** Which part of a list is wanted: `size` rows of page `page` (from 0), by a column that the query selects. */
export type PageRequest<Row> = Readonly<{
  page: number;
  size: number;
  sort: keyof Row & string;
  order: 'asc' | 'desc';
}>;

/**
 * One page and the exact total in one statement: the filtered rows are counted and, in the same
 * snapshot, the wanted ones read in order. Ties are settled by `id`, so that no row is on two pages.
 */
export const readPage = async <Joined, Tables extends keyof Joined, Row extends { id: number | string }>(
  db: Kysely<ReadTables>,
  filtered: SelectQueryBuilder<Joined, Tables, Row>,
  { page, size, sort, order }: PageRequest<Row>,
): Promise<{ rows: Row[]; total: number }> => {
  const counted = filtered.clearSelect().select(({ fn }) => fn.countAll<number>().as('total'));
  const wanted = filtered
    .orderBy(sort as never, order)
    .orderBy('id' as never, order)
    .limit(size)
    .offset(page * size);
  const response = (await db
    .selectFrom(counted.as('counted'))
    .leftJoinLateral(wanted.as('wanted'), (join) => join.onTrue())
    .selectAll()
    .execute()) as Simplify<Row & { total: number }>[];
  return {
    rows: response.filter((row) => row.id !== null).map(({ total: _total, ...row }) => row as unknown as Row),
    total: Number(response[0]?.total ?? 0),
  };
};
