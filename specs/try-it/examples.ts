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
  return Number.isFinite(value) || typeof value === 'bigint' ? [value, String(value)] : [value];
};

/** Returns the reference of a schema that is nothing else, so that it is read once; otherwise the schema. */
const keyOf = (schema: unknown): unknown => {
  const fields = fieldsOf(schema);
  return fields && typeof fields.$ref === 'string' && Object.keys(fields).length === 1 ? fields.$ref : schema;
};

/** Makes examples of a description. The same schema has the same example. */
export const examplesOf = (root: Fields): Samples => {
  const { sample, matches } = samplesOf(root);
  const known = new Map<unknown, unknown>();
  return {
    matches,
    sample: (schema, preferred = []) => {
      if (preferred.length > 0) return sample(schema, preferred);
      const key = keyOf(schema);
      const value = known.has(key) ? known.get(key) : sample(schema);
      known.set(key, value);
      return value;
    },
  };
};

export { none };
