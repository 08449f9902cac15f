import { Ajv2020 } from '@redocly/ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Fields, fieldsOf, resolved } from '#specs/spec-tree.ts';

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one)));

/**
 * Returns a copy of a description whose schemas say in JSON Schema 2020-12 what they say in their own version: the judge
 * knows no other. Properties that are only read need not be in a request.
 */
const inJsonSchema = (root: Fields): Fields => {
  const isReadOnly = (schema: unknown): boolean =>
    fieldsOf(schema)?.readOnly === true || resolved(root, schema)?.readOnly === true;
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    const fields = fieldsOf(value);
    if (!fields) return value;
    const copy: Record<string, unknown> = Object.fromEntries(
      Object.entries(fields).map(([key, one]) => [key, convert(one)]),
    );
    const properties = fieldsOf(fields.properties);
    if (properties && Array.isArray(fields.required))
      copy.required = fields.required.filter((name) => !isReadOnly(properties[String(name)]));
    if (fields.nullable === true && typeof fields.type === 'string') copy.type = [fields.type, 'null'];
    delete copy.nullable;
    if (copy.schema === null) copy.schema = true;
    if (fields.type === 'file') copy.type = 'string';
    for (const [limit, flag] of [
      ['minimum', 'exclusiveMinimum'],
      ['maximum', 'exclusiveMaximum'],
    ] as const)
      if (typeof fields[flag] === 'boolean') {
        delete copy[flag];
        if (fields[flag] && typeof fields[limit] === 'number') copy[flag] = fields[limit];
      }
    if (Array.isArray(fields.items)) {
      copy.prefixItems = copy.items;
      delete copy.items;
    }
    delete copy.$schema;
    delete copy.$id;
    return copy;
  };
  return fieldsOf(convert(plain(root))) ?? {};
};

/** Returns a function that says what Ajv finds wrong with a value; undefined when it obeys the schema at the place. */
export const judgeOf = (root: Fields): ((place: string, value: unknown) => string | undefined) => {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors: false,
    logger: false,
    ownProperties: true,
  });
  addFormats.default(ajv as never);
  ajv.addSchema(inJsonSchema(root), 'spec');
  return (place, value) => {
    const validate = ajv.compile({ $ref: `spec${place}` });
    if (validate(plain(value))) return undefined;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath} ${error?.schemaPath} ${error?.message}`;
  };
};

const step = (name: string | number): string =>
  encodeURIComponent(String(name).replaceAll('~', '~0').replaceAll('/', '~1'));

export type Sampled = Readonly<{ place: string; schema: unknown; preferred: readonly unknown[] }>;

/** Returns the schemas of all bodies and parameters of a description, with their places in it. */
export const schemasIn = (root: Fields): Sampled[] => {
  const found: Sampled[] = [];
  const visit = (value: unknown, place: string, areNames: boolean): void => {
    if (Array.isArray(value)) for (const [index, one] of value.entries()) visit(one, `${place}/${index}`, false);
    const fields = fieldsOf(value);
    if (!fields) return;
    if (!areNames && fields.schema !== undefined)
      found.push({
        place: `${place}/schema`,
        schema: fields.schema,
        preferred: [
          fields.example,
          ...Object.values(fieldsOf(fields.examples) ?? {}).map((one) => fieldsOf(one)?.value),
        ].filter((one) => one !== undefined),
      });
    for (const [key, one] of Object.entries(fields))
      if (key !== 'schema' || areNames)
        visit(
          one,
          `${place}/${step(key)}`,
          !areNames && ['content', 'headers', 'responses', 'paths', 'parameters', 'callbacks'].includes(key),
        );
  };
  visit(root.paths, '#/paths', true);
  visit(root.components, '#/components', true);
  for (const name of Object.keys(fieldsOf(root.definitions ?? fieldsOf(root.components)?.schemas) ?? {})) {
    const reference = root.definitions ? `#/definitions/${step(name)}` : `#/components/schemas/${step(name)}`;
    found.push({ place: reference, schema: { $ref: reference }, preferred: [] });
  }
  return found;
};
