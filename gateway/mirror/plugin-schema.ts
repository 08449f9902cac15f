import { isKongObject, type KongObject } from '../admin-api/entity.ts';

/**
 * A field of a schema that Kong tells (`GET /schemas/plugins/{name}`), as far as Portico reads it.
 *
 * @property isSecret   Kong stores it encrypted, or it may refer to a vault.
 * @property isUnsorted a set: its values have no order.
 * @property hasDefault Kong fills it in when it is left out.
 * @property fields     the fields of a record by their names, those of older releases (`shorthand_fields`) too.
 * @property older      the names of those of older releases. Kong shows them beside the new ones, which have the same values.
 * @property elements   of a list or a set.
 * @property values     of a map.
 */
export type SchemaField = Readonly<{
  isSecret: boolean;
  isUnsorted?: boolean;
  hasDefault?: boolean;
  fields?: ReadonlyMap<string, SchemaField>;
  older?: ReadonlySet<string>;
  elements?: SchemaField;
  values?: SchemaField;
}>;

/** No schema of Kong is so deep. What is deeper counts as secret. */
const deepest = 20;

const named = (list: unknown): (readonly [string, unknown])[] =>
  Array.isArray(list) ? list.flatMap((each) => (isKongObject(each) ? Object.entries(each) : [])) : [];

const fieldIn = (schema: unknown, depth: number): SchemaField => {
  if (!isKongObject(schema) || depth > deepest) return { isSecret: true };
  const { fields, shorthand_fields: older, elements, values } = schema;
  const inner = [...named(older), ...named(fields)].map(([name, field]) => [name, fieldIn(field, depth + 1)] as const);
  const current = new Set(named(fields).map(([name]) => name));
  return {
    isSecret: schema.encrypted === true || schema.referenceable === true,
    isUnsorted: schema.type === 'set',
    hasDefault: schema.default !== undefined || schema.auto === true,
    ...(inner.length > 0 ? { fields: new Map(inner) } : {}),
    older: new Set(named(older).flatMap(([name]) => (current.has(name) ? [] : [name]))),
    ...(elements === undefined ? {} : { elements: fieldIn(elements, depth + 1) }),
    ...(values === undefined ? {} : { values: fieldIn(values, depth + 1) }),
  };
};

/** Returns the fields of a schema as Kong tells it. */
export const readSchema = (schema: KongObject): SchemaField => fieldIn(schema, 0);
