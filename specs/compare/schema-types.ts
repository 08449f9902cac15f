import { listOf } from '../spec-tree.ts';
import type { Merge, Merged } from './merged-schema.ts';

/** The types that a schema allows; undefined when all are allowed. Null is separate, as `nullable`. */
export type Types = Readonly<{ types: readonly string[] | undefined; nullable: boolean }>;

const typeOfValue = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** Returns the types of a merged schema. Many documents give no type, only properties, values or alternatives. */
export const typesOf = (merge: Merge, merged: Merged, left = 4): Types => {
  const { fields, properties, values, unions } = merged;
  const written =
    fields.type === undefined ? undefined : listOf(Array.isArray(fields.type) ? fields.type : [fields.type]);
  if (written) {
    const types = written.map(String).filter((type) => type !== 'null');
    return { types: types.sort(), nullable: merged.nullable || types.length < written.length };
  }
  const some = values?.filter((value) => value !== null);
  if (some) {
    const types = [...new Set(some.map(typeOfValue))].sort();
    return { types, nullable: merged.nullable || some.length < (values?.length ?? 0) };
  }
  if (properties.size > 0) return { types: ['object'], nullable: merged.nullable };
  if (fields.items !== undefined) return { types: ['array'], nullable: merged.nullable };
  const [forms] = unions;
  if (!forms || left === 0) return { types: undefined, nullable: true };
  const all = forms.map((form) => typesOf(merge, merge(form), left - 1));
  const nullable = merged.nullable || all.some((one) => one.nullable);
  if (all.some(({ types }) => types === undefined)) return { types: undefined, nullable };
  return { types: [...new Set(all.flatMap(({ types }) => types ?? []))].sort(), nullable };
};
