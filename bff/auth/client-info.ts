import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { canonicalAddress, hopAddress } from '#platform/ip-address.ts';
import { inNetworks } from '#platform/networks.ts';
import type { BffEnv } from '../http/context.ts';
import type { Services } from '../http/services.ts';

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
  const isTrusted = inNetworks(settings.TRUSTED_PROXIES);
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
