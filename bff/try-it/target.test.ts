import { expect, it } from 'vitest';
import { RefusedError } from '#domain/core/problem.ts';
import { targetBelow } from './target.ts';

const url = 'http://gateway.example:8000/orders-dev';

it.each([
  ['/', 'http://gateway.example:8000/orders-dev/'],
  ['/orders/7?limit=3&q=a%2Fb', 'http://gateway.example:8000/orders-dev/orders/7?limit=3&q=a%2Fb'],
  ['//evil.example/x', 'http://gateway.example:8000/orders-dev//evil.example/x'],
  ['/@evil.example', 'http://gateway.example:8000/orders-dev/@evil.example'],
  ['/a/../b', 'http://gateway.example:8000/orders-dev/b'],
])('%s is %s', (path, address) => {
  expect(targetBelow(url, path).href).toBe(address);
});

it.each([
  '/..',
  '/../other',
  '/../orders-dev-2',
  '/%2e%2e/other',
  '/.%2E/admin',
  '/a/%2e%2e/%2e%2e/x',
  '/..%2fother',
  '/a%5c..%5c..%5cx',
  '/\\evil.example',
  '/#@evil.example/',
])("refuses %s, which is outside the deployment's path (D5)", (path) => {
  expect(() => targetBelow(url, path)).toThrow(RefusedError);
});
