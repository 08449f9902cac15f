import { type Fields, fieldsOf, listOf, resolved } from './spec-tree.ts';

/** Limits of one example. `values` counts all its values, because schemas that refer to each other never end. */
const most = { depth: 6, fields: 40, values: 500, characters: 4_000 } as const;

const ofFormat: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'somebody@company.example',
  uri: 'https://company.example/',
  uuid: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
};

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

/** Returns how many values are left after this one; below zero when it is too large. A long text counts as several. */
const without = (value: unknown, room: number): number => {
  let left = room - 1 - (typeof value === 'string' ? value.length / 20 : 0);
  if (typeof value !== 'object' || value === null) return left;
  for (const key in value) {
    if (left < 0) return left;
    left = without((value as Fields)[key], left);
  }
  return left;
};

/**
 * Returns a value for a schema: the schema's own example, or one made from its outline. Recursive schemas, deep ones and
 * large ones end in null.
 */
const sampleOf = (root: Fields, whole: unknown): unknown => {
  let left: number = most.values;
  /** The references on the way to the current schema. */
  const way = new Set<string>();

  const sample = (given: unknown, depth: number): unknown => {
    left -= 1;
    const reference = fieldsOf(given)?.$ref;
    if (left < 0 || depth > most.depth) return null;
    if (typeof reference !== 'string') return written(fieldsOf(given), depth);
    if (way.has(reference)) return null;
    way.add(reference);
    const value = written(resolved(root, given), depth);
    way.delete(reference);
    return value;
  };

  /** All parts of an `allOf` and the keywords beside it. */
  const merged = ({ allOf, ...rest }: Fields, depth: number): unknown => {
    const parts = [...listOf(allOf).slice(0, 10), rest].map((part) => sample(part, depth + 1));
    const maps = parts.flatMap((part) => fieldsOf(part) ?? []);
    if (maps.length === 0) return parts.find((part) => part !== null) ?? null;
    return Object.assign(Object.create(null) as Fields, ...maps);
  };

  const written = (schema: Fields | undefined, depth: number): unknown => {
    if (!schema) return null;
    const own = schema.example ?? first(schema.examples) ?? schema.default ?? schema.const ?? first(schema.enum);
    if (own !== undefined) {
      const rest = without(own, left);
      if (rest < 0) return null;
      left = rest;
      return own;
    }
    if (listOf(schema.allOf).length > 0) return merged(schema, depth);
    const choice = first(schema.oneOf) ?? first(schema.anyOf);
    if (choice !== undefined) return sample(choice, depth + 1);
    const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
    if (type === 'object' || fieldsOf(schema.properties))
      return Object.fromEntries(
        Object.entries(fieldsOf(schema.properties) ?? {})
          .filter(([, property]) => resolved(root, property)?.readOnly !== true)
          .slice(0, most.fields)
          .map(([name, property]) => [name, sample(property, depth + 1)]),
      );
    if (type === 'array') return [sample(schema.items, depth + 1)];
    if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 0;
    if (type === 'boolean') return true;
    if (type === 'string') return ofFormat[typeof schema.format === 'string' ? schema.format : ''] ?? 'string';
    return null;
  };

  return sample(whole, 0);
};

const cut = (text: string): string => (text.length > most.characters ? '' : text);

/** Returns an example of a body as text: the media type's own, or one made from its schema. '' when it is too long. */
export const bodyExample = (root: Fields, media: Fields | undefined): string => {
  const named = resolved(root, Object.values(fieldsOf(media?.examples) ?? {})[0]);
  const value = media?.example ?? named?.value ?? sampleOf(root, media?.schema);
  if (value === undefined || value === null || without(value, most.values) < 0) return '';
  return cut(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
};

/** Returns a value for a parameter: its example, its default or its first choice; '' without any. */
export const parameterExample = (root: Fields, parameter: Fields): string => {
  const schema = resolved(root, parameter.schema) ?? parameter;
  const named = resolved(root, Object.values(fieldsOf(parameter.examples) ?? {})[0]);
  const value = parameter.example ?? named?.value ?? schema.example ?? first(schema.examples) ?? schema.default;
  const own = value ?? first(schema.enum);
  return ['string', 'number', 'boolean'].includes(typeof own) ? String(own).slice(0, 200) : '';
};
