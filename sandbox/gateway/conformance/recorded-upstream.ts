import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../kernel/json.ts';
import { headerList } from '../proxy/header-list.ts';

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/**
 * Starts the service that was behind Kong during the recording. It returns the request that it got. `?status=` sets the
 * status of its response.
 */
export async function startRecordedUpstream(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const url = new URL(request.url ?? '/', 'http://upstream');
    if (url.pathname.startsWith('/slow')) await pause(2000);
    const headers: Record<string, Json> = {};
    for (const [name, value] of headerList(request.rawHeaders)) {
      const old = headers[name];
      headers[name] = old === undefined ? value : [old, value].flat();
    }
    const { method, url: path, httpVersion } = request;
    const seen = JSON.stringify({ method, url: path, httpVersion, headers, body: parsed(body) });
    response.writeHead(Number(url.searchParams.get('status') ?? 200), {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(seen),
      'X-Upstream': 'echo',
      'X-Remove-Me': 'secret',
    });
    response.end(request.method === 'HEAD' ? '' : seen);
  });
  return { port: await listening(server), close: () => stop(server) };
}

export type Post = { method: string; path: string; headers: Record<string, string | string[] | undefined>; body: Json };

/** Starts a listener for http-log. It keeps the posts and responds with the status that `status` returns. */
export async function startLogListener(
  status: () => number = () => 200,
): Promise<{ port: number; posts: Post[]; close(): Promise<void> }> {
  const posts: Post[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    posts.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: parsed(body) });
    response.writeHead(status()).end();
  });
  return { port: await listening(server), posts, close: () => stop(server) };
}
