import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import { listen } from './listen.ts';
import { mayReadMetrics } from './may-read-metrics.ts';

/** @property token the token that readers from other machines must send. */
type Place = Readonly<{ port: number; host: string; token: string | undefined }>;

/** `ready` is called when the process works: from then on `/readyz` is 200 and there are metrics. */
export type MetricsServer = Readonly<{ port: number; ready: (registry: Registry) => void; close: () => void }>;

/**
 * Serves `/healthz` and `/readyz` to everybody, and `/metrics` to those who may read it. A process that is not the BFF
 * serves nothing else.
 *
 * @throws UnfitError when the port can't be had.
 */
export const serveMetrics = async ({ port, host, token }: Place): Promise<MetricsServer> => {
  let registry: Registry | undefined;
  const server = createServer(async ({ url, headers, socket }, response) => {
    const header = (name: string) => headers[name]?.toString();
    if (url === '/healthz') return response.end('alive');
    if (url === '/readyz') return response.writeHead(registry ? 200 : 503).end(registry ? 'ready' : 'not ready');
    // The response does not tell whether the path is unknown or forbidden.
    if (url !== '/metrics' || !mayReadMetrics(header, socket.remoteAddress, token))
      return response.writeHead(404).end();
    if (!registry) return response.writeHead(503).end();
    try {
      const text = await registry.metrics();
      response.setHeader('content-type', registry.contentType).end(text);
    } catch {
      response.writeHead(503).end();
    }
  });
  await listen(server, { port, host, setting: 'METRICS_PORT' });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    ready: (given) => {
      registry = given;
    },
    close: () => server.close(),
  };
};
