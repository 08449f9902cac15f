import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { BffEnv } from '../http/context.ts';
import type { Services } from '../http/services.ts';
import { clientInfo } from './client-info.ts';

const addressOf = async (trusted: string[], remoteAddress: string, forwarded?: string): Promise<string> => {
  const app = new Hono<BffEnv>();
  app.use(clientInfo({ settings: { TRUSTED_PROXIES: trusted } } as unknown as Services));
  app.get('/', (c) => c.text(c.get('client').address));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const response = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } });
  return response.text();
};

/** The client's address is the last one that is not a trusted hop (M3). */
test.each<[string, string[], string, string | undefined, string]>([
  ['no trusted proxy', [], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a hop that is not trusted', ['10.0.0.0/8'], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['one trusted hop', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['a client that writes the header itself', ['10.0.0.0/8'], '10.1.2.3', '127.0.0.1, 198.51.100.1', '198.51.100.1'],
  ['two trusted hops', ['10.0.0.0/8'], '10.1.2.3', '6.6.6.6, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['all hops trusted', ['10.0.0.0/8'], '10.1.2.3', '10.1.1.1', '10.1.1.1'],
  ['no header', ['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
  ['an invalid address', ['10.0.0.0/8'], '10.1.2.3', 'evil\u00e9, unknown', '10.1.2.3'],
  ['IPv4 in IPv6', ['127.0.0.1'], '::ffff:127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['IPv4 in IPv6, in hexadecimal', ['127.0.0.1'], '::ffff:7f00:1', '::ffff:c633:6401', '198.51.100.1'],
  ['a hop with its port', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1:51234', '198.51.100.1'],
  ['trusted hops with ports', ['10.0.0.0/8'], '10.1.2.3', '6.6.6.6, 198.51.100.1:443, 10.9.9.9:80', '198.51.100.1'],
  ['an IPv6 hop with its port', ['10.0.0.0/8'], '10.1.2.3', '[2001:DB8::1]:51234', '2001:db8::1'],
  ['one spelling of IPv6', ['::1'], '::1', '2001:DB8:0:0::1', '2001:db8::1'],
])('%s', async (_what, trusted, remote, forwarded, expected) => {
  expect(await addressOf(trusted, remote, forwarded)).toBe(expected);
});
