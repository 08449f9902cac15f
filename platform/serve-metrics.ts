import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { mayReadMetrics } from './may-read-metrics.ts';

/**
 * Serves `/healthz` to everybody, and `/metrics` to those who may read it. A process that is not the BFF serves nothing
 * else.
 */
export const serveMetrics = (registry: Registry, port: number, token: string | undefined): Server =>
  createServer(async ({ url, headers, socket }, response) => {
    const header = (name: string) => headers[name]?.toString();
    if (url === '/healthz') return response.end('alive');
    // The response does not tell whether the path is unknown or forbidden.
    if (url !== '/metrics' || !mayReadMetrics(header, socket.remoteAddress, token))
      return response.writeHead(404).end();
    try {
      const text = await registry.metrics();
      response.setHeader('content-type', registry.contentType).end(text);
    } catch {
      response.writeHead(503).end();
    }
  }).listen(port);
