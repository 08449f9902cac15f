import { setTimeout as pause } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { probeHeader } from '#platform/probe-header.ts';
import type { RouteProbe } from './plan-routes.ts';

/** `unreachable`: the proxy cannot be asked from here, which says nothing about the route. */
export type Probe = 'live' | 'missing' | 'unreachable';

/** What Kong's proxy says where it has no route. */
const noRoute = 'no Route matched with those values';

const look = async (pool: Pool, method: string, path: string, mark: string, timeout: number): Promise<Probe> => {
  try {
    const { statusCode, body } = await pool.request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers: { accept: 'application/json', [probeHeader]: mark },
      signal: AbortSignal.timeout(timeout),
    });
    if (statusCode !== 404) {
      await body.dump();
      return 'live';
    }
    return (await body.text()).includes(noRoute) ? 'missing' : 'live';
  } catch {
    return 'unreachable';
  }
};

/**
 * Asks the proxy, without credentials, until the route is what it should be: a gateway takes up to 5 s to obey
 * (reliability J6). Deployments always ask for credentials, so the upstream never sees this.
 *
 * @param proxyUrl the gateway's address for callers.
 * @param mark     tells the call apart from others in what the gateway reports.
 * @param limit    milliseconds in all; `interval` between two looks.
 * @returns the last thing seen.
 */
export const probeRoute = async (
  proxyUrl: string,
  { method, path, wanted }: RouteProbe,
  { mark, limit, interval }: Readonly<{ mark: string; limit: number; interval: number }>,
): Promise<Probe> => {
  const { origin, pathname } = new URL(proxyUrl);
  const pool = new Pool(origin, { connections: 1, connectTimeout: 2_000, maxResponseSize: 1024 * 1024 });
  const deadline = Date.now() + limit;
  try {
    for (;;) {
      const seen = await look(pool, method, `${pathname.replace(/\/$/, '')}${path}`, mark, 2_000);
      if (seen !== 'missing' && seen !== 'live') return seen;
      if (seen === wanted || Date.now() + interval > deadline) return seen;
      await pause(interval);
    }
  } finally {
    await pool.destroy();
  }
};
