import { fieldsOf, stepsOf } from '../spec-tree.ts';

const encoded = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

/**
 * Returns the name of the schema that a reference points at; undefined when it is not a reference. A schema that is not among
 * the named ones has its place as name, always written the same way.
 */
export const referenceOf = (schema: unknown): string | undefined => {
  const { $ref, $dynamicRef } = fieldsOf(schema) ?? {};
  const reference = $ref ?? $dynamicRef;
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  const steps = stepsOf(reference);
  if (!steps) return reference;
  const [first, second] = steps;
  const isNamed =
    (first === 'definitions' && steps.length === 2) ||
    (first === 'components' && second === 'schemas' && steps.length === 3);
  return isNamed ? steps.at(-1) : ['#', ...steps.map(encoded)].join('/');
};

/** Returns whether a name is the place of a schema. */
export const isPlace = (name: string): boolean => name.startsWith('#');

/** Adds the names of all schemas that a value refers to. */
export const namesIn = (value: unknown, found: Set<string>): void => {
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
