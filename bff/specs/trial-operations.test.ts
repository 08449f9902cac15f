import { expect, it } from 'vitest';
import { trialOperations } from '#domain/trial/schema.ts';
import { trialOperationsIn } from './trial-operations.ts';

it('tells what a call of each operation needs: of OpenAPI 3, references followed, credentials left out', () => {
  const operations = trialOperationsIn({
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
      body: null,
    },
    {
      method: 'PUT',
      path: '/orders/{id}',
      summary: 'replaceOrder',
      parameters: [
        { ...id, description: '', example: 'A-1' },
        { name: 'X-Trace', in: 'header', required: true, description: '', example: '' },
      ],
      body: {
        contentType: 'application/json',
        example: JSON.stringify({ when: '2026-01-31', lines: [{ amount: 1 }] }, null, 2),
      },
    },
  ]);
});

it('and of Swagger 2.0, whose body is a parameter', () => {
  const body = { name: 'order', in: 'body', schema: { type: 'object', properties: { note: { type: 'string' } } } };
  const [operation] = trialOperationsIn({ swagger: '2.0', paths: { '/orders': { post: { parameters: [body] } } } });
  expect(operation).toMatchObject({
    parameters: [],
    body: { contentType: 'application/json', example: JSON.stringify({ note: 'string' }, null, 2) },
  });
});

it('ends with schemas that loop, and with whatever else stands where a description should (D6)', () => {
  const loop = {
    type: 'object',
    properties: { __proto__: { type: 'string' }, next: { $ref: '#/components/schemas/Loop' } },
  };
  const post = { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Loop' } } } } };
  const operations = trialOperationsIn({ paths: { '/a': { post } }, components: { schemas: { Loop: loop } } });
  expect(trialOperations.parse(operations)).toHaveLength(1);
  for (const odd of [null, 7, [], { paths: 7 }, { paths: { '/a': { get: 1, post: { parameters: [null, 7, {}] } } } }])
    expect(() => trialOperations.parse(trialOperationsIn(odd))).not.toThrow();
  expect(({} as Record<string, unknown>).type).toBeUndefined();
});
