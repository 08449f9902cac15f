import { describe, expect, it } from 'vitest';
import { compareSpecs } from './compare/compare-specs.ts';
import { operationTextsIn } from './operation-texts.ts';
import { operationsIn } from './spec-operations.ts';
import { atReference, pathItemOf, resolved } from './spec-tree.ts';
import { tryItOperationsIn } from './try-it-operations.ts';

const root = {
  paths: {
    '/source': { get: { parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }] } },
    '/crates/{id}': { get: { responses: {} } },
    '/boxes/{id}': { $ref: '#/paths/~1crates~1%7Bid%7D' },
    '/tins/{id}': { $ref: '#/paths/~1boxes~1{id}', summary: 'Tins' },
  },
  definitions: { 'Page[Crate]': { properties: { 'a/b': { type: 'boolean' } } }, '100%': { type: 'number' } },
  components: {
    schemas: {
      A: { $ref: '#/components/schemas/%42' },
      B: { properties: { size: { $ref: '#/components/schemas/C/$defs/Size' } } },
      C: { $defs: { Size: { $anchor: 'size', type: 'string' } } },
      Circle: { $ref: '#/components/schemas/%43ircle' },
    },
  },
};

it.each<[string, unknown]>([
  ['#/definitions/Page%5BCrate%5D/properties/a~1b', { type: 'boolean' }],
  ['#/definitions/Page[Crate]/properties/a~1b', { type: 'boolean' }],
  ['#/definitions/100%', { type: 'number' }],
  ['#/definitions/100%25', { type: 'number' }],
  ['#/paths/~1source/get/parameters/0/schema', { type: 'integer' }],
  ['#/paths/~1source/get/parameters/1', undefined],
  ['#/paths/~1source/get/parameters/length', undefined],
  ['#/paths/~1tins~1%7Bid%7D/get', { responses: {} }],
  ['#/components/schemas/C/$defs/Size/type', 'string'],
  ['#/components/schemas/A/properties/size/type', 'string'],
  ['#size', { $anchor: 'size', type: 'string' }],
  ['#nothing', undefined],
  ['#', root],
  ['#/components/schemas/Circle/properties', undefined],
  ['#/constructor', undefined],
  ['./components/schemas/C', undefined],
  ['https://x.example/components/schemas/C', undefined],
])('the reference %s', (reference, target) => {
  expect(atReference(root, reference)).toEqual(target);
});

it('a chain of references ends, also in a circle', () => {
  expect(resolved(root, { $ref: '#/components/schemas/A' })).toBe(root.components.schemas.B);
  expect(resolved(root, { $ref: '#/components/schemas/Circle' })).toBeUndefined();
  expect(pathItemOf(root, root.paths['/tins/{id}'])).toEqual({ summary: 'Tins', get: { responses: {} } });
});

it('a path that refers to another is locked, tried, found and compared like it', () => {
  const paths = ['/crates/{id}', '/boxes/{id}', '/tins/{id}'];
  expect(operationsIn(root).paths.slice(1)).toEqual(paths.map((path) => ({ path, methods: ['GET'] })));
  expect(tryItOperationsIn(root).slice(1)).toMatchObject(paths.map((path) => ({ path, method: 'GET' })));
  expect(operationTextsIn(root).slice(1)).toMatchObject(paths.map((path) => ({ path, method: 'GET' })));
  const { '/boxes/{id}': _gone, '/tins/{id}': _too, ...fewer } = root.paths;
  expect(compareSpecs(root, { ...root, paths: fewer })).toMatchObject({ breaking: 2 });
});

it('a parameter at another place is asked for', () => {
  const referring = {
    ...root.paths,
    '/other': { get: { parameters: [{ $ref: '#/paths/~1source/get/parameters/0' }] } },
  };
  expect(tryItOperationsIn({ paths: referring }).at(-1)?.parameters).toMatchObject([{ name: 'limit', required: true }]);
});

describe('comparing schemas behind references', () => {
  const json = (schema: unknown) => ({ 'application/json': { schema } });
  const posting = (schema: unknown, more: object) => ({
    openapi: '3.1.0',
    paths: { '/boxes': { post: { requestBody: { content: json(schema) }, responses: {} } } },
    ...more,
  });
  const integer = { type: 'integer' };
  const boolean = { type: 'boolean' };
  it.each<[string, (count: object) => object]>([
    [
      'an encoded name',
      (count) =>
        posting(
          { $ref: '#/components/schemas/Page%5BCrate%5D' },
          { components: { schemas: { 'Page[Crate]': { properties: { count } } } } },
        ),
    ],
    [
      'a property of a schema',
      (count) =>
        posting(
          { $ref: '#/components/schemas/Crate/properties/count' },
          { components: { schemas: { Crate: { properties: { count } } } } },
        ),
    ],
    [
      'definitions in a schema',
      (count) =>
        posting(
          { properties: { a: { $ref: '#/components/schemas/Crate/$defs/Count' } } },
          { components: { schemas: { Crate: { $defs: { Count: count } } } } },
        ),
    ],
    [
      'an anchor',
      (count) =>
        posting(
          { $ref: '#count' },
          { components: { schemas: { Crate: { $defs: { Count: { $anchor: 'count', ...count } } } } } },
        ),
    ],
    [
      'a place outside components',
      (count) => posting({ type: 'array', items: { $ref: '#/x-shared/Count' } }, { 'x-shared': { Count: count } }),
    ],
    [
      'another operation',
      (count) => ({
        ...posting({ $ref: '#/paths/~1x/put/requestBody/content/application~1json/schema' }, {}),
        paths: {
          ...posting({ $ref: '#/paths/~1x/put/requestBody/content/application~1json/schema' }, {}).paths,
          '/x': { put: { requestBody: { content: json(count) } } },
        },
      }),
    ],
    [
      'a chain',
      (count) =>
        posting(
          { $ref: '#/components/schemas/A' },
          { components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/x-c' } } }, 'x-c': count },
        ),
    ],
  ])('%s', (_what, specWith) => {
    expect(compareSpecs(specWith(integer), specWith(integer)).total).toBe(0);
    const { breaking, changes } = compareSpecs(specWith(integer), specWith(boolean));
    expect(breaking).toBeGreaterThan(0);
    expect(changes[0]).toMatchObject({ verdict: 'breaks', what: 'type-changed' });
  });

  it('of Swagger 2.0, too', () => {
    const specWith = (type: string) => ({
      swagger: '2.0',
      paths: {
        '/b': {
          post: {
            parameters: [{ name: 'b', in: 'body', schema: { $ref: '#/definitions/Page%5BCrate%5D' } }],
            responses: {},
          },
        },
      },
      definitions: { 'Page[Crate]': { type: 'object', properties: { count: { type } } } },
    });
    expect(compareSpecs(specWith('integer'), specWith('boolean'))).toMatchObject({ breaking: 1 });
  });
});
