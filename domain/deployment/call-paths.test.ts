import { describe, expect, it } from 'vitest';
import { callPrefix, withBasePath } from './base-path.ts';
import { exampleCall, namedPaths, unsentPaths } from './call-paths.ts';

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
