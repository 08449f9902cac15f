import { type Fields, fieldsOf } from '../spec-tree.ts';

/** Keywords whose value is a schema, a list of schemas, or schemas by name (JSON Schema draft-07 and 2020-12). */
const single = new Set(
  'additionalItems additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
);
const lists = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const named = new Set(['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties']);

const step = (name: string | number): string => String(name).replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Returns a schema with every schema in it replaced, the inner ones first. What is no schema, such as an example or a constant,
 * stays as it is.
 *
 * @param replace gets a schema whose parts were replaced already, and its place as a JSON pointer.
 */
export const mapSchemas = (
  schema: unknown,
  replace: (fields: Fields, place: string) => unknown,
  place = '',
): unknown => {
  const fields = fieldsOf(schema);
  if (!fields) return schema;
  const inside = (word: string, value: unknown): unknown => {
    const at = `${place}/${step(word)}`;
    if (lists.has(word) && Array.isArray(value))
      return value.map((one, index) => mapSchemas(one, replace, `${at}/${index}`));
    if (single.has(word)) return mapSchemas(value, replace, at);
    const members = named.has(word) ? fieldsOf(value) : undefined;
    return members
      ? Object.fromEntries(
          Object.entries(members).map(([name, one]) => [name, mapSchemas(one, replace, `${at}/${step(name)}`)]),
        )
      : value;
  };
  return replace(Object.fromEntries(Object.entries(fields).map(([word, value]) => [word, inside(word, value)])), place);
};

/** Returns every schema in a schema, itself the last, with its place as a JSON pointer. */
export const schemasIn = (schema: unknown): readonly (readonly [place: string, fields: Fields])[] => {
  const found: [string, Fields][] = [];
  mapSchemas(schema, (fields, place) => {
    found.push([place, fields]);
    return fields;
  });
  return found;
};
