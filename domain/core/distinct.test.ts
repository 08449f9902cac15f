import { describe, expect, it } from 'vitest';
import { distinct, distinctPaths, joined } from './distinct.ts';

describe('what several nouns make together', () => {
  it('is their list, if no two items have the same key', () => {
    expect(distinct('name', ['a', 'b'])).toEqual(['a', 'b']);
    expect(() => distinct('name', ['a', 'b', 'a'])).toThrow('There are two of name "a"');
    expect(() => distinct('noun', [{ id: 1 }, { id: 1 }], ({ id }) => `noun-${id}`)).toThrow('"noun-1"');
  });

  it('is a map of all their entries, if no two have the same key', () => {
    expect(joined('kind', [{ a: 1 }, { b: 2 }])).toEqual({ a: 1, b: 2 });
    expect(() => joined('kind', [{ a: 1 }, { b: 2 }, { b: 3 }])).toThrow('There are two of kind "b"');
  });

  it.each([
    ['the same path', ['get /topics', 'get /topics']],
    ['another name of the parameter', ['get /topic/{id}', 'get /topic/{name}']],
    ['a fixed path behind a parameter', ['/topic/:id', '/topic/new']],
  ])('refuses a route that would never get a call: %s', (_, paths) => {
    expect(() => distinctPaths(paths, String)).toThrow(`"${paths[0]}" takes the calls of "${paths[1]}"`);
  });

  it('may have a fixed path before a parameter, and other methods', () => {
    const paths = ['get /topic/new', 'get /topic/{id}', 'post /topic/{id}', 'get /topic/{id}/history'];
    expect(distinctPaths(paths, String)).toEqual(paths);
  });
});
