import { atPointer, fieldsOf } from './describe-spec.ts';

type Fields = Readonly<Record<string, unknown>>;

const most = { depth: 6, fields: 40, characters: 4_000 } as const;

const resolved = (root: Fields, value: unknown): Fields | undefined => {
  const fields = fieldsOf(value);
  return typeof fields?.$ref === 'string' ? fieldsOf(atPointer(root, fields.$ref)) : fields;
};

const ofFormat: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'somebody@company.example',
  uri: 'https://company.example/',
  uuid: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
};

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

/** A value that a schema would take, in its outline: its own example where it has one. Loops end at a depth. */
const sampleOf = (root: Fields, given: unknown, depth: number): unknown => {
  const schema = resolved(root, given);
  if (!schema || depth > most.depth) return null;
  const own = schema.example ?? first(schema.examples) ?? schema.default ?? schema.const ?? first(schema.enum);
  if (own !== undefined) return own;
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  if (parts.length > 0)
    return Object.assign(
      Object.create(null) as Fields,
      ...parts.slice(0, 10).map((part) => fieldsOf(sampleOf(root, part, depth + 1)) ?? {}),
    );
  const choice = first(schema.oneOf) ?? first(schema.anyOf);
  if (choice !== undefined) return sampleOf(root, choice, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (type === 'object' || fieldsOf(schema.properties))
    return Object.fromEntries(
      Object.entries(fieldsOf(schema.properties) ?? {})
        .filter(([, property]) => resolved(root, property)?.readOnly !== true)
        .slice(0, most.fields)
        .map(([name, property]) => [name, sampleOf(root, property, depth + 1)]),
    );
  if (type === 'array') return [sampleOf(root, schema.items, depth + 1)];
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 0;
  if (type === 'boolean') return true;
  if (type === 'string') return ofFormat[typeof schema.format === 'string' ? schema.format : ''] ?? 'string';
  return null;
};

const cut = (text: string): string => (text.length > most.characters ? '' : text);

/** An example for a body, as text: the media type's own, else one in the outline of its schema; '' for none, or too long a one. */
export const bodyExample = (root: Fields, media: Fields | undefined): string => {
  const named = resolved(root, Object.values(fieldsOf(media?.examples) ?? {})[0]);
  const value = media?.example ?? named?.value ?? sampleOf(root, media?.schema, 0);
  if (value === undefined || value === null) return '';
  return cut(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
};

/** What to fill in for a parameter: its example, else its default or the first of its choices; '' for none. */
export const parameterExample = (root: Fields, parameter: Fields): string => {
  const schema = resolved(root, parameter.schema) ?? parameter;
  const named = resolved(root, Object.values(fieldsOf(parameter.examples) ?? {})[0]);
  const value = parameter.example ?? named?.value ?? schema.example ?? first(schema.examples) ?? schema.default;
  const own = value ?? first(schema.enum);
  return ['string', 'number', 'boolean'].includes(typeof own) ? String(own).slice(0, 200) : '';
};
