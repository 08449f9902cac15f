import { BlockList, isIP, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import type { BffEnv } from '../context.ts';
import type { Services } from '../services.ts';

/** One spelling an address: IPv4 in IPv6 as IPv4, IPv6 compressed, no zone and no port. */
const canonical = (address: string): string | undefined => {
  const bare = address.trim().replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
  if (!isIP(mapped)) return undefined;
  return isIPv6(mapped) ? URL.parse(`http://[${mapped}]`)?.hostname.slice(1, -1) : mapped;
};

/** @throws RangeError when an entry is neither an address nor a network. */
const networks = (entries: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (!isIP(address)) throw new RangeError(`TRUSTED_PROXIES: ${entry} is neither an address nor a network`);
    list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
};

const remoteAddress = (c: Context): string => {
  try {
    return canonical(getConnInfo(c).remote.address ?? '') ?? 'unknown';
  } catch {
    // A request without a socket: a test's own.
    return 'unknown';
  }
};

/**
 * Puts the client's address and user agent on the context. X-Forwarded-For is read from its end, and
 * only as far as the hops are configured ones: whoever else writes into it is not believed (reliability M3).
 */
export const clientInfo = ({ settings }: Services): MiddlewareHandler<BffEnv> => {
  const isTrusted = networks(settings.TRUSTED_PROXIES);
  return async (c, next) => {
    const hops = (c.req.header('x-forwarded-for') ?? '').split(',').filter(Boolean);
    let address = remoteAddress(c);
    while (address !== 'unknown' && isTrusted(address)) {
      const hop = hops.pop();
      const claimed = hop === undefined ? undefined : canonical(hop);
      if (!claimed) break;
      address = claimed;
    }
    c.set('client', { address, userAgent: (c.req.header('user-agent') ?? '').slice(0, 500) });
    await next();
  };
};
