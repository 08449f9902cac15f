import * as z from 'zod';
import { isForAnyone } from '#domain/core/authorization.ts';
import { freshMinutes } from '#domain/core/fresh-sign-in.ts';
import { changedSince } from '#domain/core/older-form.ts';
import { thisRelease } from '#platform/release.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

/** What page numbers can't promise, and what reads on without a gap. */
const words: Readonly<Record<string, string>> = {
  page: "Counts from 0. Each page is read as the list is then: while rows come and go, one may be on two pages, or on none. The list's CSV file has every row once.",
  after:
    '`next` of a page: reads on after its last row, in the same order. Whichever rows come and go meanwhile, none comes twice, and none that stays is left out. A row whose sorted value changes moves to its new place. Then `page` does not count.',
  before: '`previous` of a page: reads what is before its first row, in the same way as `after`. Not together with it.',
};

const parametersOf = (schema: z.core.$ZodType | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(place === 'query' && words[name] !== undefined ? { description: words[name] } : {}),
  }));
};

const basedOn =
  'What the form was based on: `basedOn` of the row that was read, or of the last response. If a field of the form was changed since, the call is refused with 409 `form.older`, and `changed` says what. Without it nothing is checked.';

/** Returns the schema of a body. The browser needs no words for its fields, so the schemas have none. */
const bodySchemaOf = (body: z.core.$ZodType): Json => {
  const schema = schemaOf(body, 'input') as Json & { anyOf?: Json[]; properties?: Record<string, Json> };
  for (const { properties } of [schema, ...(schema.anyOf ?? [])] as (typeof schema)[])
    if (properties?.basedOn) properties.basedOn = { ...properties.basedOn, description: basedOn };
  return schema;
};

const requestBodyOf = ({ body, form }: Route): Json | undefined => {
  if (body) return { required: true, content: { 'application/json': { schema: bodySchemaOf(body) } } };
  if (!form) return undefined;
  const schema = bodySchemaOf(form.fields) as { properties?: Json };
  const properties = {
    [form.file]: { type: 'string', contentMediaType: 'application/octet-stream' },
    ...schema.properties,
  };
  return { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties } } } };
};

const problem = {
  type: 'object',
  required: ['type', 'status', 'code', 'detail', 'errors', 'correlationId'],
  properties: {
    type: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Stable; what a client decides by' },
    detail: { type: 'string', description: 'The wording, in English' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    changed: {
      ...schemaOf(changedSince, 'output'),
      description: 'Only for `form.older`: what was changed since the form was read, by whom and when',
    },
    why: {
      type: 'object',
      description: 'Of what the table of rights refused: the query of `GET /api/why-not`, which explains it',
      required: ['action'],
      properties: {
        action: { type: 'string' },
        apiId: { type: 'integer' },
        applicationId: { type: ['integer', 'null'] },
        organizationId: { type: 'integer' },
      },
    },
    correlationId: { type: 'string', description: 'What to quote when asking for help' },
    traceId: { type: 'string', description: 'The trace of the call, as its operation and the log have it' },
  },
};

const needsFresh = `Refused with 401 \`sign-in.not-fresh\` when the sign-in is more than ${freshMinutes} minutes old. Of an access token, its claim \`auth_time\` counts.`;
const freshWords = {
  always: needsFresh,
  sometimes: `If it gives an administrator's role or replaces a secret: ${needsFresh}`,
};

const header = (name: string, schema: Json, description: string): Json => ({ name, in: 'header', schema, description });
const id = { type: 'string', format: 'uuid' };

/** Headers that calls of one sort take. None is required. */
const headers = {
  MinPosition: header(
    'x-min-position',
    { type: 'string' },
    '`position` of a command: the call waits until it sees what that has written.',
  ),
  IdempotencyKey: header(
    'idempotency-key',
    { type: 'string', minLength: 8, maxLength: 200 },
    'Chosen by the client for one act. The same key with the same content is the same command, so a call can be sent again when its answer was lost. With another content it is refused with 409 `idempotency-key.reused`.',
  ),
  Undoes: header(
    'x-undoes',
    id,
    'The entry of a history that the command takes back, as `GET /api/undo/{id}` says it. A command that does anything else is refused with 409 `undo.differs`, and what can’t be undone with another `undo.…`.',
  ),
  Answers: header(
    'x-answers',
    id,
    'The failed operation that the command asks for anew in another form. It must have failed, be about the same thing, and nobody may have asked for the same since: otherwise it is refused with `answer.…`.',
  ),
};

const headersOf = ({ method, isRead, answers }: Route): Json[] => {
  const names: (keyof typeof headers)[] =
    method === 'get' || isRead
      ? ['MinPosition']
      : ['MinPosition', 'IdempotencyKey', 'Undoes', ...(answers ? (['Answers'] as const) : [])];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
};

const operationOf = (route: Route): Json => {
  const requestBody = requestBodyOf(route);
  return {
    // The specification tells two calls apart by a slash at the end.
    operationId: `${route.method}${route.path
      .replace(/\/$/, '/whole')
      .replace(/\{(\w+)\}/g, 'By-$1')
      .split(/[/-]/)
      .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
      .join('')}`,
    summary: route.summary,
    ...(route.fresh ? { description: freshWords[route.fresh === true ? 'always' : 'sometimes'] } : {}),
    'x-portico-action': route.action,
    ...(isForAnyone(route.action) ? { security: [] } : {}),
    parameters: [
      ...parametersOf(route.parameters && z.object(route.parameters), 'path'),
      ...parametersOf(route.query, 'query'),
      ...headersOf(route),
    ],
    ...(requestBody ? { requestBody } : {}),
    responses: {
      200: {
        description: 'Done',
        ...(route.response ? { content: { 'application/json': { schema: schemaOf(route.response, 'output') } } } : {}),
      },
      default: {
        description: 'Refused',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
};

/** Returns the BFF's own description, made from the mounted routes. */
export const openapiOf = (routes: readonly Route[], publicUrl: string): Json => {
  const paths: Record<string, Json> = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  return {
    openapi: '3.1.0',
    info: { title: 'Portico', version: thisRelease.version, description: 'The calls of the Portico developer portal.' },
    servers: [{ url: publicUrl }],
    security: [{ session: [] }, { bearer: [] }],
    paths,
    components: {
      schemas: { Problem: problem },
      parameters: headers,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: publicUrl.startsWith('https:') ? '__Host-portico' : 'portico' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
};
