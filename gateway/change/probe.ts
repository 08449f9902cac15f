import { Client, type Dispatcher } from 'undici';
import { neverSent } from '../admin-api/client.ts';
import { probeHeader } from '../telemetry/probe-header.ts';
import { closedRouteHeader } from './closed-route.ts';

/**
 * One call through the proxy.
 *
 * @property secret opens a closed route.
 * @property apikey a caller's key. Default: without credentials.
 */
export type Probe = Readonly<{
  method: string;
  path: string;
  secret?: string | undefined;
  apikey?: string | undefined;
}>;

/**
 * The proxy's response.
 *
 * @property status   undefined when the proxy can't be reached from here, which tells nothing about its configuration;
 *   0 when it did not respond in time.
 * @property realm    the protected space that the response names for a call without credentials.
 * @property upstream whether the upstream has responded, as far as Kong tells.
 */
export type ProbeResponse = Readonly<{ status: number | undefined; realm: string; upstream: boolean; text: string }>;

const nothing = { realm: '', upstream: false, text: '' };
const timeout = 3_000;

/** Returns the name of the protected space: `Key realm="..."`. */
const realmIn = (header: string | string[] | undefined): string =>
  /realm="([^"]*)"/.exec(Array.isArray(header) ? header.join() : (header ?? ''))?.[1] ?? '';

/**
 * Calls the proxy once, on a new connection: an open connection would always lead to the same worker.
 *
 * @param proxyUrl the gateway's address for callers.
 * @param mark     distinguishes this call from others in the gateway's reports.
 */
const probeOnce = async (
  proxyUrl: string,
  { method, path, secret, apikey }: Probe,
  mark: string,
): Promise<ProbeResponse> => {
  const { origin, pathname } = new URL(proxyUrl);
  const client = new Client(origin, { connectTimeout: timeout, maxResponseSize: 64 * 1024 });
  try {
    const { statusCode, headers, body } = await client.request({
      method: method as Dispatcher.HttpMethod,
      path: `${pathname.replace(/\/$/, '')}${path}`,
      headers: {
        accept: 'application/json',
        'user-agent': 'portico-probe',
        [probeHeader]: mark,
        ...(secret ? { [closedRouteHeader]: secret } : {}),
        ...(apikey ? { apikey } : {}),
      },
      signal: AbortSignal.timeout(timeout),
    });
    return {
      status: statusCode,
      realm: realmIn(headers['www-authenticate']),
      upstream: headers['x-kong-upstream-latency'] !== undefined,
      // Kong's own responses are short.
      text: await body.text().catch(() => ''),
    };
  } catch (error) {
    return { ...nothing, status: neverSent(error) ? undefined : 0 };
  } finally {
    await client.destroy();
  }
};

/** Calls the proxy several times at once, each time on a new connection. */
export const probeAtOnce = (proxyUrl: string, probe: Probe, mark: string, times: number): Promise<ProbeResponse[]> =>
  Promise.all(Array.from({ length: times }, () => probeOnce(proxyUrl, probe, mark)));
