import { isNumber } from './json-number.ts';
import type { Fields } from './spec-tree.ts';

const withBound = (
  fields: Fields,
  limit: 'minimum' | 'maximum',
  flag: 'exclusiveMinimum' | 'exclusiveMaximum',
): Fields => {
  const { [limit]: bound, [flag]: exclusive, ...others } = fields;
  // A flag (OpenAPI 3.0 and 2.0): `minimum: 5, exclusiveMinimum: true`.
  if (typeof exclusive === 'boolean')
    return bound === undefined ? others : { ...others, [exclusive ? flag : limit]: bound };
  if (!isNumber(bound) || !isNumber(exclusive)) return fields;
  // Both are limits: the narrower one says all.
  const isNarrower = limit === 'minimum' ? exclusive >= bound : exclusive <= bound;
  return { ...others, ...(isNarrower ? { [flag]: exclusive } : { [limit]: bound }) };
};

/** Returns the keywords with one limit at each end of a number, as OpenAPI 3.1 writes it. */
export const withOneBound = (fields: Fields): Fields =>
  withBound(withBound(fields, 'minimum', 'exclusiveMinimum'), 'maximum', 'exclusiveMaximum');
