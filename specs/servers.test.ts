import { expect, it } from 'vitest';
import { parseSpec } from './parse-spec.ts';
import { filledAddress, serversOf } from './servers.ts';
import { operationsIn } from './spec-operations.ts';
import { tryItOperationsIn } from './try-it-operations.ts';
import { withWrittenDefaults } from './written-defaults.ts';

type Tree = Readonly<Record<string, unknown>>;
const first = (url: string, variables?: Tree) => serversOf({ openapi: '3.0.3', servers: [{ url, variables }] })[0];

it.each<[string, Tree | undefined, string, string]>([
  ['https://a.example/v1', undefined, 'a.example', '/v1'],
  ['https://a.example/v1/', undefined, 'a.example', '/v1'],
  ['https://a.example:8443//a//b/', undefined, 'a.example:8443', '/a/b'],
  ['https://a.example', undefined, 'a.example', ''],
  ['/', undefined, '', ''],
  ['', undefined, '', ''],
  ['/v1', undefined, '', '/v1'],
  ['v1', undefined, '', '/v1'],
  ['./v1/', undefined, '', '/v1'],
  ['../v1', undefined, '', '/v1'],
  ['//a.example/v1', undefined, 'a.example', '/v1'],
  ['wss://a.example/v1?x=1#y', undefined, 'a.example', '/v1'],
  ['https://a.example/größe', undefined, 'a.example', '/gr%C3%B6%C3%9Fe'],
  ['https://a.example/gr%c3%b6%C3%9Fe/%7e', undefined, 'a.example', '/gr%C3%B6%C3%9Fe/~'],
  // Written without a scheme, as many people do.
  ['localhost:8080/v1', undefined, 'localhost:8080', '/v1'],
  ['orders:8080', undefined, 'orders:8080', ''],
  ['api.example.com/v1', undefined, 'api.example.com', '/v1'],
  ['orders/v1', undefined, '', '/orders/v1'],
  ['urn:orders:v1', undefined, '', ''],
  // Defaults without quotes: a number, a word that YAML takes for true.
  ['https://a.example/{version}', { version: { default: 2 } }, 'a.example', '/2'],
  ['https://a.example/v{version}', { version: { default: 1.5 } }, 'a.example', '/v1.5'],
  ['https://a.example/{on}', { on: { default: true } }, 'a.example', '/true'],
  ['https://a.example:{port}/v1', { port: { enum: [8443, 443], default: 8443 } }, 'a.example:8443', '/v1'],
  ['https://a.example/{region}', { region: { enum: ['eu', 'us'], default: 'us' } }, 'a.example', '/us'],
  ['https://a.example/{region}', { region: { enum: ['eu', 'us'] } }, 'a.example', '/eu'],
  ['https://a.example/{prefix}', { prefix: { default: '' } }, 'a.example', ''],
  // As AWS exports it, and as the CAMARA project writes it.
  ['https://a.example/{basePath}', { basePath: { default: '/prod' } }, 'a.example', '/prod'],
  [
    '{apiRoot}/{basePath}',
    { apiRoot: { default: 'http://localhost:9091' }, basePath: { default: 'qod/v0' } },
    'localhost:9091',
    '/qod/v0',
  ],
  // A variable without a value: callers don't know it either.
  ['{{baseUrl}}', undefined, '', ''],
  ['{baseUrl}/v1', undefined, '', '/v1'],
  ['{scheme}://a.example/v1', undefined, 'a.example', '/v1'],
  ['https://{host}/v1', undefined, '', '/v1'],
  ['https://a.example/{tenant}/v1', { tenant: {} }, 'a.example', ''],
  ['https://a.example/{toString}', {}, 'a.example', ''],
])('the server %s with %j is at %s%s', (url, variables, host, path) => {
  expect(first(url, variables)).toEqual({ host, path });
});

it.each<[Tree, string, string]>([
  [{ host: 'a.example', basePath: '/v1' }, 'a.example', '/v1'],
  [{ host: 'a.example', basePath: '/v1/', schemes: ['http', 'https'] }, 'a.example', '/v1'],
  [{ basePath: 'v1' }, '', '/v1'],
  [{ basePath: '//v1' }, '', '/v1'],
  [{ basePath: '/' }, '', ''],
  [{ host: 'https://a.example:8080', basePath: '/v1' }, 'a.example:8080', '/v1'],
  [{}, '', ''],
  [{ basePath: 7, host: {} }, '', ''],
])('Swagger 2.0 with %j is at %s%s', (more, host, path) => {
  expect(serversOf({ swagger: '2.0', ...more })).toEqual([{ host, path }]);
});

it('a basePath means nothing in OpenAPI 3, and servers mean nothing in Swagger 2.0', () => {
  expect(serversOf({ openapi: '3.0.0', basePath: '/v1' })).toEqual([{ host: '', path: '' }]);
  expect(serversOf({ swagger: '2.0', servers: [{ url: '/v1' }] })).toEqual([{ host: '', path: '' }]);
});

