import { methods } from '../describe-spec.ts';
import { serversOf } from '../servers.ts';
import { atReference, type Fields, fieldsOf, listOf, pathItemOf, resolved } from '../spec-tree.ts';
import { type Call, callKey } from './call.ts';
import { isPlace, namesIn } from './schema-names.ts';
import { schemesIn } from './schemes-in.ts';
import { encodingOf, styleOf } from './style.ts';

/** A schema as written in the document: an object, a boolean, or undefined. */
export type Schema = unknown;
export type Content = ReadonlyMap<string, Schema>;
/** `style`: how lists and objects are written (style.ts). `mayBeEmpty`: whether it may have a name and no value. */
export type Parameter = Readonly<{
  place: string;
  required: boolean;
  schema: Schema;
  style: string;
  mayBeEmpty: boolean;
}>;
/** `encodings`: how the fields of each media type are written, where the document says so. */
export type Body = Readonly<{ required: boolean; content: Content; encodings: ReadonlyMap<string, Fields> }>;
export type Header = Readonly<{ required: boolean; schema: Schema; style: string }>;
type Response = Readonly<{
  content: Content;
  headers: ReadonlyMap<string, Header>;
  encodings: ReadonlyMap<string, Fields>;
}>;

/** What callers of an operation can rely on, in the same form for all versions of OpenAPI. */
export type Operation = Readonly<{
  name: string;
  deprecated: boolean;
  parameters: ReadonlyMap<string, Parameter>;
  body: Body | undefined;
  responses: ReadonlyMap<string, Response>;
  /** Alternative ways to authenticate, each a sorted list of schemes. An empty list: open to all. */
  security: readonly (readonly string[])[];
  /** What the API sends to an address of the caller, by its name and method. */
  callbacks: ReadonlyMap<string, Operation>;
  /** Where it is called; undefined for what the API sends. */
  call: Call | undefined;
  /** The operation as written in the document. */
  written: unknown;
}>;

export type Contract = Readonly<{
  root: Fields;
  operations: ReadonlyMap<string, Operation>;
  /** What the API sends to callers, by its name and method. */
  webhooks: ReadonlyMap<string, Operation>;
  schemas: ReadonlyMap<string, Schema>;
}>;

const isTrue = (value: unknown): boolean => value === true;
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const entriesOf = (value: unknown): [string, unknown][] => Object.entries(fieldsOf(value) ?? {});

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
  'uniqueItems',
  'exclusiveMinimum',
  'exclusiveMaximum',
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

/** Media types whose values have a structure. */
const structured = /json|xml|form|multipart/i;
/** Bytes as they are: Swagger 2.0 calls them a file, OpenAPI 3.0 a binary text, and 3.1 gives them no schema. */
const asBytes = (type: string, schema: Schema): Schema => {
  const fields = fieldsOf(schema);
  const isFile = fields?.type === 'file' || (fields?.type === 'string' && fields.format === 'binary');
  const isBinary = isFile && !structured.test(type);
  return isBinary && fields?.maxLength === undefined ? true : schema;
};

/** Media types are compared without case and parameters (RFC 9110, 8.3.1), unless the document has both variants. */
const byMediaType = (entries: readonly (readonly [string, Schema])[]): Content => {
  const content = new Map<string, Schema>();
  for (const [written, schema] of entries) {
    const type = (written.split(';')[0] ?? '').trimEnd().toLowerCase();
    content.set(content.has(type) ? written : type, asBytes(type, schema));
  }
  return content;
};

