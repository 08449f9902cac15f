import type { TLSSocket } from 'node:tls';
import type { Json, Row } from '../kernel/json.ts';
import type { Call, Outcome } from '../proxy/call.ts';
import { headerList, headerRecord } from '../proxy/header-list.ts';

/** The only workspace of an open-source Kong. */
const workspace = { workspace: 'a657b186-29fa-4f81-bf06-d79d75168b1a', workspace_name: 'default' };

/** Returns an entity without the fields that are not set, as Kong's log serializer does. */
function compact(row: Row): Row {
  const entries = Object.entries(row).filter(([name, value]) => value !== null && !name.startsWith('@'));
  return { ...Object.fromEntries(entries), ws_id: workspace.workspace };
}

function queryRecord(query: string): Row {
  const record: Row = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const old = record[name];
    record[name] = old === undefined ? value : Array.isArray(old) ? [...old, value] : [old, value];
  }
  return record;
}

function tlsOf(call: Call): Row {
  if (call.scheme !== 'https') return {};
  const socket = call.request.socket as TLSSocket;
  return {
    tls: {
      version: socket.getProtocol?.() ?? '',
      cipher: socket.getCipher?.()?.standardName ?? '',
      client_verify: 'NONE',
    },
  };
}

/** Returns the approximate size of a head on the wire: its lines and their separators. */
const headSize = (first: string, lines: [string, string][]) =>
  lines.reduce((size, [name, value]) => size + name.length + value.length + 4, first.length + 4);

/** Returns one call as http-log posts it: with the request's headers, keys included, and without its body. */
export function logEntry(call: Call, outcome: Outcome): Row {
  const { request, upstream } = call;
  const uri = request.url ?? '/';
  const host = request.headers.host ?? '';
  const shownHost = /:\d+$/.test(host) ? host : `${host}:${call.port}`;
  const head = headerList(request.rawHeaders);
  // As in Kong, only the headers about the consumer, which plugins set, are among the logged ones.
  const identity = upstream.headers.filter(([name]) => /^x-(consumer|credential|anonymous|authenticated)-/i.test(name));
  const failed = call.tries.some((each) => each.failed);
  const statuses = call.tries.map((each) => (each.failed ? 502 : outcome.status));
  const entry: Row = {
    ...workspace,
    client_ip: call.clientIp,
    started_at: call.startedAt,
    source: outcome.source,
    request: {
      id: call.id,
      method: request.method ?? 'GET',
      uri,
      url: `${call.scheme}://${shownHost}${uri}`,
      querystring: queryRecord(call.query),
      headers: headerRecord([...head, ...identity]) as Row,
      size: headSize(`${request.method} ${uri} HTTP/1.1`, head) + Number(request.headers['content-length'] ?? 0),
      ...tlsOf(call),
    },
    response: {
      status: outcome.status,
      headers: headerRecord(outcome.headers) as Row,
      size: headSize('HTTP/1.1 200 OK', outcome.headers) + outcome.bodySize,
    },
    latencies: { ...outcome.latencies, receive: 0 },
    tries: call.tries.map(
      (each): Json => ({
        ip: each.ip,
        port: each.port,
        balancer_start: each.started,
        balancer_start_ns: each.started * 1_000_000,
        balancer_latency: 0,
        balancer_latency_ns: 0,
        ...(each.failed ? { state: 'failed', code: 502 } : {}),
      }),
    ),
    upstream_status: outcome.source === 'upstream' || failed ? statuses.join(', ') : '',
    upstream_uri: upstream.path + (upstream.query ? `?${upstream.query}` : ''),
    route: compact(call.route),
  };
  if (call.service) entry.service = compact(call.service);
  if (call.consumer) {
    const { ws_id: _workspace, ...consumer } = compact(call.consumer);
    entry.consumer = consumer;
  }
  if (call.credential) entry.authenticated_entity = { id: call.credential.row.id ?? null };
  return entry;
}
