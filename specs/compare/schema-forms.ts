import { isDeepStrictEqual } from 'node:util';
import { type Fields, fieldsOf, listOf } from '../spec-tree.ts';
import type { Schema } from './contract.ts';

/** What a list of alternatives comes to: values that are counted up, null, and what is left. */
export type Alternatives = Readonly<{
  forms: readonly Schema[];
  values: readonly unknown[] | undefined;
  nullable: boolean;
}>;

const said = new Set(['title', 'description', 'example', 'examples', 'deprecated', 'default', 'externalDocs', 'xml']);
/** The words of a schema that allow or forbid something. */
export const wordsOf = (fields: Fields): string[] =>
  Object.keys(fields).filter((word) => !said.has(word) && !word.startsWith('x-') && !word.startsWith('$comment'));

const isNull = (schema: Schema): boolean => fieldsOf(schema)?.type === 'null' || fieldsOf(schema)?.const === null;

/** The values of a schema that says nothing but them (and their type). */
const valuesOnly = (schema: Schema): readonly unknown[] | undefined => {
  const fields = fieldsOf(schema);
  if (!fields || !wordsOf(fields).every((word) => ['type', 'format', 'enum', 'const'].includes(word))) return undefined;
  if (Array.isArray(fields.enum)) return fields.enum;
  return 'const' in fields ? [fields.const] : undefined;
};

/** A schema that says nothing but that any text, or any number, is one. */
const bareType = (schema: Schema): unknown => {
  const fields = fieldsOf(schema);
  return fields && isDeepStrictEqual(wordsOf(fields), ['type']) ? fields.type : undefined;
};

/** Alternatives within one alternative are alternatives of the whole. */
const spread = (list: readonly Schema[]): readonly Schema[] =>
  list.flatMap((one) => {
    const fields = fieldsOf(one);
    const [word, ...others] = fields ? wordsOf(fields) : [];
    const isUnion = others.length === 0 && (word === 'oneOf' || word === 'anyOf');
    return isUnion ? spread(listOf(fields?.[word])) : [one];
  });

/**
 * Reads a `oneOf` or `anyOf`; one without members is an enumeration that has no value yet. Many documents write an enumeration as a list of constants, each with its words, and
 * "or null" as an alternative; values beside "any text" are examples only.
 */
export const alternativesOf = (list: readonly unknown[]): Alternatives => {
  const all = spread(list);
  const some = all.filter((one) => !isNull(one));
  const nullable = some.length < all.length;
  const values = some.map(valuesOnly);
  if (values.every((one) => one !== undefined)) return { forms: [], values: values.flat(), nullable };
  const bare = new Set(some.map(bareType).filter((type) => type !== undefined));
  const typeOf = (schema: Schema) => fieldsOf(schema)?.type ?? typeof valuesOnly(schema)?.[0];
  const forms = some.filter((one) => valuesOnly(one) === undefined || !bare.has(typeOf(one)));
  return { forms, values: undefined, nullable };
};
