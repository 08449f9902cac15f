import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Serves a registry on a port of its own. Not public (reliability M4): with a token to its bearers, else to this machine. */
export const serveMetrics = (registry: Registry, port: number, token: string | undefined): Server =>
  createServer(async (request, response) => {
    const allowed = !token || timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
    response.statusCode = allowed ? 200 : 401;
    response.setHeader('content-type', allowed ? registry.contentType : 'text/plain');
    response.end(allowed ? await registry.metrics() : undefined);
  }).listen(port, token ? undefined : '127.0.0.1');
