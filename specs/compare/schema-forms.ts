import { isDeepStrictEqual } from 'node:util';
import { type Fields, fieldsOf, listOf } from '../spec-tree.ts';
import type { Schema } from './contract.ts';

/** A list of alternatives, sorted: constant values, null, and the remaining schemas. */
export type Alternatives = Readonly<{
  forms: readonly Schema[];
  values: readonly unknown[] | undefined;
  nullable: boolean;
}>;

const said = new Set(['title', 'description', 'example', 'examples', 'deprecated', 'default', 'externalDocs', 'xml']);
/** Returns the keywords of a schema that allow or forbid something. */
export const wordsOf = (fields: Fields): string[] =>
  Object.keys(fields).filter((word) => !said.has(word) && !word.startsWith('x-') && !word.startsWith('$comment'));

const isNull = (schema: Schema): boolean => fieldsOf(schema)?.type === 'null' || fieldsOf(schema)?.const === null;

/** Returns whether a schema allows null beside its types. */
const takesNull = (schema: Schema): boolean => {
  const fields = fieldsOf(schema);
  return fields?.nullable === true || listOf(fields?.type).includes('null');
};

/** Returns the values of a schema that has only values (and their type). */
const valuesOnly = (schema: Schema): readonly unknown[] | undefined => {
  const fields = fieldsOf(schema);
  if (!fields || !wordsOf(fields).every((word) => ['type', 'format', 'enum', 'const'].includes(word))) return undefined;
  if (Array.isArray(fields.enum)) return fields.enum;
  return 'const' in fields ? [fields.const] : undefined;
};

/** Returns the type of a schema that has only a type: a text, a number. */
const bareType = (schema: Schema): unknown => {
  const fields = fieldsOf(schema);
  return fields && isDeepStrictEqual(wordsOf(fields), ['type']) ? fields.type : undefined;
};

/** Flattens alternatives inside alternatives. */
const spread = (list: readonly Schema[]): readonly Schema[] =>
  list.flatMap((one) => {
    const fields = fieldsOf(one);
    const [word, ...others] = fields ? wordsOf(fields) : [];
    const isUnion = others.length === 0 && (word === 'oneOf' || word === 'anyOf');
    return isUnion ? spread(listOf(fields?.[word])) : [one];
  });

/**
 * Reads a `oneOf` or `anyOf`. An empty list is an enumeration without values yet. Many documents write an enumeration as a
 * list of constants with descriptions, and "or null" as an alternative. Values beside "any text" are only examples.
 */
export const alternativesOf = (list: readonly unknown[]): Alternatives => {
  const all = spread(list);
  const some = all.filter((one) => !isNull(one));
  const nullable = some.length < all.length || some.some(takesNull);
  const values = some.map(valuesOnly);
  if (values.every((one) => one !== undefined)) return { forms: [], values: values.flat(), nullable };
  const bare = new Set(some.map(bareType).filter((type) => type !== undefined));
  const typeOf = (schema: Schema) => fieldsOf(schema)?.type ?? typeof valuesOnly(schema)?.[0];
  const forms = some.filter((one) => valuesOnly(one) === undefined || !bare.has(typeOf(one)));
  return { forms, values: undefined, nullable };
};
