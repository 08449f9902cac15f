import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Store } from './entity/store.ts';
import { type Row, strings } from './kernel/json.ts';
import { plugins } from './plugins/registry.ts';
import { createBalancer } from './proxy/balancer.ts';
import type { Call, Outcome, PluginContext, Reply } from './proxy/call.ts';
import { headerList, removeHeader, setHeader } from './proxy/header-list.ts';
import type { PluginPlan } from './proxy/plugin-plan.ts';
import { errorReply } from './proxy/replies.ts';
import { requestPath, sentPath } from './proxy/request-path.ts';
import { type RouteMatch, upstreamPath } from './proxy/router.ts';
import { type Active, type Sent, sendReply, sendUpstreamResponse } from './proxy/send-response.ts';
import { type Agents, sendUpstream, type UpstreamFailure } from './proxy/upstream.ts';
import type { Workers } from './proxy/workers.ts';

type ProxyOptions = {
  store: Store;
  context: Omit<PluginContext, 'store' | 'worker'>;
  workers: Workers;
  unhealthy: Set<string>;
  agents: Agents;
};

/** `rawPath`: as the client wrote it. `path`: as Kong compares it with its routes. */
type Seen = {
  id: string;
  scheme: 'http' | 'https';
  port: number;
  rawPath: string;
  path: string;
  query: string;
  startedAt: number;
};

function see(request: IncomingMessage, scheme: 'http' | 'https'): Seen {
  const [rawPath = '/', ...rest] = (request.url ?? '/').split('?');
  const port = request.socket.localPort ?? 0;
  const id = randomBytes(16).toString('hex');
  return { id, scheme, port, rawPath, path: rawPath, query: rest.join('?'), startedAt: Date.now() };
}

/** Returns the headers for the upstream before plugins run: the client's headers, and the client's address. */
function upstreamHeaders(request: IncomingMessage, seen: Seen, match: RouteMatch, clientIp: string) {
  const headers = headerList(request.rawHeaders).filter(
    ([name]) => !/^(host|connection|keep-alive|proxy-connection|te|trailer|upgrade|expect)$/i.test(name),
  );
  const host = request.headers.host ?? '';
  const before = request.headers['x-forwarded-for'];
  const forwarded: [string, string][] = [
    ['Via', '1.1 portico-sandbox'],
    ['X-Forwarded-For', before ? `${before}, ${clientIp}` : clientIp],
    ['X-Forwarded-Proto', seen.scheme],
    ['X-Forwarded-Host', host.replace(/:\d+$/, '')],
    ['X-Forwarded-Port', String(seen.port)],
    ['X-Forwarded-Path', seen.rawPath],
    ['X-Real-IP', clientIp],
    ['X-Kong-Request-Id', seen.id],
  ];
  removeHeader(headers, 'X-Forwarded-Prefix');
  if (match.route.strip_path === true && match.matched) forwarded.push(['X-Forwarded-Prefix', match.matched]);
  for (const [name, value] of forwarded) setHeader(headers, name, value);
  return headers;
}

function createCall(
  request: IncomingMessage,
  seen: Seen,
  match: RouteMatch,
): Call & { sentBody(): Buffer | undefined } {
  const clientIp = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  let body: Buffer | undefined;
  let reading: Promise<Buffer> | undefined;
  return {
    ...seen,
    request,
    clientIp,
    match,
    route: match.route,
    service: match.service,
    upstream: {
      method: request.method ?? 'GET',
      path: sentPath(upstreamPath(match, seen.path)),
      query: seen.query,
      headers: upstreamHeaders(request, seen, match, clientIp),
    },
    body: () => {
      reading ??= Array.fromAsync(request as AsyncIterable<Buffer>).then((chunks) => Buffer.concat(chunks));
      return reading.then((bytes) => {
        body ??= bytes;
        return body;
      });
    },
    setBody: (changed) => {
      body = changed;
    },
    sentBody: () => body,
    responseHeaders: [],
    tries: [],
  };
}

/** Returns the refusal of plain http if the route needs https: 426, or a redirect. */
function schemeReply(request: IncomingMessage, seen: Seen, route: Row): Reply | undefined {
  const protocols = strings(route.protocols);
  if (protocols.includes(seen.scheme) || seen.scheme === 'https') return undefined;
  const status = Number(route.https_redirect_status_code);
  if (status === 426) {
    const reply = errorReply(426, 'Please use HTTPS protocol', seen.id, request.headers.accept);
    reply.headers.push(['Upgrade', 'TLS/1.2, HTTP/1.1'], ['Connection', 'Upgrade']);
    return reply;
  }
  const names: Record<number, string> = {
    301: 'Moved Permanently',
    302: 'Found',
    307: 'Temporary Redirect',
    308: 'Permanent Redirect',
  };
  const title = `${status} ${names[status] ?? ''}`;
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return {
    status,
    headers: [
      ['Content-Type', 'text/html'],
      ['Location', `https://${host}${request.url}`],
    ],
    body: `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`,
  };
}

const failures: Record<UpstreamFailure['failure'], [status: number, message: string]> = {
  refused: [502, 'An invalid response was received from the upstream server'],
  broken: [502, 'An invalid response was received from the upstream server'],
  timeout: [504, 'The upstream server is timing out'],
  unresolved: [503, 'name resolution failed'],
};

