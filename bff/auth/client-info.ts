import { BlockList, isIP, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { canonicalAddress, hopAddress } from '#platform/ip-address.ts';
import type { BffEnv } from '../context.ts';
import type { Services } from '../services.ts';

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

/** The other end of the connection, whatever headers say. */
export const remoteAddress = (c: Context): string => {
  try {
    return canonicalAddress(getConnInfo(c).remote.address ?? '') ?? 'unknown';
  } catch {
    // A request without a socket: a test's own.
    return 'unknown';
  }
};

/**
 * Puts the client's address and user agent on the context. X-Forwarded-For is read from its end, and
 * only as far as the hops are configured ones: whoever else writes into it is not believed (requirement M3).
 */
export const clientInfo = ({ settings }: Services): MiddlewareHandler<BffEnv> => {
  const isTrusted = networks(settings.TRUSTED_PROXIES);
  return async (c, next) => {
    const hops = (c.req.header('x-forwarded-for') ?? '').split(',').filter(Boolean);
    let address = remoteAddress(c);
    while (address !== 'unknown' && isTrusted(address)) {
      const hop = hops.pop();
      const claimed = hop === undefined ? undefined : hopAddress(hop);
      if (!claimed) break;
      address = claimed;
    }
    c.set('client', { address, userAgent: (c.req.header('user-agent') ?? '').slice(0, 500) });
    await next();
  };
};
