import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * A row's place in an order: the value that is sorted by, and the id that tells equal ones apart. Postgres sorts null (no `key`)
 * as the greatest value.
 */
type Place = Readonly<{ key: Expression<unknown> | undefined; id: Expression<unknown> }>;

type Side = 'after' | 'before';
type Order = 'asc' | 'desc';
type Operator = '<' | '<=' | '>' | '>=';

/**
 * The columns of an order. Postgres takes the types of the place's values from them.
 *
 * @property isFilled the key is null in no row. Only then does Postgres use an index in both directions.
 */
type Columns = Readonly<{ key: Expression<unknown>; id: Expression<unknown>; isFilled: boolean }>;

const compared = (row: Columns, operator: Operator, place: Place): RawBuilder<boolean> => {
  const is = sql.raw(operator);
  const isGreater = operator.startsWith('>');
  if (place.key === undefined)
    return isGreater
      ? sql`(${row.key} is null and ${row.id} ${is} ${place.id})`
      : sql`(${row.key} is not null or ${row.id} ${is} ${place.id})`;
  // As a row, so that an index on the columns, or on the first one, is used.
  const both = sql<boolean>`(${row.key}, ${row.id}) ${is} (${place.key}, ${place.id})`;
  return isGreater && !row.isFilled ? sql`(${both} or ${row.key} is null)` : both;
};

/**
 * Returns the conditions of reading on from a place: `beyond` for the rows on that side of it, and `preceding` for all rows that
 * are sorted before those (after a place), or the same rows (before a place).
 */
export const keyset = (
  row: Columns,
  order: Order,
  side: Side,
  place: Place,
): Readonly<{ beyond: RawBuilder<boolean>; preceding: RawBuilder<boolean> }> => {
  const isUp = (side === 'after') === (order === 'asc');
  const beyond = compared(row, isUp ? '>' : '<', place);
  return { beyond, preceding: side === 'before' ? beyond : compared(row, isUp ? '<=' : '>=', place) };
};

/** Returns the other direction. */
export const turned = (order: Order): Order => (order === 'asc' ? 'desc' : 'asc');
