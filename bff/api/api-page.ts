import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { countOf, type IdSet, idsOf } from '#domain/api/id-set.ts';
import type { ReadTables } from '#projections/read-tables.ts';

/** Up to this number the ids are sorted. For more, the sorted index is read. Both are equally fast at 100,000 APIs. */
const fewApis = 1_000;

type SortColumn =
  | 'id'
  | 'sort_name'
  | 'version'
  | 'sort_application'
  | 'sort_organization'
  | 'created_at'
  | 'updated_at';

type Order = Readonly<{ sort: SortColumn; order: 'asc' | 'desc' }>;
type PageRequest = Order & Readonly<{ page: number; size: number }>;

const sorted = <Row>(query: SelectQueryBuilder<ReadTables, 'apis', Row>, sort: SortColumn, order: 'asc' | 'desc') =>
  query.orderBy(sort, order).orderBy('id', order);

/**
 * Returns a part of a set's ids in order. Reads only the index of the sort column, from the nearer end: at most half of
 * it.
 */
const partOfApis = async (
  db: Kysely<ReadTables>,
  ids: IdSet,
  { total, start, count }: Readonly<{ total: number; start: number; count: number }>,
  { sort, order }: Order,
): Promise<number[]> => {
  const apis = db.selectFrom('apis');
  if (total <= fewApis) {
    const rows = await sorted(apis.select('id'), sort, order)
      .where('id', '=', sql<number>`any(${idsOf(ids)}::int[])`)
      .limit(count)
      .offset(start)
      .execute();
    return rows.map(({ id }) => id);
  }
  const isBackwards = start + count > total / 2;
  const direction = isBackwards === (order === 'asc') ? 'desc' : 'asc';
  // `offset 0` stops Postgres from sorting the filtered rows: it can't estimate the bitmap's size.
  const walk = sorted(apis.select(['id', sort]), sort, direction).offset(0);
  const rows = await db
    .selectFrom(walk.as('walk'))
    .select('walk.id')
    .where(
      sql<boolean>`case when walk.id < ${ids.length * 8} then get_bit(${Buffer.from(ids)}::bytea, walk.id) = 1 end`,
    )
    .limit(count)
    .offset(isBackwards ? total - start - count : start)
    .execute();
  const found = rows.map(({ id }) => id);
  return isBackwards ? found.reverse() : found;
};

/** Returns one page of several sets of ids. The sets follow each other, and each is sorted. */
export const pageOfApis = async (
  db: Kysely<ReadTables>,
  ranks: readonly IdSet[],
  { page, size, ...order }: PageRequest,
): Promise<{ ids: number[]; total: number }> => {
  const ids: number[] = [];
  let total = 0;
  for (const set of ranks) {
    const inSet = countOf(set);
    const start = Math.max(page * size - total, 0);
    const count = Math.min(size - ids.length, inSet - start);
    if (count > 0) ids.push(...(await partOfApis(db, set, { total: inSet, start, count }, order)));
    total += inSet;
  }
  return { ids, total };
};
