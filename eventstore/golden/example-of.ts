import * as z from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Example texts for formats and field names. They are invented, at `.example` domains. */
const texts: Readonly<Record<string, string>> = {
  uuid: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  email: 'person@people.example',
  uri: 'https://service.example/path',
  'date-time': '2026-01-02T03:04:05.678Z',
  date: '2026-01-02',
};

/** Example texts for fields with a pattern. The first that matches is used. */
const patterned: readonly string[] = [
  'some-name',
  '/some/path',
  '1.0.0',
  '0a'.repeat(32),
  'a1b2c3d4',
  '192.0.2.1',
  'SOME_NAME',
  '12',
];

const text = (schema: JsonSchema, name: string): string => {
  const byFormat = texts[schema.format ?? ''];
  if (byFormat) return byFormat;
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u');
  const plain = pattern ? (patterned.find((candidate) => pattern.test(candidate)) ?? '') : `${name} text`;
  return plain.slice(0, schema.maxLength ?? plain.length).padEnd(schema.minLength ?? 0, 'x');
};

const number = ({ minimum, exclusiveMinimum, maximum }: JsonSchema): number =>
  Math.min(Math.max(12, minimum ?? 12, Number(exclusiveMinimum ?? 0) + 1), maximum ?? 100);

/** Returns one value that a JSON schema allows, always the same. It has all optional fields. */
const exampleOf = (schema: JsonSchema, name = 'some'): unknown => {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find((option) => option.type !== 'null');
  if (choice) return exampleOf(choice, name);
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => [
        key,
        exampleOf(field as JsonSchema, key),
      ]);
      const more = schema.additionalProperties;
      const entry = typeof more === 'object' ? [['entry', exampleOf(more, 'entry')]] : [];
      return Object.fromEntries([...fields, ...entry]);
    }
    case 'array': {
      const { items } = schema;
      return Array.isArray(items) || typeof items !== 'object' ? [] : [exampleOf(items as JsonSchema, name)];
    }
    case 'integer':
    case 'number':
      return number(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return text(schema, name);
  }
};

/** Returns example data for an event type. @throws when the schema refuses them: then write the example by hand. */
export const exampleData = (schema: z.ZodObject): Record<string, unknown> =>
  schema.parse(exampleOf(z.toJSONSchema(schema, { io: 'input' }))) as Record<string, unknown>;
