import { exactJson } from '#domain/core/exact-json.ts';
import { withOneBound } from '../bounds.ts';
import { isNumber } from '../json-number.ts';
import { type Fields, fieldsOf, listOf } from '../spec-tree.ts';
import type { Contract, Schema } from './contract.ts';
import { alternativesOf } from './schema-forms.ts';
import { referenceOf } from './schema-names.ts';

/** A schema with its parts (`allOf`, references, a single alternative) merged into it. */
export type Merged = Readonly<{
  /** The named schemas that were merged into it. */
  names: ReadonlySet<string>;
  fields: Fields;
  properties: ReadonlyMap<string, Schema>;
  required: ReadonlySet<unknown>;
  /** The allowed values; undefined when all are allowed. */
  values: readonly unknown[] | undefined;
  nullable: boolean;
  /** Lists of alternatives. A value must match at least one of each list. */
  unions: readonly (readonly Schema[])[];
  /** Whether no value matches the schema. */
  never: boolean;
}>;

export type Merge = (schema: Schema, without?: ReadonlySet<string>) => Merged;

type Draft = {
  names: Set<string>;
  parts: Fields[];
  values: readonly unknown[] | undefined;
  nullable: boolean;
  unions: (readonly Schema[])[];
  never: boolean;
};

const least = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);
const greatest = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);

const typesIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Returns the value of a keyword when both schemas apply. */
const both = (word: string, one: unknown, other: unknown, join: (one: Schema, other: Schema) => Schema): unknown => {
  if (one === undefined || other === undefined) return one ?? other;
  if (word === 'type') {
    const shared = typesIn(one).filter((type) => typesIn(other).includes(type));
    return shared.length === 1 ? shared[0] : shared.length > 0 ? shared : one;
  }
  if (word === 'items') return join(one, other);
  if (word === 'additionalProperties') return one === false || other === false ? false : other;
  if (word === 'readOnly' || word === 'writeOnly') return one === true || other === true;
  if (isNumber(one) && isNumber(other)) {
    if (least.has(word)) return one < other ? one : other;
    if (greatest.has(word)) return one > other ? one : other;
  }
  return other;
};

/** Returns keywords as OpenAPI 3.1 writes them, as far as older versions write the same in another way. */
const inOneForm = (written: Fields): Fields => {
  const fields = withOneBound(written);
  // A file of Swagger 2.0.
  if (fields.type === 'file') return { ...fields, type: 'string', format: 'binary' };
  const { contentEncoding, contentMediaType, ...others } = fields;
  if (contentEncoding === 'base64' && (fields.format === undefined || fields.format === 'byte'))
    return { ...others, ...(contentMediaType !== undefined && { contentMediaType }), format: 'byte' };
  if (contentMediaType === 'application/octet-stream' && contentEncoding === undefined && fields.format === undefined)
    return { ...others, type: fields.type ?? 'string', format: 'binary' };
  return fields;
};

const sameValue = (one: unknown) => exactJson(one);
const bothValues = (
  one: readonly unknown[] | undefined,
  other: readonly unknown[] | undefined,
): readonly unknown[] | undefined => {
  if (!one || !other) return one ?? other;
  const known = new Set(other.map(sameValue));
  return one.filter((value) => known.has(sameValue(value)));
};

/**
 * Creates the merge function of a contract. It reads each schema once. `without` names schemas to leave out, because both
 * sides of the comparison have them. A name that leads back to itself counts once, so circles end.
 */
export const mergeOf = ({ schemas }: Contract): Merge => {
  const joined = new Map<Schema, Map<Schema, Schema>>();
  /** Returns the same object for the same pair, so that a comparison recognizes it. */
  const join = (one: Schema, other: Schema): Schema => {
    if (one === other) return one;
    const seconds = joined.get(one) ?? new Map<Schema, Schema>();
    joined.set(one, seconds);
    const schema = seconds.get(other) ?? { allOf: [one, other] };
    seconds.set(other, schema);
    return schema;
  };

  const collect = (schema: Schema, without: ReadonlySet<string>, draft: Draft): void => {
    if (schema === false) draft.never = true;
    const fields = fieldsOf(schema);
    if (!fields) return;
    const name = referenceOf(fields);
    if (name !== undefined && !without.has(name) && !draft.names.has(name)) {
      draft.names.add(name);
      collect(schemas.get(name), without, draft);
    }
    for (const part of listOf(fields.allOf)) collect(part, without, draft);
    draft.parts.push(withOneBound(fields));
    if (fields.nullable === true) draft.nullable = true;
    if (Array.isArray(fields.enum)) draft.values = bothValues(draft.values, fields.enum);
    if ('const' in fields) draft.values = bothValues(draft.values, [fields.const]);
    for (const word of ['oneOf', 'anyOf'] as const) {
      if (!Array.isArray(fields[word])) continue;
      const { forms, values, nullable } = alternativesOf(fields[word]);
      if (nullable) draft.nullable = true;
      if (values) draft.values = bothValues(draft.values, values);
      const [only, ...more] = forms;
      if (more.length > 0) draft.unions.push(forms);
      else if (only !== undefined) collect(only, without, draft);
    }
  };

  const merge = (schema: Schema, without: ReadonlySet<string>): Merged => {
    const draft: Draft = { names: new Set(), parts: [], values: undefined, nullable: false, unions: [], never: false };
    collect(schema, without, draft);
    const fields: Record<string, unknown> = {};
    const properties = new Map<string, Schema>();
    const required = new Set<unknown>();
    for (const part of draft.parts) {
      for (const [word, value] of Object.entries(part)) {
        if (word === 'properties' || word === 'required' || word === 'allOf') continue;
        // What a reference leads to is in the parts. One that leads nowhere stays a keyword.
        const name = word === '$ref' ? referenceOf(part) : undefined;
        if (name !== undefined && schemas.has(name)) continue;
        fields[word] = both(word, fields[word], value, join);
      }
      for (const [name, property] of Object.entries(fieldsOf(part.properties) ?? {}))
        properties.set(name, properties.has(name) ? join(properties.get(name), property) : property);
      for (const name of listOf(part.required)) required.add(name);
    }
    const nullable = draft.nullable || listOf(fields.type).includes('null');
    return { ...draft, nullable, fields: inOneForm(fields), properties, required };
  };

  const known = new Map<Schema, Merged>();
  return (schema, without) => {
    if (without && without.size > 0) return merge(schema, without);
    const merged = known.get(schema) ?? merge(schema, new Set());
    known.set(schema, merged);
    return merged;
  };
};
