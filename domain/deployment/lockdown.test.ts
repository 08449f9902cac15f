import { describe, expect, it } from 'vitest';
import { countPaths, lockedPaths, type SpecOperations, unreachedPaths } from './lockdown.ts';
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
      { methods: ['GET', 'HEAD', 'POST'], patterns: [lockedPattern('/a+b(c)'), '/pets'], example: '/pets' },
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

  it('are those of the servers of a path, too, and not the same ones under the servers of others', () => {
    const mixed: SpecOperations = {
      basePath: '/v1',
      paths: [
        { path: '/a', methods: ['GET'] },
        { path: '/b', methods: ['GET'], basePath: '/v2' },
        { path: '/health', methods: ['GET'], basePath: '' },
        { path: '/c', methods: ['GET'], basePath: '/v1/beta' },
      ],
    };
    const bare = taken(mixed, 'https://shop.example');
    expect(['/v1/a', '/v2/b', '/health', '/v1/beta/c'].filter(bare)).toHaveLength(4);
    expect(['/v1/b', '/b', '/a', '/v2/a', '/v1/health', '/beta/c', '/v1/c'].filter(bare)).toEqual([]);
    expect(unreachedPaths(mixed, 'https://shop.example')).toEqual([]);

    const below = taken(mixed, 'https://shop.example/v1');
    expect(['/a', '/beta/c'].filter(below)).toHaveLength(2);
    expect(['/b', '/v2/b', '/health', '/v1/a'].filter(below)).toEqual([]);
    expect(unreachedPaths(mixed, 'https://shop.example/v1').map(({ path }) => path)).toEqual(['/b', '/health']);
  });

  it('are let through under all servers at the same host', () => {
    const several: SpecOperations = {
      basePath: '/v1',
      alsoUnder: ['/v2'],
      paths: [
        { path: '/a', methods: ['GET'] },
        { path: '/b', methods: ['GET'], basePath: '/own', alsoUnder: ['/other'] },
      ],
    };
    const bare = taken(several, 'https://shop.example');
    expect(['/v1/a', '/v2/a', '/own/b', '/other/b'].filter(bare)).toHaveLength(4);
    expect(['/a', '/own/a', '/v1/b', '/v2/b', '/v3/a'].filter(bare)).toEqual([]);
    expect(lockedPaths(several, 'https://shop.example')[0]?.example).toBe('/v1/a');
    const below = taken(several, 'https://shop.example/v1');
    expect(['/a', '/v1/a', '/v2/a', '/b', '/own/b'].filter(below)).toEqual(['/a']);
    expect(countPaths(several)).toBe(4);
  });

  it('are all but those that no call reaches', () => {
    const odd: SpecOperations = {
      basePath: '',
      paths: ['/größe/{id}', '/日本', '/a b', '/a\0', '/%ff', '/../up', '/100%', '/pct%20enc/{id}'].map((path) => ({
        path,
        methods: ['GET'],
      })),
    };
    const [group] = lockedPaths(odd, 'https://shop.example');
    expect(group?.patterns).toHaveLength(5);
    expect(group?.example).toBe('/gr%C3%B6%C3%9Fe/x');
    expect(['/größe/5', '/日本', '/a b', '/100%25', '/pct enc/5'].filter(taken(odd, 'https://x.example'))).toHaveLength(
      5,
    );
    expect(lockedPaths({ basePath: '', paths: [{ path: '/..', methods: ['GET'] }] }, 'https://x.example')).toEqual([]);
  });
});
