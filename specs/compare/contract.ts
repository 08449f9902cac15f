import { methods } from '../describe-spec.ts';
import { type Fields, fieldsOf, resolved } from '../spec-tree.ts';

/** A schema as written in the document: an object, a boolean, or undefined. */
export type Schema = unknown;
export type Content = ReadonlyMap<string, Schema>;
export type Parameter = Readonly<{ place: string; required: boolean; schema: Schema }>;
export type Body = Readonly<{ required: boolean; content: Content }>;
type Header = Readonly<{ required: boolean; schema: Schema }>;
type Response = Readonly<{ content: Content; headers: ReadonlyMap<string, Header> }>;

/** What callers of an operation can rely on, in the same form for all versions of OpenAPI. */
export type Operation = Readonly<{
  name: string;
  deprecated: boolean;
  parameters: ReadonlyMap<string, Parameter>;
  body: Body | undefined;
  responses: ReadonlyMap<string, Response>;
  /** Alternative ways to authenticate, each a sorted list of schemes. An empty list: open to all. */
  security: readonly (readonly string[])[];
  /** The operation as written in the document. */
  written: unknown;
}>;

export type Contract = Readonly<{
  root: Fields;
  operations: ReadonlyMap<string, Operation>;
  schemas: ReadonlyMap<string, Schema>;
}>;

const isTrue = (value: unknown): boolean => value === true;
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const entriesOf = (value: unknown): [string, unknown][] => Object.entries(fieldsOf(value) ?? {});

/** Returns a path without its parameters' names: `/pets/{id}` and `/pets/{petId}` are the same path. */
const shapeOf = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}');
const placeholdersOf = (path: string): string[] => [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);

const schemaWords = [
  'type',
  'format',
  'enum',
  'items',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'multipleOf',
  'default',
];
/** In Swagger 2.0 the schema's keywords are in the parameter or header itself. */
const inlineSchema = (fields: Fields): Schema =>
  Object.fromEntries(schemaWords.filter((word) => word in fields).map((word) => [word, fields[word]]));

const schemaOf = (fields: Fields): Schema => {
  const [content] = entriesOf(fields.content);
  return fields.schema ?? (content ? fieldsOf(content[1])?.schema : inlineSchema(fields));
};

/** Media types are compared without case and parameters (RFC 9110, 8.3.1), unless the document has both variants. */
const byMediaType = (entries: readonly (readonly [string, Schema])[]): Content => {
  const content = new Map<string, Schema>();
  for (const [written, schema] of entries) {
    const type = written.replace(/(?<!\s)\s*;.*/s, '').toLowerCase();
    content.set(content.has(type) ? written : type, schema);
  }
  return content;
};

