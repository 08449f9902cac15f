import { type RawBuilder, sql } from 'kysely';

/** The condition that a column has one of the values; none without values. */
export const oneOf = (
  column: string,
  values: readonly (string | number)[],
  type: 'integer' | 'text',
): RawBuilder<unknown>[] => {
  if (values.length === 0) return [];
  // With one value the index also gives the order.
  if (values.length === 1) return [sql`${sql.ref(column)} = ${values[0]}`];
  return [sql`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`];
};
