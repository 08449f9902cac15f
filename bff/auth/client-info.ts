import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { cutText } from '#platform/cut-text.ts';
import { canonicalAddress, hopAddress } from '#platform/ip-address.ts';
import { inNetworks } from '#platform/networks.ts';
import type { BffEnv } from '../http/context.ts';
import type { Services } from '../http/services.ts';

/** Returns the address of the connection, independent of headers. */
export const remoteAddress = (c: Context): string => {
  try {
    return canonicalAddress(getConnInfo(c).remote.address ?? '') ?? 'unknown';
  } catch {
    // A request without a socket, in a test.
    return 'unknown';
  }
};

/**
 * Sets the client's address and user agent on the context. Reads X-Forwarded-For from its end and stops at the first hop
 * that is not configured, because anybody can write the rest (requirement M3).
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
    c.set('client', { address, userAgent: cutText(c.req.header('user-agent') ?? '', 500) });
    await next();
  };
};
