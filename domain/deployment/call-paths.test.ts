import { describe, expect, it } from 'vitest';
import { callPrefix, ownPrefix, withBasePath, withoutPath } from './base-path.ts';
import { exampleCall, namedPaths, otherPrefixes, pathsElsewhere, uncallablePaths, unsentPaths } from './call-paths.ts';

describe('the path that callers write before a path of the description', () => {
  it.each([
    ['http://127.0.0.1:3004', '/v1', '/v1'],
    ['http://127.0.0.1:3004/', '/v1', '/v1'],
    ['https://api.example/v1', '/v1', ''],
    ['https://api.example/internal', '/v1', ''],
    ['https://api.example', '', ''],
  ])('%s with base path "%s": "%s"', (target, basePath, prefix) => {
    expect(callPrefix(target, basePath)).toBe(prefix);
  });

  it.each([
    ['https://api.example', '/v1', '/v2', '/v2'],
    ['https://api.example/', '/v1', '', ''],
    ['https://api.example/v1', '/v1', '/v1', ''],
    ['https://api.example/v1', '/v1', '/v1/beta', '/beta'],
    ['https://api.example/internal', '', '/v2', '/v2'],
    ['https://api.example/v1', '/v1', '/v2', undefined],
    ['https://api.example/v1', '/v1', '', undefined],
    ['https://api.example/v1', '/v1', '/v10', undefined],
  ])('%s with base path "%s", for an operation under "%s": "%s"', (target, basePath, own, prefix) => {
    expect(ownPrefix(target, basePath, own)).toBe(prefix);
    expect(ownPrefix(withoutPath(target), basePath, own)).toBe(own);
  });

  it('is empty when the target ends in the base path', () => {
    const target = withBasePath('http://127.0.0.1:3004/', '/v1');
    expect(target).toBe('http://127.0.0.1:3004/v1');
    expect(callPrefix(target, '/v1')).toBe('');
  });
});

const of = (...paths: [string, ...string[]][]) => ({
  basePath: '',
  paths: paths.map(([path, ...methods]) => ({ path, methods })),
});

describe('an example of a call', () => {
  it('prefers a path that can be read without parameters', () => {
    expect(exampleCall(of(['/a', 'POST'], ['/b/{id}', 'GET'], ['/c#x', 'GET'], ['/d', 'PUT', 'GET']))).toEqual({
      method: 'GET',
      path: '/d',
    });
  });

  it('fills in required parameters, and leaves out the parts that are never sent', () => {
    expect(exampleCall(of(['/a', 'POST'], ['/b/{id}', 'GET']))).toEqual({ method: 'GET', path: '/b/1' });
    expect(exampleCall(of(['/#Action=Run', 'POST']))).toEqual({ method: 'POST', path: '/' });
    expect(exampleCall(of())).toBeNull();
  });

  it('is written as an address, and can be called', () => {
    expect(exampleCall(of(['/größe/{id}', 'GET']))).toEqual({ method: 'GET', path: '/gr%C3%B6%C3%9Fe/1' });
    expect(exampleCall(of(['/..', 'GET'], ['/pct%20enc', 'POST']))).toEqual({ method: 'POST', path: '/pct%20enc' });
    const paths = [
      { path: '/a', methods: ['GET'], basePath: '/v2' },
      { path: '/b', methods: ['POST'] },
    ];
    expect(exampleCall({ basePath: '/v1', paths })).toEqual({ method: 'POST', path: '/b' });
  });
});

it('paths that nobody can send are named; many are counted', () => {
  expect(unsentPaths(of(['/a', 'GET'], ['/b#c', 'GET'], ['/d?e', 'GET']))).toEqual({
    paths: ['/b#c', '/d?e'],
    total: 2,
  });
  const many = of(...Array.from({ length: 50 }, (_, index): [string, string] => [`/#${index}`, 'GET']));
  expect(unsentPaths(many)).toMatchObject({ total: 50 });
  expect(unsentPaths(many).paths).toHaveLength(namedPaths);
});

it('paths that no call reaches, and those under other base paths, are named', () => {
  expect(uncallablePaths(of(['/a', 'GET'], ['/..', 'GET'], ['/%ff', 'GET']))).toEqual({
    paths: ['/..', '/%ff'],
    total: 2,
  });
  const operations = {
    basePath: '/v1',
    paths: [
      { path: '/a', methods: ['GET'] },
      { path: '/b', methods: ['GET'], basePath: '/v2' },
      { path: '/b', methods: ['POST'], basePath: '/v2' },
      { path: '/c', methods: ['GET'], basePath: '/v1/beta' },
    ],
  };
  expect(pathsElsewhere(operations)).toEqual([
    { basePath: '/v2', paths: ['/b'], total: 1 },
    { basePath: '/v1/beta', paths: ['/c'], total: 1 },
  ]);
  expect(otherPrefixes(operations, 'https://x.example')).toEqual({ '/v2': '/v2', '/v1/beta': '/v1/beta' });
  expect(otherPrefixes(operations, 'https://x.example/v1')).toEqual({ '/v2': null, '/v1/beta': '/beta' });
});
