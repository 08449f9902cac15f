import { fieldsOf } from '../spec-tree.ts';
import type { Contract, Schema } from './contract.ts';

const prefix = /^#\/(?:definitions|components\/schemas)\/([^/]+)$/;

/** Returns the name of the schema that a reference points at; undefined when it is not a reference. */
export const referenceOf = (schema: Schema): string | undefined => {
  const reference = fieldsOf(schema)?.$ref;
  const name = typeof reference === 'string' ? prefix.exec(reference)?.[1] : undefined;
  return name?.replaceAll('~1', '/').replaceAll('~0', '~');
};

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

const namesIn = (value: unknown, found: Set<string>): void => {
  if (Array.isArray(value)) {
    for (const one of value) namesIn(one, found);
    return;
  }
  const fields = fieldsOf(value);
  if (!fields) return;
  const name = referenceOf(fields);
  if (name !== undefined) found.add(name);
  for (const one of Object.values(fields)) namesIn(one, found);
};

/** Returns the names of all schemas that these schemas refer to, directly or not. */
export const reachable = ({ schemas }: Contract, from: Iterable<Schema>): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const schema of from) namesIn(schema, found);
  // The loop also visits names that are added while it runs.
  for (const name of found) namesIn(schemas.get(name), found);
  return found;
};
