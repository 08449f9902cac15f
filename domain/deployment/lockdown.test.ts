import { describe, expect, it } from 'vitest';
import { lockedPaths, type SpecOperations } from './lockdown.ts';
import { lockedPattern } from './locked-pattern.ts';

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
      {
        methods: ['GET', 'HEAD'],
        patterns: [lockedPattern('/files/{name}.{extension}'), lockedPattern('/pets/{id}')],
        example: '/pets/x',
      },
      { methods: ['GET', 'HEAD', 'POST'], patterns: ['/a\\+b\\(c\\)', '/pets'], example: '/pets' },
    ]);
  });

  const taken = (operations: SpecOperations, upstreamUrl: string) => (path: string) =>
    lockedPaths(operations, upstreamUrl).some(({ patterns }) =>
      patterns.some((pattern) => new RegExp(`^${pattern}$`).test(path)),
    );

  it('are let through only in the form that callers are told to write', () => {
    const bare = taken(shop, 'https://shop.example');
    expect(['/v1/pets', '/v1/pets/7', '/v1/a+b(c)'].filter(bare)).toHaveLength(3);
    // The target has these beside what its description names, perhaps as an older release of itself.
    expect(['/pets', '/pets/7', '/v1', '/v2/pets', '/v1/v1/pets', '/v1pets', '/v1/'].filter(bare)).toEqual([]);
    for (const target of ['https://shop.example/v1', 'https://shop.example/internal']) {
      expect(taken(shop, target)('/pets')).toBe(true);
      expect(taken(shop, target)('/v1/pets')).toBe(false);
    }
  });

  it('have an example as a caller would write it', () => {
    expect(lockedPaths(shop, 'https://shop.example')[0]?.example).toBe('/v1/pets/x');
    expect(lockedPaths(shop, 'https://shop.example/api/v1/')[0]?.example).toBe('/pets/x');
    expect(lockedPaths(shop, 'https://shop.example/internal')[0]?.example).toBe('/pets/x');
  });

  it('end before a fragment or a query in the path, as in the descriptions of S3 and EC2', () => {
    const cloud = {
      basePath: '',
      paths: [
        { path: '/#Action=RunInstances', methods: ['POST', 'GET'] },
        { path: '/#Action=StopInstances', methods: ['POST', 'GET'] },
        { path: '/{Bucket}#acl', methods: ['GET', 'PUT'] },
        { path: '/{Bucket}?x-id=List', methods: ['GET'] },
      ],
    };
    expect(lockedPaths(cloud, 'https://cloud.example').map(({ patterns }) => patterns)).toEqual([
      [lockedPattern('/{Bucket}')],
      ['/'],
      [lockedPattern('/{Bucket}')],
    ]);
    expect(['/', '/photos'].filter(taken(cloud, 'https://cloud.example'))).toHaveLength(2);
  });

  it('match their own paths and no others', () => {
    const matches = taken(shop, 'https://shop.example/v1');
    expect(['/pets', '/pets/7', '/files/a.pdf', '/a+b(c)'].filter(matches)).toHaveLength(4);
    expect(['/pets/', '/pets/7/8', '/files/apdf', '/aab(c)', '/', ''].filter(matches)).toEqual([]);
  });
});