const at = (url: string) => ({ servers: [{ url }] });
const get = { responses: {} };

it('the nearest servers count: of the operation, of its path, of the description', () => {
  const root = {
    openapi: '3.1.0',
    ...at('https://a.example/v1'),
    paths: {
      '/a': { get },
      '/b': { ...at('https://a.example/v2/'), get, post: { ...get, ...at('/v3') } },
      '/c': { servers: [], get },
      '/d': { get: { ...get, ...at('https://b.example/v1') } },
      '/e': { $ref: '#/paths/~1b', put: get },
    },
  };
  expect(operationsIn(root)).toEqual({
    basePath: '/v1',
    paths: [
      { path: '/a', methods: ['GET'] },
      { path: '/b', methods: ['GET'], basePath: '/v2' },
      { path: '/b', methods: ['POST'], basePath: '/v3' },
      { path: '/c', methods: ['GET'] },
      { path: '/d', methods: ['GET'] },
      { path: '/e', methods: ['GET', 'PUT'], basePath: '/v2' },
      { path: '/e', methods: ['POST'], basePath: '/v3' },
    ],
  });
  expect(tryItOperationsIn(root).map(({ method, path, basePath }) => [method, path, basePath])).toEqual([
    ['GET', '/a', undefined],
    ['GET', '/b', '/v2'],
    ['POST', '/b', '/v3'],
    ['GET', '/c', undefined],
    ['GET', '/d', undefined],
    ['GET', '/e', '/v2'],
    ['POST', '/e', '/v3'],
    ['PUT', '/e', '/v2'],
  ]);
});

it('the base path that all operations have counts as that of the description', () => {
  const paths = { '/a': { ...at('/v2'), get }, '/b': { ...at('/v2'), get } };
  expect(operationsIn({ openapi: '3.1.0', ...at('/v1'), paths })).toEqual({
    basePath: '/v2',
    paths: [
      { path: '/a', methods: ['GET'] },
      { path: '/b', methods: ['GET'] },
    ],
  });
});

it('other servers at the same host, and other values of variables, are base paths as well', () => {
  const urls = ['https://a.example/v1', 'https://b.example/sandbox', 'https://a.example/v2/', 'https://a.example/v1'];
  const paths = { '/a': { get }, '/b': { get: { ...get, ...at('/own') } } };
  expect(operationsIn({ openapi: '3.1.0', servers: urls.map((url) => ({ url })), paths })).toEqual({
    basePath: '/v1',
    alsoUnder: ['/v2'],
    paths: [
      { path: '/a', methods: ['GET'] },
      { path: '/b', methods: ['GET'], basePath: '/own' },
    ],
  });
  const variables = { region: { enum: ['eu', 'us'], default: 'eu' }, version: { enum: [1, 2, 3], default: 2 } };
  const servers = [{ url: 'https://{region}.a.example/v{version}', variables }];
  expect(operationsIn({ openapi: '3.1.0', servers, paths: { '/a': { get } } })).toEqual({
    basePath: '/v2',
    alsoUnder: ['/v1', '/v3'],
    paths: [{ path: '/a', methods: ['GET'] }],
  });
});

it.each(['openapi: 3.1.0\nservers: [{ url: "/v{v}", variables: { v: { default: 1.0, enum: [1.0, 2.0] } } }]\n', ''])(
  'a default without quotes is as its author wrote it: %s',
  (yaml) => {
    const json = '{"openapi":"3.1.0","servers":[{"url":"/v{v}","variables":{"v":{"default":1.0,"enum":[1.0,2.0]}}}]}';
    const read = withWrittenDefaults(parseSpec(new TextEncoder().encode(yaml || json)));
    expect(serversOf(read as Tree)).toEqual([
      { host: '', path: '/v1.0' },
      { host: '', path: '/v2.0' },
    ]);
  },
);

it('an address that is shown keeps the variables that have no value', () => {
  const server = { url: 'https://{region}.a.example/{version}', variables: { version: { default: 2 } } };
  expect(filledAddress(server)).toBe('https://{region}.a.example/2');
});

it('many operations with many servers and values take no time', () => {
  const values = Array.from({ length: 100_000 }, (_, index) => `${index}`);
  const variables = Object.fromEntries(values.slice(0, 300).map((name) => [name, { enum: values }]));
  const url = `https://a.example/${Object.keys(variables)
    .map((name) => `{${name}}`)
    .join('')}`;
  const servers = Array.from({ length: 100_000 }, () => ({ url, variables }));
  const paths = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`/${index}`, { get }]));
  expect(operationsIn({ openapi: '3.1.0', servers, paths }).paths).toHaveLength(20_000);
});
