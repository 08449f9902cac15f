import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Settings } from '#platform/settings.ts';
import { invalidField } from './invalid.ts';

/**
 * Where a gateway must never be pointed (reliability D5): itself, its neighbours on the same machine,
 * the cloud's metadata address. Private ranges stay allowed, since that is where upstreams usually live.
 */
const refused = new BlockList();
refused.addSubnet('0.0.0.0', 8);
refused.addSubnet('127.0.0.0', 8);
refused.addSubnet('169.254.0.0', 16);
refused.addSubnet('224.0.0.0', 3);
refused.addAddress('::', 'ipv6');
refused.addAddress('::1', 'ipv6');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addSubnet('ff00::', 8, 'ipv6');

const isRefused = (address: string): boolean => refused.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** How long a name may take to resolve; what does not resolve here may still do so at the gateway. */
const resolve = async (host: string): Promise<string[]> => {
  if (isIP(host)) return [host];
  const found = await Promise.race([
    lookup(host, { all: true }).catch(() => []),
    new Promise<[]>((resolve) => setTimeout(() => resolve([]), 2_000).unref()),
  ]);
  return found.map(({ address }) => address);
};

/**
 * Checks a deployment's target by the name's addresses and by the exceptions that the owner of this
 * installation made (`UPSTREAM_ALLOW`, `host:port` each).
 *
 * @throws RefusedError at `upstreamUrl`.
 */
export const checkUpstream = async (
  { UPSTREAM_ALLOW }: Pick<Settings, 'UPSTREAM_ALLOW'>,
  text: string,
): Promise<void> => {
  const url = URL.parse(text);
  // What looks like an address need not be one: a port above 65535, a fifth part of an IP address.
  if (!url) throw invalidField('upstreamUrl', 'deployment.upstream-invalid');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (UPSTREAM_ALLOW.includes(`${host}:${port}`)) return;
  if ((await resolve(host)).some(isRefused)) throw invalidField('upstreamUrl', 'deployment.upstream-refused');
};
