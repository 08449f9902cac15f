import { isDeepStrictEqual } from 'node:util';

/** A number of JSON. Whole ones beyond 2^53 are a bigint, so that they keep their digits. */
export type JsonNumber = number | bigint;

export const isNumber = (value: unknown): value is JsonNumber => typeof value === 'number' || typeof value === 'bigint';

export const isWhole = (value: unknown): boolean => typeof value === 'bigint' || Number.isInteger(value);

/** Returns whether two values of JSON are equal. */
export const areEqual = (one: unknown, other: unknown): boolean =>
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint and a number may be the same number.
  isNumber(one) && isNumber(other) ? one == other : isDeepStrictEqual(one, other);
