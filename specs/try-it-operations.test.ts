import { expect, it } from 'vitest';
import { tryItOperations } from '#domain/try-it/schema.ts';
import { workOf } from '#test/runner/work.ts';
import { tryItOperationsIn } from './try-it-operations.ts';

/** The example of a body of this schema. */
const exampleOf = (schema: object, schemas: Readonly<Record<string, object>> = {}): unknown => {
  const put = { requestBody: { content: { 'application/json': { schema } } } };
  const example = tryItOperationsIn({ paths: { '/a': { put } }, components: { schemas } })[0]?.bodies[0]?.example ?? '';
  return /^[{[]/.test(example) ? JSON.parse(example) : example;
};

it('returns the parameters of each operation: of OpenAPI 3, with references resolved, without credentials', () => {
  const operations = tryItOperationsIn({
    openapi: '3.0.3',
    paths: {
      '/orders/{id}': {
        parameters: [{ $ref: '#/components/parameters/Id' }],
        get: { summary: 'Read\n an order', parameters: [{ name: 'full', in: 'query', schema: { default: false } }] },
        put: {
          operationId: 'replaceOrder',
          parameters: [
            { name: 'id', in: 'path', required: true, example: 'A-1' },
            { name: 'Authorization', in: 'header' },
            { name: 'X-Trace', in: 'header', required: true },
            { name: 'session', in: 'cookie' },
          ],
          requestBody: {
            content: { 'text/xml': {}, 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
          },
        },
      },
      'x-other': {},
    },
    components: {
      parameters: { Id: { name: 'id', in: 'path', required: true, description: 'Its number', schema: { example: 7 } } },
      schemas: {
        Order: {
          type: 'object',
          properties: {
            id: { type: 'integer', readOnly: true },
            when: { type: 'string', format: 'date' },
            lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
          },
        },
        Line: { allOf: [{ type: 'object', properties: { amount: { type: 'number', minimum: 1 } } }] },
      },
    },
  });
  const id = { name: 'id', in: 'path', required: true, description: 'Its number', example: '7' };
  expect(operations).toEqual([
    {
      method: 'GET',
      path: '/orders/{id}',
      summary: 'Read an order',
      parameters: [{ name: 'full', in: 'query', required: false, description: '', example: 'false' }, id],
      bodies: [],
      unsent: [],
    },
    {
      method: 'PUT',
      path: '/orders/{id}',
      summary: 'replaceOrder',
      parameters: [
        { ...id, description: '', example: 'A-1' },
        { name: 'X-Trace', in: 'header', required: true, description: '', example: '' },
      ],
      bodies: [
        {
          contentType: 'application/json',
          kind: 'text',
          example: JSON.stringify({ when: '2026-01-31', lines: [{ amount: 1 }] }, null, 2),
          fields: [],
        },
        {
          contentType: 'text/xml',
          kind: 'text',
          example: '',
          fields: [],
        },
      ],
      unsent: [{ name: 'session', why: 'cookie' }],
    },
  ]);
});

it('and of Swagger 2.0, whose body is a parameter', () => {
  const body = { name: 'order', in: 'body', schema: { type: 'object', properties: { note: { type: 'string' } } } };
  const [operation] = tryItOperationsIn({ swagger: '2.0', paths: { '/orders': { post: { parameters: [body] } } } });
  expect(operation).toMatchObject({
    parameters: [],
    bodies: [{ contentType: 'application/json', example: JSON.stringify({ note: 'string' }, null, 2) }],
  });
});

it('resolves schemas that refer to each other as far as an example needs, each once on a path', () => {
  const names = Array.from({ length: 10 }, (_, n) => `Entity${n}`);
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
  const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', properties }]));
  const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Entity0' } } } };
  const paths = Object.fromEntries(names.map((name) => [`/${name}`, { put: { requestBody: body } }]));
  const work = workOf(() => expect(tryItOperationsIn({ paths, components: { schemas } })).toHaveLength(10));
  expect(work).toBeLessThan(1_000);

  const parent = {
    type: 'object',
    properties: { name: { example: 'A' }, child: { $ref: '#/components/schemas/Child' } },
  };
  const child = {
    type: 'object',
    properties: { age: { example: 7 }, parent: { $ref: '#/components/schemas/Parent' } },
  };
  expect(exampleOf({ $ref: '#/components/schemas/Parent' }, { Parent: parent, Child: child })).toEqual({
    name: 'A',
    child: { age: 7 },
  });
});

it('includes the properties beside an allOf', () => {
  const Base = { type: 'object', properties: { id: { example: 1 } } };
  const allOf = [{ $ref: '#/components/schemas/Base' }];
  expect(exampleOf({ allOf, properties: { name: { example: 'A' } } }, { Base })).toEqual({ id: 1, name: 'A' });
  expect(exampleOf({ allOf: [{ enum: ['open', 'closed'] }], description: 'How it stands' })).toBe('"open"');
});

it('has texts and examples only for the first operations of a very long list', () => {
  const parameters = Array.from({ length: 60 }, (_, n) => ({ $ref: `#/components/parameters/P${n}` }));
  const held = Object.fromEntries(
    parameters.map((_, n) => [
      `P${n}`,
      { name: `p${n}`, in: n === 0 ? 'path' : 'query', description: 'd'.repeat(300) },
    ]),
  );
  const requestBody = { content: { 'application/json': { example: 'e'.repeat(3_998) } } };
  const paths = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, n) => [`/a/${n}/{p0}`, { parameters, post: { requestBody } }]),
  );
  const operations = tryItOperationsIn({ paths, components: { parameters: held } });
  expect(operations).toHaveLength(3_000);
  expect(operations[0]?.parameters[59]).toMatchObject({ name: 'p59', description: 'd'.repeat(300) });
  expect(operations[0]?.bodies[0]?.example).toHaveLength(4_000);
  expect(operations[2_999]).toMatchObject({
    parameters: [{ name: 'p0', description: '' }],
    bodies: [{ contentType: 'application/json', example: '' }],
  });
  expect(JSON.stringify(operations).length).toBeLessThan(5_000_000);
});

it('ends for schemas that refer to themselves, and for any other content (D6)', () => {
  const loop = {
    type: 'object',
    properties: { __proto__: { type: 'string' }, next: { $ref: '#/components/schemas/Loop' } },
  };
  const post = { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Loop' } } } } };
  const operations = tryItOperationsIn({ paths: { '/a': { post } }, components: { schemas: { Loop: loop } } });
  expect(tryItOperations.parse(operations)).toHaveLength(1);
  for (const odd of [null, 7, [], { paths: 7 }, { paths: { '/a': { get: 1, post: { parameters: [null, 7, {}] } } } }])
    expect(() => tryItOperations.parse(tryItOperationsIn(odd))).not.toThrow();
  expect(({} as Record<string, unknown>).type).toBeUndefined();
});
