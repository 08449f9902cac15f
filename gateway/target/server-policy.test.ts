import { expect, it } from 'vitest';
import { createServerPolicy } from './server-policy.ts';

const own = { PORT: 3000, INGEST_PORT: 3001, METRICS_PORT: undefined, PUBLIC_URL: 'https://portal.example' };
const names: Readonly<Record<string, readonly string[]>> = {
  'kong.internal': ['10.0.0.9'],
  'rebound.example': ['169.254.169.254'],
  'here.example': ['127.0.0.1'],
};
const policy = createServerPolicy(own, async (name) => {
  const found = names[name];
  if (found) return found;
  throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
});

it.each([
  ['10.0.0.9', 8001],
  ['192.168.1.2', 8001],
  ['kong.internal', 8001],
  ['127.0.0.1', 8001],
  ['localhost', 8001],
  ['[::1]', 8444],
  ['fd12:3456::1', 8001],
  ['nobody.example', 8001],
  ['portal.example', 8444],
])('a server may be at %s:%s', async (host, port) => {
  expect(await policy(host, port)).toBeUndefined();
});

it.each([
  ['169.254.169.254', 80],
  ['[fe80::1]', 8001],
  ['[::ffff:169.254.169.254]', 80],
  ['100.100.100.200', 80],
  ['[fd00:ec2::254]', 80],
  ['metadata.google.internal', 80],
  ['METADATA.google.internal.', 80],
  ['rebound.example', 80],
  ['224.0.0.1', 80],
])('a server may not be at %s:%s: cloud metadata, link-local', async (host, port) => {
  expect(await policy(host, port)).toBe('resource.address-refused');
});

it.each([
  ['127.0.0.1', 3000],
  ['127.9.9.9', 3001],
  ['localhost', 3000],
  ['0.0.0.0', 3000],
  ['[::1]', 3000],
  ['[::ffff:127.0.0.1]', 3000],
  ['here.example', 3000],
  ['portal.example', 443],
])('a server may not be at %s:%s: the portal itself', async (host, port) => {
  expect(await policy(host, port)).toBe('resource.address-own');
});
