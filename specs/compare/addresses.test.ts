import { describe, expect, it } from 'vitest';
import { compareSpecs } from './compare-specs.ts';

type Tree = Readonly<Record<string, unknown>>;
const get = { responses: {} };
const item = { get, post: get };
const at = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });
const spec = (more: Tree, paths: Tree = { '/a': item, '/b/{id}': item }) => ({ openapi: '3.0.3', ...more, paths });
const swagger = (more: Tree, paths: Tree = { '/a': item, '/b/{id}': item }) => ({ swagger: '2.0', ...more, paths });

const lines = (older: unknown, newer: unknown): string[] =>
  compareSpecs(older, newer).changes.map(({ verdict, subject, what, before, after }) =>
    [verdict, subject, what, `${before} -> ${after}`].join(' | '),
  );

describe('another base path under the same paths breaks callers, in one line', () => {
  it.each<[string, unknown, unknown, string[]]>([
    [
      'of the first server',
      spec(at('https://a.example/v1')),
      spec(at('https://a.example/v2')),
      ['breaks | /v1/… | address-changed | /v1/ -> /v2/'],
    ],
    ['that comes', spec({}), spec(at('/v1')), ['breaks | /… | address-changed | / -> /v1/']],
    ['that goes', spec(at('/v1/')), spec(at('/')), ['breaks | /v1/… | address-changed | /v1/ -> /']],
    [
      'of Swagger 2.0',
      swagger({ basePath: '/v1' }),
      swagger({ basePath: '/v2' }),
      ['breaks | /v1/… | address-changed | /v1/ -> /v2/'],
    ],
    [
      'by the default of a variable',
      spec({ servers: [{ url: '/{version}', variables: { version: { default: 1 } } }] }),
      spec({ servers: [{ url: '/{version}', variables: { version: { default: 2 } } }] }),
      ['breaks | /1/… | address-changed | /1/ -> /2/'],
    ],
    [
      'of the server that goes',
      spec(at('https://a.example/v1', 'https://a.example/v2')),
      spec(at('https://a.example/v2')),
      ['breaks | /v1/… | address-changed | /v1/ -> /v2/'],
    ],
    [
      'of a server at another host, which callers of a gateway can not choose',
      spec(at('https://a.example/v1')),
      spec(at('https://a.example/v2', 'https://b.example/v1')),
      ['breaks | /v1/… | address-changed | /v1/ -> /v2/', 'safe | servers | server-added |  -> b.example'],
    ],
    [
      'of one operation',
      spec(at('/v1'), { '/a': item, '/b': { get } }),
      spec(at('/v1'), { '/a': item, '/b': { get, ...at('/v2') } }),
      ['breaks | GET /b | address-changed | /v1/b -> /v2/b'],
    ],
    [
      'of an operation with servers of its own, with another difference',
      spec({}, { '/b': { get: { ...get, ...at('/v2') } } }),
      spec({}, { '/b': { get: { deprecated: true, ...get, ...at('/v3') } } }),
      ['breaks | GET /b | address-changed | /v2/b -> /v3/b', 'safe | GET /b | operation-deprecated |  -> '],
    ],
  ])('%s', (_what, older, newer, expected) => expect(lines(older, newer)).toEqual(expected));
});

