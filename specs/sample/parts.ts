import { withOneBound } from '../bounds.ts';
import { atReference, type Fields, fieldsOf, listOf } from '../spec-tree.ts';

/** A schema as written in the document: an object, a boolean, or anything wrong. */
export type Schema = unknown;

/** Alternatives of a schema. `discriminator`: the property that tells them apart. */
type Union = Readonly<{ word: 'oneOf' | 'anyOf'; alternatives: readonly Schema[]; discriminator: unknown }>;

/** A discriminator of a named schema that others extend by `allOf`. */
export type Inherited = Readonly<{ discriminator: unknown; owner: string | undefined }>;

/**
 * A schema with everything that applies to the same value: its references and each `allOf`, as a list of parts. Every part
 * must hold, so nothing has to be merged.
 */
export type Parts = Readonly<{
  parts: readonly Fields[];
  unions: readonly Union[];
  inherited: readonly Inherited[];
  /** References that were followed, the outermost first. */
  names: readonly string[];
  /** Whether it refers to a schema that is already being made. */
  isCircle: boolean;
  /** Whether no value matches. */
  isNever: boolean;
}>;

const known = new WeakMap<Fields, Fields>();

/** Returns the keywords as OpenAPI 3.1 writes them. */
export const inOneForm = (written: Fields): Fields => {
  const before = known.get(written);
  if (before) return before;
  let fields = withOneBound(written);
  if (fields.nullable === true && fields.type !== undefined)
    fields = { ...fields, type: [...[fields.type].flat(), 'null'] };
  if (fields.type === 'file') fields = { ...fields, type: 'string', format: 'binary' };
  // Lists with a schema for each place, before 2020-12.
  if (Array.isArray(fields.items)) {
    const { items, additionalItems, ...others } = fields;
    fields = { ...others, prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) };
  }
  known.set(written, fields);
  return fields;
};

/** Returns the reference of a schema; undefined for a schema that stands where it is used. */
export const referenceIn = (fields: Fields): string | undefined => {
  const reference = fields.$ref ?? fields.$dynamicRef;
  return typeof reference === 'string' ? reference : undefined;
};

/** Limits of one schema: parts that apply to the same value, and alternatives of one list. */
const most = { parts: 200, alternatives: 60 } as const;

/**
 * Returns the parts of a schema.
 *
 * @param way references that are being followed: a schema that leads back to one of them is a circle.
 */
export const partsOf = (root: Fields, schema: Schema, way: ReadonlySet<string> = new Set()): Parts => {
  const parts: Fields[] = [];
  const unions: Union[] = [];
  const inherited: Inherited[] = [];
  const names: string[] = [];
  let isCircle = false;
  let isNever = false;

  const collect = (one: Schema, owner: string | undefined): void => {
    if (one === false) isNever = true;
    const fields = fieldsOf(one);
    if (!fields || parts.length >= most.parts) return;
    const reference = referenceIn(fields);
    if (reference !== undefined) {
      if (way.has(reference)) isCircle = true;
      else if (!names.includes(reference)) {
        names.push(reference);
        collect(atReference(root, reference), reference);
      }
    }
    const written = inOneForm(fields);
    parts.push(written);
    for (const part of listOf(fields.allOf)) collect(part, owner);
    const hasAlternatives = Array.isArray(fields.oneOf) || Array.isArray(fields.anyOf);
    for (const word of ['oneOf', 'anyOf'] as const)
      if (Array.isArray(fields[word]))
        unions.push({
          word,
          alternatives: fields[word].slice(0, most.alternatives),
          discriminator: fields.discriminator,
        });
    if (fields.discriminator !== undefined && !hasAlternatives)
      inherited.push({ discriminator: fields.discriminator, owner });
    // Either the condition and what follows from it hold, or what else follows: OpenAPI 3.1 only.
    if (fields.if !== undefined)
      unions.push({
        word: 'anyOf',
        alternatives: [{ allOf: [fields.if, fields.then ?? true] }, fields.else ?? true],
        discriminator: undefined,
      });
  };

  collect(schema, undefined);
  return { parts, unions, inherited, names, isCircle, isNever };
};

/** Returns the values of a keyword in all parts. */
export const wordsIn = ({ parts }: Pick<Parts, 'parts'>, word: string): unknown[] =>
  parts.flatMap((part) => (part[word] === undefined ? [] : [part[word]]));

const typeWords: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'propertyNames']],
  ['array', ['items', 'prefixItems', 'minItems', 'contains', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format', 'contentEncoding', 'contentMediaType']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Returns the types that all parts allow, null last; undefined when the schema allows every type. */
export const typesOf = (draft: Pick<Parts, 'parts'>): readonly string[] | undefined => {
  const lists = wordsIn(draft, 'type').map((type) => [type].flat().filter((one) => typeof one === 'string'));
  const [first, ...others] = lists;
  if (!first) return undefined;
  const shared = first.flatMap((type) => {
    const isIn = (list: readonly string[]) => list.includes(type);
    if (others.every(isIn)) return [type];
    // An integer is a number, too.
    const allows = (list: readonly string[]) => isIn(list) || list.includes('number') || list.includes('integer');
    return (type === 'number' || type === 'integer') && others.every(allows) ? ['integer'] : [];
  });
  return [...shared.filter((type) => type !== 'null'), ...shared.filter((type) => type === 'null')];
};

/** Returns the type that the keywords of a schema without a type are about. */
export const impliedType = (draft: Pick<Parts, 'parts'>): string | undefined =>
  typeWords.find(([, words]) => words.some((word) => wordsIn(draft, word).length > 0))?.[0];
