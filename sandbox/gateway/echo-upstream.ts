import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type EchoUpstream = { url: string; close(): Promise<void> };

/**
 * Starts a service that returns its request as JSON: method, url, path, query, headers and body. `/status/{code}` responds
 * with that status, `/delay/{ms}` after that many milliseconds (at most 60,000).
 */
export async function startEchoUpstream({
  port,
  host = '127.0.0.1',
}: {
  port: number;
  host?: string;
}): Promise<EchoUpstream> {
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    const url = new URL(request.url ?? '/', 'http://echo');
    const [, code] = /\/status\/([1-5]\d\d)$/.exec(url.pathname) ?? [];
    const [, delay] = /\/delay\/(\d+)$/.exec(url.pathname) ?? [];
    if (delay) await pause(Math.min(Number(delay), 60_000));
    response.writeHead(Number(code ?? 200), { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify({
        method: request.method,
        /** As it came, with the query. */
        url: request.url,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
