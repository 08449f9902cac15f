import { type IncomingHttpHeaders, request } from 'node:http';

/** One call through the gateway. `arrived` is where it came to: the upstream's host, port and path, if it did. */
export type Seen = Readonly<{
  startedAt: number;
  status: number;
  headers: IncomingHttpHeaders;
  arrived?: string;
  /** The headers that the upstream got. */
  sent?: Readonly<Record<string, string>>;
}>;

/** Calls over a connection of its own, which any of the gateway's workers may take. */
export const call = (
  url: string,
  headers: Readonly<Record<string, string>> | undefined,
  method = 'GET',
): Promise<Seen | undefined> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const outgoing = request(url, {
      method,
      agent: false,
      headers: { ...headers, connection: 'close' },
      timeout: 5_000,
    });
    outgoing.on('response', async (response) => {
      try {
        const text = Buffer.concat(await response.toArray()).toString();
        const seen = { startedAt, status: response.statusCode ?? 0, headers: response.headers };
        if (!text.startsWith('{"method":')) return resolve(seen);
        const echo = JSON.parse(text) as { path: string; headers: Record<string, string> };
        resolve({ ...seen, arrived: `${echo.headers.host}${echo.path}`, sent: echo.headers });
      } catch {
        resolve(undefined);
      }
    });
    // A connection that broke says nothing about what is in force.
    outgoing.on('error', () => resolve(undefined));
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.end();
  });
