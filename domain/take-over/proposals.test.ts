import { expect, it } from 'vitest';
import { proposedApi, proposedEnvironment } from './proposals.ts';

const apis = [
  { id: 1, name: 'Orders API' },
  { id: 2, name: 'Price List' },
  { id: 3, name: 'Stock' },
  { id: 4, name: 'stock api' },
  { id: 5, name: 'Běžné účty' },
  { id: 6, name: 'API' },
];

it.each([
  ['orders', 1],
  ['orders-dev', 1],
  ['Orders_Service-v2.prod', 1],
  ['price-list-api', 2],
  ['bezne-ucty', 5],
  ['api', 6],
  // Two APIs have the name.
  ['stock', undefined],
  ['price', undefined],
  ['orders-internal', undefined],
  ['dev', undefined],
  ['', undefined],
  ['---', undefined],
])('an API is proposed for the service %s: %s', (service, expected) => {
  expect(proposedApi(service, apis)).toBe(expected);
});

it.each([
  ['orders-dev', 'DEV'],
  ['orders.UAT', 'UAT'],
  ['dev-orders', undefined],
  ['orders', undefined],
  ['', undefined],
])('an environment is proposed for the service %s: %s', (service, expected) => {
  expect(proposedEnvironment(service)).toBe(expected);
});
