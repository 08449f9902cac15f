import { describe, expect, it } from 'vitest';
import { lockedPaths } from './lockdown.ts';

const shop = {
  basePath: '/v1',
  paths: [
    { path: '/pets', methods: ['POST', 'GET'] },
    { path: '/pets/{id}', methods: ['GET'] },
    { path: '/files/{name}.{extension}', methods: ['GET'] },
    { path: '/a+b(c)', methods: ['GET', 'POST'] },
  ],
};

describe('the paths that a lockdown lets through', () => {
  it('are grouped by their methods, templates as patterns', () => {
    expect(lockedPaths(shop, 'https://shop.example/v1')).toEqual([
      { methods: ['GET'], patterns: ['/files/[^/]+\\.[^/]+', '/pets/[^/]+'], example: '/pets/x' },
      { methods: ['GET', 'POST'], patterns: ['/a\\+b\\(c\\)', '/pets'], example: '/pets' },
    ]);
  });

  it('begin with the base path where the target does not end in it', () => {
    const [first] = lockedPaths(shop, 'https://shop.example');
    expect(first?.patterns).toEqual(['/v1/files/[^/]+\\.[^/]+', '/v1/pets/[^/]+']);
    expect(lockedPaths(shop, 'https://shop.example/api/v1/')[0]?.example).toBe('/pets/x');
  });

  it('match what they stand for and nothing else', () => {
    const matches = (path: string) =>
      lockedPaths(shop, 'https://shop.example/v1').some(({ patterns }) =>
        patterns.some((pattern) => new RegExp(`^${pattern}$`).test(path)),
      );
    expect(['/pets', '/pets/7', '/files/a.pdf', '/a+b(c)'].filter(matches)).toHaveLength(4);
    expect(['/pets/', '/pets/7/8', '/files/apdf', '/aab(c)', '/', ''].filter(matches)).toEqual([]);
  });
});
