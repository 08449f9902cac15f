import { type Expression, type Kysely, type SelectQueryBuilder, type Simplify, sql } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';
import { keyset, turned } from '../sql/keyset.ts';
import { type Given, type plannedAnew, statement } from '../sql/statement.ts';
import { type Cursor, type CursorQuery, cursorOf, fromPlace, type GrowingPage, growingPage } from './cursor.ts';

/** The requested part of a list: `size` rows of page `page` (from 0), sorted by a selected column. */
export type PageRequest<Row> = Readonly<{
  page: number;
  size: number;
  sort: keyof Row & string;
  order: 'asc' | 'desc';
}>;

/** The columns of a row that are never null. */
type Filled<Row> = { [Column in keyof Row]: null extends Row[Column] ? never : Column }[keyof Row] & string;

/**
 * The requested part of a list that grows.
 *
 * @property filled sorted columns with an index that are never null, so that the index serves both directions.
 */
type GrowingRequest<Row> = PageRequest<Row> & CursorQuery & Readonly<{ filled?: readonly Filled<Row>[] }>;

/** `key` and `placeId`: of the row that the page begins after, or ends before. */
type Start = Readonly<{ start: number; key?: string | undefined; placeId?: string | undefined }>;

/** A page by its number of a list that has only such pages, or of one that also reads on from a row; or a page beside a row. */
type Way = 'number' | 'growing' | Cursor['side'];

type Choices = Readonly<{ sort: string; order: 'asc' | 'desc'; size: string; way: Way; isFilled: boolean }>;

/** What a statement answers besides the columns of a row. */
type Around = Readonly<{ total: number; preceding?: number; cursor_key?: string | null }>;

/** A part of the statement. */
type Part = Expression<unknown>;

type Lists<Values, List> = (db: Kysely<ReadTables>, given: Given<Values>, sort?: string) => List;

type Shown<Joined, Tables extends keyof Joined, Row, Values> = Readonly<{
  rows?: Lists<Values, SelectQueryBuilder<Joined, Tables, Row>>;
  planned?: typeof statement | typeof plannedAnew;
}>;

/** What a search looks for. Every list with a search calls it so. */
type Words = Readonly<{ words?: unknown }>;

const rowRef = (column: string) => sql.ref(`row.${column}`);

/** Returns the statement of a list. See `pageOf`. */
const statementOf = <Joined, Tables extends keyof Joined, Row extends { id: number | string }, Values extends object>(
  list: Lists<Values, SelectQueryBuilder<Joined, Tables, Row>>,
  { rows = list, planned = statement }: Shown<Joined, Tables, Row, Values>,
) =>
  planned(
    (db, { start, key, placeId, ...values }: Given<Values & Start>, { sort, order, size, way, isFilled }: Choices) => {
      const given = values as unknown as Given<Values> & Words;
      const filtered = list(db, given, sort);
      const inOrder = (column: string, direction = order) =>
        sql`order by ${rowRef(column)} ${sql.raw(direction)}, row.id ${sql.raw(direction)}`;
      /** The conditions of reading on from a row. */
      const placed = (column: string) => {
        if (way === 'number' || way === 'growing' || placeId === undefined) return undefined;
        return keyset({ key: rowRef(column), id: rowRef('id'), isFilled }, order, way, { key, id: placeId });
      };
      // The limit is in the text, so that Postgres plans for few rows.
      const part = sql`limit ${sql.lit(Number(size))} offset ${start}`;
      /** The ids of the page, from rows that have `column`. */
      const idsOf = (found: Part, column: string) => {
        const place = placed(column);
        return sql`select row.id from ${found} as row ${place ? sql`where ${place.beyond}` : sql``} ${inOrder(column, way === 'before' ? turned(order) : order)} ${part}`;
      };
      const countOf = (found: Part, column: string) => {
        const place = placed(column);
        return sql`select count(*) as total${place ? sql`, count(*) filter (where ${place.preceding}) as preceding` : sql``} from ${found} as row`;
      };
      const keyOfRow = way === 'number' ? sql`` : sql`, ${rowRef(sort)}::text as cursor_key`;
      /** Finds the page's ids first: of rows that are only skipped, nothing is computed and nothing joined. */
      const pageWith = (counted: Part, ids: Part, shown: Part) => sql<Row & Around>`
        select * from (${counted}) as counted left join lateral (
          select row.*${keyOfRow} from (${shown}) as row where row.id in (${ids}) ${inOrder(sort)}
        ) as wanted on true`;
      if (given.words === undefined) {
        const counted = placed(sort)
          ? countOf(sql`(${filtered})`, sort)
          : list(db, given)
              .clearSelect()
              .select(({ fn }) => fn.countAll<number>().as('total'));
        return pageWith(counted, idsOf(sql`(${filtered})`, sort), rows(db, given, sort));
      }
      // A search looks at every row, so it does that once, for the total and the page.
      const { words: _words, ...others } = given;
      const found = sql`found`;
      return sql<Row & Around>`
        with found as materialized (select row.id, ${rowRef(sort)} as key from (${filtered}) as row)
        ${pageWith(countOf(found, 'key'), idsOf(found, 'key'), rows(db, others as unknown as Given<Values>, sort))}`;
    },
  );

/** Returns the rows of a statement without what is not theirs; none for a page without any. */
const rowsOf = <Row extends { id: number | string }>(found: readonly Simplify<Row & Around>[]) =>
  found
    .filter(({ id }) => id !== null)
    .map(({ total: _total, preceding: _preceding, cursor_key: key = null, ...row }) => ({
      row: row as unknown as Row,
      key,
    }));

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
  shown: Shown<Joined, Tables, Row, Values> = {},
) => {
  const read = statementOf(list, shown);
  return async (
    db: Kysely<ReadTables>,
    values: Values,
    { page, size, sort, order }: PageRequest<Row>,
  ): Promise<{ rows: Row[]; total: number }> => {
    const choices = { sort, order, size: String(size), way: 'number' as const, isFilled: false };
    const found = (await read(db, { ...values, start: page * size }, choices)) as Simplify<Row & Around>[];
    return { rows: rowsOf<Row>(found).map(({ row }) => row), total: Number(found[0]?.total ?? 0) };
  };
};

/**
 * Creates a list that grows by itself while somebody pages. Beside pages by number it has those after, or before, a row: there no
 * row comes twice, and none that stays is left out, whichever rows come and go (docs/decisions/0106-lists-that-grow.md).
 */
export const growingPageOf = <
  Joined,
  Tables extends keyof Joined,
  Row extends { id: number | string },
  Values extends object,
>(
  list: Lists<Values, SelectQueryBuilder<Joined, Tables, Row>>,
) => {
  const read = statementOf(list, {});
  return async (
    db: Kysely<ReadTables>,
    values: Values,
    { page, size, sort, order, filled = [], ...query }: GrowingRequest<Row>,
  ): Promise<GrowingPage<Row>> => {
    const isFilled = (filled as readonly string[]).includes(sort);
    const cursor = cursorOf(query, sort, isFilled);
    const offset = cursor ? 0 : page * size;
    const place = cursor && { key: cursor.key ?? undefined, placeId: cursor.id };
    const choices = { sort, order, size: String(size), way: cursor?.side ?? ('growing' as const), isFilled };
    const found = (await fromPlace(cursor, () =>
      read(db, { ...values, start: offset, ...place }, choices),
    )) as Simplify<Row & Around>[];
    const [{ total = 0, preceding = offset } = {}] = found;
    return growingPage(rowsOf<Row>(found), { total: Number(total), preceding: Number(preceding), size, sort, cursor });
  };
};