describe('the same address in another form is no change', () => {
  const own = { '/v1/a': item, '/v1/b/{id}': item };
  it.each<[string, unknown, unknown]>([
    ['a base path that moves into the paths', swagger({ basePath: '/v1' }), swagger({}, own)],
    ['also in OpenAPI 3', spec(at('https://a.example/v1/')), spec(at('https://a.example'), own)],
    ['a part of it', spec(at('/api/v1')), spec(at('/api'), own)],
    ['Swagger 2.0 as OpenAPI 3', swagger({ host: 'a.example', basePath: '/v1' }), spec(at('https://a.example/v1'))],
    ['its two schemes', swagger({ host: 'a.example', schemes: ['http', 'https'] }), spec(at('https://a.example/'))],
    ['without a host', swagger({ basePath: '/v1' }), spec(at('/v1'))],
    [
      'servers of the paths',
      spec(at('/v1')),
      spec({}, { '/a': { ...item, ...at('/v1') }, '/b/{id}': { ...item, ...at('/v1') } }),
    ],
    ['a slash at the end', spec(at('https://a.example/v1')), spec(at('https://a.example/v1/'))],
    ['a relative server', spec(at('v1')), spec(at('/v1'))],
    ['a default in quotes', spec({ servers: [{ url: '/{v}', variables: { v: { default: 1 } } }] }), spec(at('/1'))],
    ['encoded paths', spec({}, { '/größe/{a}': item }), spec({}, { '/gr%C3%B6%c3%9Fe/{b}': item })],
    ['a space', spec({}, { '/a b': item }), spec({}, { '/a%20b': item })],
  ])('%s', (_what, older, newer) => expect([lines(older, newer), lines(newer, older)]).toEqual([[], []]));
});

describe('other differences of servers are told', () => {
  it.each<[string, unknown, unknown, string[]]>([
    [
      'another host',
      spec(at('https://a.example/v1')),
      spec(at('https://b.example/v1')),
      ['safe | servers | server-removed | a.example/v1 -> ', 'safe | servers | server-added |  -> b.example/v1'],
    ],
    [
      'one of several goes',
      spec(at('https://a.example/v1', 'https://a.example/v2')),
      spec(at('https://a.example/v1')),
      ['may-break | servers | server-removed | a.example/v2 -> '],
    ],
    [
      'another one is first',
      spec(at('https://a.example/v1', 'https://a.example/v2')),
      spec(at('https://a.example/v2', 'https://a.example/v1')),
      ['safe | servers | default-changed | /v1/ -> /v2/'],
    ],
    [
      'a new one is first',
      spec(at('/v1')),
      spec(at('/v2', '/v1')),
      ['safe | servers | default-changed | /v1/ -> /v2/'],
    ],
    [
      'one of several goes, without hosts',
      spec(at('/v1', '/v2')),
      spec(at('/v1')),
      ['may-break | servers | server-removed | /v2/ -> '],
    ],
    ['one comes, without hosts', spec(at('/v1')), spec(at('/v1', '/v2')), ['safe | servers | server-added |  -> /v2/']],
    [
      'one of several goes, and the host is said now',
      spec(at('/v1', '/v2')),
      spec(at('https://a.example/v1')),
      ['may-break | servers | server-removed | /v2/ -> '],
    ],
    [
      'another default of a variable that may have both values',
      spec({ servers: [{ url: '/v{v}', variables: { v: { enum: ['1', '2'], default: '1' } } }] }),
      spec({ servers: [{ url: '/v{v}', variables: { v: { enum: ['1', '2'], default: '2' } } }] }),
      ['safe | servers | default-changed | /v1/ -> /v2/'],
    ],
    [
      'a second one comes',
      spec(at('https://a.example')),
      spec(at('https://a.example', 'https://b.example')),
      ['safe | servers | server-added |  -> b.example'],
    ],
    [
      'of a path',
      spec({}, { '/a': { get, ...at('https://a.example') } }),
      spec({}, { '/a': { get, ...at('https://b.example') } }),
      ['safe | GET /a | server-removed | a.example -> ', 'safe | GET /a | server-added |  -> b.example'],
    ],
  ])('%s', (_what, older, newer, expected) => expect(lines(older, newer)).toEqual(expected));
});

it('operations that stand behind # stay apart', () => {
  const paths = { '/#Action=Run': { get }, '/#Action=Stop': { get } };
  expect(lines(spec({}, paths), spec({}, { '/#Action=Run': { get } }))).toEqual([
    'breaks | GET /#Action=Stop | operation-removed |  -> ',
  ]);
});
