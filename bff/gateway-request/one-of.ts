import { type RawBuilder, sql } from 'kysely';

/** The condition that a column, or an expression, has one of the values; none without values. */
export const oneOf = (
  column: string | RawBuilder<unknown>,
  values: readonly (string | number)[],
  type: 'integer' | 'text',
): RawBuilder<unknown>[] => {
  if (values.length === 0) return [];
  const compared = typeof column === 'string' ? sql.ref(column) : column;
  // With one value the index also gives the order.
  if (values.length === 1) return [sql`${compared} = ${values[0]}`];
  return [sql`${compared} = any(${values}::${sql.raw(type)}[])`];
};
