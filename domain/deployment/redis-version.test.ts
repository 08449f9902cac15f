import { expect, it } from 'vitest';
import { takesRedis } from './redis-version.ts';

it.each([
  ['3.6.0', true],
  ['3.9.1', true],
  ['3.10.0.2', true],
  ['4.0.0', true],
  ['3.5.0', false],
  ['3.4.3.5-enterprise-edition', false],
  ['2.8.1', false],
  ['next', true],
  [null, true],
])('a Kong %s takes a Redis for its limits: %s', (version, takes) => {
  expect(takesRedis(version)).toBe(takes);
});
