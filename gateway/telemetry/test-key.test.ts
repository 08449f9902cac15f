import { expect, it } from 'vitest';
import { createVault } from '#platform/vault.ts';
import { testKeyOf, tokenOfTestKey } from './test-key.ts';

const vault = createVault(Buffer.alloc(32, 1));
const now = new Date('2026-11-28T12:00:00Z');
const until = now.getTime() + 60_000;
const key = testKeyOf(vault, 7, 'a-token', until);

it('a key of a test names its token, for its gateway and its time', () => {
  expect(tokenOfTestKey(vault, 7, key, now)).toBe('a-token');
});

it.each([
  ['of another gateway', 8, key, now],
  ['after its time', 7, key, new Date(until)],
  ['with a longer time', 7, key.replace(String(until), String(until + 1)), now],
  ['with another token', 7, key.replace('a-token', 'b-token'), now],
  ['of another installation', 7, testKeyOf(createVault(Buffer.alloc(32, 2)), 7, 'a-token', until), now],
  ['that is none', 7, 'a-telemetry-key', now],
  ['without a text', 7, undefined, now],
] as const)('a key %s lets nothing in', (_what, gatewayId, sent, at) => {
  expect(tokenOfTestKey(vault, gatewayId, sent, at)).toBeUndefined();
});
