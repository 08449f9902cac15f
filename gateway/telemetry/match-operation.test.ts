import { describe, expect, it } from 'vitest';
import { matchOperation } from './match-operation.ts';

const petstore = {
  basePath: '/v1',
  alsoUnder: ['/v2'],
  paths: [
    { path: '/pets', methods: ['GET', 'POST'] },
    { path: '/pets/{id}', methods: ['GET', 'DELETE'] },
    { path: '/pets/mine', methods: ['GET'] },
    { path: '/pets/{id}/photos/{number}.{format}', methods: ['GET'] },
    { path: '/{kind}/{id}/owner', methods: ['GET'] },
    { path: '/a,b/größe', methods: ['GET'] },
    { path: '/admin', methods: ['GET'], basePath: '/internal' },
    { path: '/', methods: ['GET'] },
  ],
};
const deployed = { contextPath: 'petstore', environment: 'DEV', upstreamUrl: 'https://pets.example' } as const;

describe('the operation of a call', () => {
  const match = matchOperation(petstore, deployed);

  it.each([
    ['GET', '/petstore-dev/v1/pets', '/pets'],
    ['GET', '/petstore-dev/v2/pets', '/pets'],
    ['GET', '/petstore-dev/v1/pets/7', '/pets/{id}'],
    ['DELETE', '/petstore-dev/v1/pets/7', '/pets/{id}'],
    ['HEAD', '/petstore-dev/v1/pets/7', '/pets/{id}'],
    ['GET', '/petstore-dev/v1/pets/mine', '/pets/mine'],
    // The text's place has no DELETE, the parameter's has.
    ['DELETE', '/petstore-dev/v1/pets/mine', '/pets/{id}'],
    ['GET', '/petstore-dev/v1/pets/7/photos/1.png', '/pets/{id}/photos/{number}.{format}'],
    ['GET', '/petstore-dev/v1/pets/7/owner', '/{kind}/{id}/owner'],
    ['GET', '/petstore-dev/v1/%70ets/x%20y', '/pets/{id}'],
    ['GET', '/petstore-dev/v1/pets/a%2Fb', '/pets/{id}'],
    ['GET', '/petstore-dev/v1/x/../pets', '/pets'],
    ['GET', '/petstore-dev//v1/pets', '/pets'],
    ['GET', '/petstore-dev/v1/a%2Cb/gr%C3%B6%C3%9Fe', '/a,b/größe'],
    ['GET', '/petstore-dev/internal/admin', '/admin'],
    ['GET', '/petstore-dev/v1/', '/'],
    ['PUT', '/petstore-dev/v1/pets', null],
    // Without the base path, as some targets serve it.
    ['GET', '/petstore-dev/pets', '/pets'],
    ['GET', '/petstore-dev/admin', '/admin'],
    ['GET', '/petstore-dev/v1/pets/', null],
    ['GET', '/petstore-dev/v1/pets/7/photos/1', null],
    ['GET', '/petstore-dev/v1/pets/7/photos/.png', null],
    ['GET', '/petstore/v1/pets', null],
    ['GET', '/other', null],
    ['GET', '', null],
    ['GET', '/petstore-dev/%', null],
    ['GET', '/petstore-dev/%ff', null],
    ['GET', '/petstore-dev/v1/pets/a%00', null],
    ['GET', '/petstore-dev/../../x', null],
    ['CONNECT', 'pets.example:443', null],
  ])('%s %s is %s', (method, path, operation) => {
    expect(match(method, path)).toBe(operation);
  });

  it('is told below the target’s own path, without the base path', () => {
    const below = matchOperation(petstore, {
      ...deployed,
      environment: 'PROD',
      upstreamUrl: 'https://pets.example/v1',
    });
    expect(below('GET', '/petstore/pets/7')).toBe('/pets/{id}');
    expect(below('GET', '/petstore/v1/pets/7')).toBeNull();
  });

  it('is looked for in few steps, whatever a description has', () => {
    const segments = Array.from({ length: 24 }, (_none, at) => at);
    const paths = segments.map((depth) => ({
      path: segments.map((at) => (at === depth ? '/a' : '/{x}')).join(''),
      methods: ['POST'],
    }));
    const mean = matchOperation({ basePath: '', paths }, deployed);
    // All ways through it are 16 million.
    for (let call = 0; call < 100; call += 1) expect(mean('GET', `/petstore-dev${'/a'.repeat(24)}`)).toBeNull();
  });
});
