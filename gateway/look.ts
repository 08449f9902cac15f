import { Client, type Dispatcher } from 'undici';
import { neverSent } from './client.ts';
import { guardHeader } from './guard.ts';
import { probeHeader } from './probe-header.ts';

/**
 * One call through the proxy, without credentials.
 *
 * @property secret for a route that is closed.
 */
export type Look = Readonly<{ method: string; path: string; secret?: string | undefined }>;

/**
 * What the proxy answered.
 *
 * @property status   undefined when the proxy can't be asked from here, which says nothing about its configuration; 0 when
 *                    it was asked and has not answered in time.
 * @property realm    the protected space that it says a call without credentials came to.
 * @property upstream whether something behind the gateway has answered, as far as Kong tells it.
 */
export type Seen = Readonly<{ status: number | undefined; realm: string; upstream: boolean; text: string }>;

const nothing = { realm: '', upstream: false, text: '' };
const timeout = 3_000;

/** The name that Kong gives the protected space: `Key realm="..."`. */
const realmIn = (header: string | string[] | undefined): string =>
  /realm="([^"]*)"/.exec(Array.isArray(header) ? header.join() : (header ?? ''))?.[1] ?? '';

/**
 * Calls the proxy once, on a connection of its own: an open one would lead to the same worker again and again.
 *
 * @param proxyUrl the gateway's address for callers.
 * @param mark     tells the call apart from others in what the gateway reports.
 */
const lookOnce = async (proxyUrl: string, { method, path, secret }: Look, mark: string): Promise<Seen> => {
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
        ...(secret ? { [guardHeader]: secret } : {}),
      },
      signal: AbortSignal.timeout(timeout),
    });
    return {
      status: statusCode,
      realm: realmIn(headers['www-authenticate']),
      upstream: headers['x-kong-upstream-latency'] !== undefined,
      // What Kong answers itself is short.
      text: await body.text().catch(() => ''),
    };
  } catch (error) {
    return { ...nothing, status: neverSent(error) ? undefined : 0 };
  } finally {
    await client.destroy();
  }
};

/** Calls so often at once, each on a connection of its own. */
export const lookAround = (proxyUrl: string, look: Look, mark: string, times: number): Promise<Seen[]> =>
  Promise.all(Array.from({ length: times }, () => lookOnce(proxyUrl, look, mark)));