/**
 * The response that was sent, its source, and the time that the upstream took (milliseconds; -1 if it was not called).
 */
type Handled = { sent: Sent; source: Outcome['source']; waited: number };

function own(call: Call, response: ServerResponse, reply: Reply, active: Active[], asked?: number): Handled {
  return { sent: sendReply(call, response, reply, active, asked), source: 'kong', waited: asked ?? -1 };
}

/** Returns the handler of the proxy's listeners. */
export function createProxy({ store, context: shared, workers, unhealthy, agents }: ProxyOptions) {
  const balance = createBalancer(store, unhealthy);

  async function runAccess(
    call: Call,
    planOf: PluginPlan,
    context: PluginContext,
  ): Promise<{ reply: Reply | undefined; active: Active[] }> {
    const active: Active[] = [];
    let reply: Reply | undefined;
    for (const [name, plugin] of plugins) {
      const setting = planOf(name, {
        route: call.route,
        service: call.service,
        consumer: call.consumer,
        scheme: call.scheme,
      });
      if (!setting) continue;
      active.push({ plugin, setting });
      // After a reply, the remaining plugins do not see the request, but they see the response.
      reply ??= await plugin.access?.(call, setting, context);
    }
    return { reply, active };
  }

  async function ask(
    call: ReturnType<typeof createCall>,
    service: Row,
    response: ServerResponse,
    active: Active[],
  ): Promise<Handled> {
    const accept = call.request.headers.accept;
    const fail = (status: number, message: string, asked?: number) =>
      own(
        call,
        response,
        errorReply(status, message, call.id, accept, status === 502 || status === 504),
        active,
        asked,
      );
    const hasBody = 'content-length' in call.request.headers || 'transfer-encoding' in call.request.headers;
    const body = call.sentBody() ?? (hasBody ? undefined : Buffer.alloc(0));
    const asked = Date.now();
    // A streamed body can't be sent twice.
    const attempts = body ? Number(service.retries ?? 0) + 1 : 1;
    let failure: UpstreamFailure['failure'] = 'refused';
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const peer = balance(service);
      if (!peer) return fail(503, 'failure to get a peer from the ring-balancer');
      const host = call.route.preserve_host === true ? (call.request.headers.host ?? peer.hostHeader) : peer.hostHeader;
      setHeader(call.upstream.headers, 'Host', host);
      const started = Date.now();
      const received = await sendUpstream(call, peer, service, agents, body);
      const failed = 'failure' in received;
      if (!failed || received.failure !== 'unresolved')
        call.tries.push({ ip: peer.host === 'localhost' ? '127.0.0.1' : peer.host, port: peer.port, started, failed });
      if (!failed) {
        const waited = Date.now() - asked;
        return {
          sent: await sendUpstreamResponse(call, response, received, active, waited),
          source: 'upstream',
          waited,
        };
      }
      failure = received.failure;
      // A request that may have reached the upstream is sent again only if it changes nothing there.
      const harmless = /^(GET|HEAD|OPTIONS)$/.test(call.upstream.method);
      if (call.request.socket.destroyed || (failure !== 'refused' && !(failure === 'broken' && harmless))) break;
    }
    const [status, message] = failures[failure];
    return fail(status, message, failure === 'unresolved' ? undefined : Date.now() - asked);
  }

  return async (request: IncomingMessage, response: ServerResponse, scheme: 'http' | 'https'): Promise<void> => {
    const written = see(request, scheme);
    const asked = requestPath(written.rawPath);
    const seen = typeof asked === 'string' ? written : { ...written, ...asked };
    const sni = scheme === 'https' ? String((request.socket as TLSSocket).servername ?? '') : '';
    const host = (request.headers.host ?? '').toLowerCase();
    const worker = workers.of(request.socket);
    const context = { ...shared, store: worker.store, worker: worker.name };
    // The whole call uses one state, even if the worker renews its copies meanwhile.
    const planOf = worker.plugins.current();
    const wanted = { method: request.method ?? 'GET', host, path: seen.path, headers: request.headers, sni };
    const match = typeof asked === 'string' ? undefined : worker.router.current()(wanted);
    const none: RouteMatch = { route: {}, service: undefined, matched: '', captures: {} };
    const call = createCall(request, seen, match ?? none);
    const early = match
      ? schemeReply(request, seen, match.route)
      : asked === 'malformed'
        ? errorReply(400, 'Bad request', call.id, request.headers.accept)
        : errorReply(404, 'no Route matched with those values', call.id, request.headers.accept);
    if (early) {
      sendReply(call, response, early, []);
      return;
    }
    const { reply, active } = await runAccess(call, planOf, context);
    const handle = async (): Promise<Handled> => {
      if (reply) return own(call, response, reply, active);
      if (call.service) return ask(call, call.service, response, active);
      const missing = errorReply(503, 'no Service found with those values', call.id, request.headers.accept);
      return own(call, response, missing, active);
    };
    const { sent, source, waited } = await handle();
    const total = Date.now() - call.startedAt;
    const latencies = { request: total, proxy: waited, kong: Math.max(0, total - Math.max(0, waited)) };
    const outcome: Outcome = { ...sent, source, latencies };
    for (const { plugin, setting } of active) plugin.log?.(call, setting, outcome, context);
  };
}