const reader = (root: Fields) => {
  const isSwagger2 = typeof root.swagger === 'string';

  const contentOf = (value: unknown): Content =>
    byMediaType(entriesOf(value).map(([type, media]) => [type, fieldsOf(media)?.schema ?? true]));
  const contentAs = (types: readonly string[], schema: Schema): Content =>
    byMediaType((types.length > 0 ? types : ['application/json']).map((type) => [type, schema]));

  const encodingsOf = (body: Fields): Body['encodings'] =>
    new Map(
      entriesOf(body.content).map(([type, media]) => [
        type,
        Object.fromEntries(
          entriesOf(fieldsOf(media)?.encoding).map(([name, one]) => [name, encodingOf(fieldsOf(one) ?? {}, false)]),
        ),
      ]),
    );

  const bodyOf = (operation: Fields, parameters: readonly Fields[]): Body | undefined => {
    if (!isSwagger2) {
      const body = resolved(root, operation.requestBody);
      return (
        body && { required: isTrue(body.required), content: contentOf(body.content), encodings: encodingsOf(body) }
      );
    }
    const types = textsOf(operation.consumes ?? root.consumes);
    const whole = parameters.find((one) => one.in === 'body');
    if (whole)
      return {
        required: isTrue(whole.required),
        content: contentAs(types, whole.schema ?? true),
        encodings: new Map(),
      };
    const fields = parameters.filter((one) => one.in === 'formData');
    if (fields.length === 0) return undefined;
    const required = fields.filter((one) => isTrue(one.required)).map(({ name }) => String(name));
    const properties = Object.fromEntries(fields.map((one) => [String(one.name), inlineSchema(one)]));
    const content = contentAs(types, { type: 'object', required, properties });
    const styles = Object.fromEntries(fields.map((one) => [String(one.name), encodingOf(one, true)]));
    return {
      required: required.length > 0,
      content,
      encodings: new Map([...content.keys()].map((type) => [type, styles])),
    };
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
        return [
          name.toLowerCase(),
          {
            required: isTrue(header.required),
            schema: schemaOf(header),
            style: styleOf({ ...header, in: 'header' }, isSwagger2),
          },
        ];
      }),
    );
    return { content, headers, encodings: isSwagger2 ? new Map() : encodingsOf(response) };
  };

  const schemes = schemesIn(root);
  /** Returns what callers have to send, independent of the scheme's name. */
  const schemeOf = (name: string): string => {
    const scheme = resolved(root, schemes[name]);
    if (scheme?.type === 'apiKey') return `${scheme.in} ${scheme.name}`;
    if (scheme?.type === 'basic') return 'http basic';
    if (scheme?.type === 'http') return `http ${String(scheme.scheme).toLowerCase()}`;
    return typeof scheme?.type === 'string' ? `${scheme.type} ${name}` : name;
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

  /** Returns what the API sends, by the path items of webhooks or of a callback. */
  const messagesOf = (items: readonly (readonly [string, unknown])[]): Map<string, Operation> =>
    new Map(
      items.flatMap(([name, value]) => {
        const item = pathItemOf(root, value);
        return methods.flatMap((method): [string, Operation][] => {
          const operation = fieldsOf(item?.[method]);
          return item && operation ? [[`${name} ${method}`, operationOf(name, method, item, operation)]] : [];
        });
      }),
    );

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
      const mayBeEmpty = isTrue(one.allowEmptyValue);
      parameters.set(key, {
        place: name,
        required,
        schema: schemaOf(one),
        style: styleOf(one, isSwagger2),
        mayBeEmpty,
      });
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
      callbacks: messagesOf(
        entriesOf(operation.callbacks).flatMap(([callback, value]) =>
          entriesOf(resolved(root, value)).map(([address, item]): [string, unknown] => [
            `${callback} ${address}`,
            item,
          ]),
        ),
      ),
      call: undefined,
      written: operation,
    };
  };

  return { operationOf, messagesOf };
};

/** Returns the schemas that callers of an operation send. What the API sends to them goes the other way. */
export const sentIn = ({ parameters, body, callbacks }: Operation): Schema[] => [
  ...[...parameters.values()].map(({ schema }) => schema),
  ...(body?.content.values() ?? []),
  ...[...callbacks.values()].flatMap(readFrom),
];
/** Returns the schemas that they read. */
export const readFrom = ({ responses, callbacks }: Operation): Schema[] => [
  ...[...responses.values()].flatMap(({ content, headers }) => [
    ...content.values(),
    ...[...headers.values()].map(({ schema }) => schema),
  ]),
  ...[...callbacks.values()].flatMap(sentIn),
];

/** Adds the schemas elsewhere in the document that schemas refer to, under their places: they are compared like named ones. */
const withPlaces = (
  root: Fields,
  operations: readonly Operation[],
  named: Contract['schemas'],
): Contract['schemas'] => {
  const schemas = new Map(named);
  const names = new Set<string>();
  for (const schema of [...operations.flatMap((one) => [...sentIn(one), ...readFrom(one)]), ...named.values()])
    namesIn(schema, names);
  // The loop also visits names that are added while it runs.
  for (const name of names) {
    if (schemas.has(name) || !isPlace(name)) continue;
    const schema = atReference(root, name);
    if (schema === undefined) continue;
    schemas.set(name, schema);
    namesIn(schema, names);
  }
  return schemas;
};

/** Reads the contract of a parsed description, of Swagger 2.0 or OpenAPI 3. */
export const contractOf = (value: unknown): Contract => {
  const root = fieldsOf(value) ?? {};
  const { operationOf, messagesOf } = reader(root);
  const operations = new Map<string, Operation>();
  for (const [path, written] of entriesOf(root.paths)) {
    const item = pathItemOf(root, written);
    if (!item || !path.startsWith('/')) continue;
    for (const method of methods) {
      const operation = fieldsOf(item[method]);
      if (!operation) continue;
      const servers = serversOf(root, operation, item);
      const isOwn = listOf(operation.servers).length > 0 || listOf(item.servers).length > 0;
      const call = { method, path, servers, isOwn };
      operations.set(callKey(call), { ...operationOf(path, method, item, operation), call });
    }
  }
  const named = new Map(entriesOf(root.definitions ?? fieldsOf(root.components)?.schemas));
  const webhooks = messagesOf(entriesOf(root.webhooks));
  return {
    root,
    operations,
    webhooks,
    schemas: withPlaces(root, [...operations.values(), ...webhooks.values()], named),
  };
};

/** Reads a schema that is a document of its own. Its name is `#`, as references in it call it. */
export const schemaContract = (root: Fields): Contract => ({
  root,
  operations: new Map(),
  webhooks: new Map(),
  schemas: withPlaces(root, [], new Map<string, Schema>([['#', root], ...entriesOf(root.definitions)])),
});
