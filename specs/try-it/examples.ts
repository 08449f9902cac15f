import { none, type Samples, samplesOf } from '../sample/sample-of.ts';
import { type Fields, fieldsOf, resolved } from '../spec-tree.ts';

/** Returns the values that a parameter or a media type proposes itself: `example`, then `examples`. */
export const ownExamples = (root: Fields, holder: Fields | undefined): unknown[] =>
  [holder?.example, ...Object.values(fieldsOf(holder?.examples) ?? {}).map((one) => resolved(root, one)?.value)].filter(
    (value) => value !== undefined,
  );

const read = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns a value also as what it would be after it was written: `"7"` may mean 7, and a number an id. */
export const inOtherWords = (value: unknown): unknown[] => {
  if (typeof value === 'string') {
    const meant = /^\s*[[{\d"tf-]/.test(value) && value.length < 10_000 ? read(value) : undefined;
    return meant === undefined ? [value] : [value, meant];
  }
  return typeof value === 'number' || typeof value === 'bigint' ? [value, String(value)] : [value];
};

/** Makes examples of a description. The same schema has the same example. */
export const examplesOf = (root: Fields): Samples => {
  const { sample, matches } = samplesOf(root);
  const known = new WeakMap<object, unknown>();
  return {
    matches,
    sample: (schema, preferred = []) => {
      if (preferred.length > 0 || typeof schema !== 'object' || schema === null) return sample(schema, preferred);
      const value = known.has(schema) ? known.get(schema) : sample(schema);
      known.set(schema, value);
      return value;
    },
  };
};

export { none };
