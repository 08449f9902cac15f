import type { Contract, Schema } from './contract.ts';
import { namesIn, referenceOf } from './schema-names.ts';

/** Follows references to the schema. References in a circle give an empty schema. */
export const resolve = ({ schemas }: Contract, schema: Schema): Schema => {
  let current = schema;
  for (let left = 20; left > 0; left -= 1) {
    const name = referenceOf(current);
    if (name === undefined) return current;
    current = schemas.get(name);
  }
  return true;
};

/** Returns the names of all schemas that these schemas refer to, directly or not. */
export const reachable = ({ schemas }: Contract, from: Iterable<Schema>): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const schema of from) namesIn(schema, found);
  // The loop also visits names that are added while it runs.
  for (const name of found) namesIn(schemas.get(name), found);
  return found;
};