const reader = (root: Fields) => {
  const isSwagger2 = typeof root.swagger === 'string';

  const contentOf = (value: unknown): Content =>
    byMediaType(entriesOf(value).map(([type, media]) => [type, fieldsOf(media)?.schema ?? true]));
  const contentAs = (types: readonly string[], schema: Schema): Content =>
    byMediaType((types.length > 0 ? types : ['application/json']).map((type) => [type, schema]));

  const bodyOf = (operation: Fields, parameters: readonly Fields[]): Body | undefined => {
    if (!isSwagger2) {
      const body = resolved(root, operation.requestBody);
      return body && { required: isTrue(body.required), content: contentOf(body.content) };
    }
    const types = textsOf(operation.consumes ?? root.consumes);
    const whole = parameters.find((one) => one.in === 'body');
    if (whole) return { required: isTrue(whole.required), content: contentAs(types, whole.schema ?? true) };
    const fields = parameters.filter((one) => one.in === 'formData');
    if (fields.length === 0) return undefined;
    const required = fields.filter((one) => isTrue(one.required)).map(({ name }) => String(name));
    const properties = Object.fromEntries(fields.map((one) => [String(one.name), inlineSchema(one)]));
    return { required: required.length > 0, content: contentAs(types, { type: 'object', required, properties }) };
  };

  const responseOf = (operation: Fields, value: unknown): Response => {
    const response = resolved(root, value) ?? {};
    const types = textsOf(operation.produces ?? root.produces);
    const content = isSwagger2
      ? response.schema === undefined
        ? new Map()
        : contentAs(types, response.schema)
      : contentOf(response.content);
    const headers = new Map(
      entriesOf(response.headers).map(([name, value]): [string, Header] => {
        const header = resolved(root, value) ?? {};
        return [name.toLowerCase(), { required: isTrue(header.required), schema: schemaOf(header) }];
      }),
    );
    return { content, headers };
  };

  const schemes = fieldsOf(root.securityDefinitions) ?? fieldsOf(fieldsOf(root.components)?.securitySchemes);
  /** Returns what callers have to send, independent of the scheme's name. */
  const schemeOf = (name: string): string => {
    const scheme = resolved(root, schemes?.[name]);
    if (scheme?.type === 'apiKey') return `${scheme.in} ${scheme.name}`;
    if (scheme?.type === 'basic') return 'http basic';
    return scheme?.type === 'http' ? `http ${String(scheme.scheme).toLowerCase()}` : name;
  };

  const securityOf = (operation: Fields): string[][] => {
    const ways = operation.security ?? root.security;
    if (!Array.isArray(ways) || ways.length === 0) return [[]];
    return ways.map((way) =>
      entriesOf(way)
        .flatMap(([name, scopes]) => [schemeOf(name), ...textsOf(scopes).map((scope) => `${name}: ${scope}`)])
        .sort(),
    );
  };

  const operationOf = (path: string, method: string, item: Fields, operation: Fields): Operation => {
    const written = [item.parameters, operation.parameters]
      .flatMap((list) => (Array.isArray(list) ? list : []))
      .map((one) => resolved(root, one))
      .filter((one) => one !== undefined);
    const placeholders = placeholdersOf(path);
    const parameters = new Map<string, Parameter>();
    for (const one of written) {
      const [name, where] = [String(one.name), String(one.in)];
      if (where === 'body' || where === 'formData') continue;
      // OpenAPI 3 ignores these: bodies, responses and security describe them (3.0.3, "Parameter Object").
      if (where === 'header' && !isSwagger2 && /^(accept|content-type|authorization)$/i.test(name)) continue;
      // Header names ignore case (RFC 9110, 5.1).
      const said = where === 'header' ? name.toLowerCase() : name;
      const key = where === 'path' ? `path ${placeholders.indexOf(name)}` : `${where} ${said}`;
      const required = where === 'path' || isTrue(one.required);
      parameters.set(key, { place: name, required, schema: schemaOf(one) });
    }
    return {
      name: `${method.toUpperCase()} ${path}`,
      deprecated: isTrue(operation.deprecated),
      parameters,
      body: bodyOf(operation, written),
      responses: new Map(
        entriesOf(operation.responses)
          .filter(([status]) => !status.startsWith('x-'))
          .map(([status, response]) => [status, responseOf(operation, response)]),
      ),
      security: securityOf(operation),
      written: operation,
    };
  };

  return operationOf;
};

/** Reads the contract of a parsed description, of Swagger 2.0 or OpenAPI 3. */
export const contractOf = (value: unknown): Contract => {
  const root = fieldsOf(value) ?? {};
  const operationOf = reader(root);
  const operations = new Map<string, Operation>();
  for (const [path, written] of entriesOf(root.paths)) {
    const item = resolved(root, written);
    if (!item || !path.startsWith('/')) continue;
    for (const method of methods) {
      const operation = fieldsOf(item[method]);
      if (operation) operations.set(`${method} ${shapeOf(path)}`, operationOf(path, method, item, operation));
    }
  }
  const schemas = new Map(entriesOf(root.definitions ?? fieldsOf(root.components)?.schemas));
  return { root, operations, schemas };
};
