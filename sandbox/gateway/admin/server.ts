import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { readBody } from './body.ts';
import type { AdminContext } from './context.ts';
import { faultsIn, faultsPath, noFaults, nonsenseAt } from './faults.ts';
import { type AdminResponse, Refusal } from './refusal.ts';
import { resourceMethods } from './resources.ts';
import { specialMethods } from './special.ts';

type AdminServerOptions = {
  context: AdminContext;
  /** Resolves when all changes up to now are on disk. */
  commit: () => Promise<void>;
  /** Called with unexpected errors. */
  onError: (error: unknown) => void;
  /** If set, every request must send it as `Kong-Admin-Token`. */
  token?: string | undefined;
};

const message = (status: number, text: string): AdminResponse => ({ status, body: { message: text } });

const isAllowed = ({ token }: AdminServerOptions, request: IncomingMessage): boolean =>
  !token || request.headers['kong-admin-token'] === token;

async function handleRequest(options: AdminServerOptions, request: IncomingMessage): Promise<AdminResponse> {
  const { context } = options;
  if (!isAllowed(options, request)) return message(401, 'Invalid RBAC credentials');
  const url = new URL(request.url ?? '/', 'http://admin');
  if (/%(?![0-9a-f]{2})/i.test(url.pathname)) return message(400, 'Bad request');
  const path = url.pathname.split('/').slice(1).map(decodeURIComponent);
  if (path.at(-1) === '') path.pop();
  const methods = specialMethods(context, path, url) ?? resourceMethods(context, path, url);
  if (!methods) return message(404, 'Not found');
  const own = Object.keys(methods).map((name) => name.toUpperCase());
  const allowed = [...own, ...(methods.get ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
  if (request.method === 'OPTIONS')
    return {
      status: 204,
      headers: {
        Allow: allowed,
        'Access-Control-Allow-Methods': allowed,
        'Access-Control-Allow-Headers': 'Content-Type',
      },
    };
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  const handle = (methods as Record<string, (typeof methods)['get']>)[method.toLowerCase()];
  if (!handle) return message(405, 'Method not allowed');
  const body = method === 'GET' || method === 'DELETE' ? { row: {}, form: false } : await readBody(request);
  return handle(body);
}

function send(response: ServerResponse, { status, body, type, headers = {} }: AdminResponse, started: number): void {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    ...(body === undefined ? {} : { 'Content-Type': type ?? 'application/json; charset=utf-8' }),
    ...(status === 204 ? {} : { 'Content-Length': Buffer.byteLength(text) }),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Credentials': 'true',
    'X-Kong-Admin-Latency': Math.round(performance.now() - started),
    Server: 'portico-sandbox',
    ...headers,
  });
  response.end(response.req.method === 'HEAD' ? '' : text);
}

/** Milliseconds for which a connection without a call stays open: nginx's, with which Kong listens. */
const keepAliveTimeout = 75_000;

/** Returns the server of the Admin API. A change is on disk before the response is sent. */
export function createAdminServer(options: AdminServerOptions): Server {
  let faults = noFaults;
  const setFaults = async (request: IncomingMessage): Promise<AdminResponse> => {
    faults = faultsIn((await readBody(request)).row);
    options.context.isDbless = faults.dbless;
    return { status: 200, body: faults };
  };
  return createServer({ keepAliveTimeout }, async (request, response) => {
    const started = performance.now();
    const setsFaults = request.method === 'PUT' && request.url === faultsPath && isAllowed(options, request);
    const { errors, lost, late, nonsense } = setsFaults ? noFaults : faults;
    let result: AdminResponse;
    try {
      if (late > 0) await pause(late);
      if (Math.random() < errors) throw new Refusal(message(500, 'An unexpected error occurred'));
      if (Math.random() < nonsense) throw new Refusal(nonsenseAt(Math.random()));
      result = await (setsFaults ? setFaults(request) : handleRequest(options, request));
      if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method ?? '') && result.status < 300) await options.commit();
    } catch (error) {
      if (!(error instanceof Refusal)) options.onError(error);
      result = error instanceof Refusal ? error.response : message(500, 'An unexpected error occurred');
    }
    if (Math.random() < lost) response.destroy();
    else send(response, result, started);
  });
}
