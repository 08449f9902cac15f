import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isRow, parseJson, type Row } from '../kernel/json.ts';
import type { Call, Plugin, PluginConfig, Reply } from './call.ts';
import { type HeaderList, headerList, headerValue, removeHeader, setHeader } from './header-list.ts';

/** A plugin that runs in a call, with its configuration. */
export type Active = { plugin: Plugin; setting: PluginConfig };

const connectionHeaders = /^(connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|server|via)$/i;

function sendHead(call: Call, response: ServerResponse, status: number, headers: HeaderList, active: Active[]): void {
  for (const { plugin, setting } of active) plugin.header?.(call, setting, { status, headers });
  setHeader(headers, 'X-Kong-Request-Id', call.id);
  setHeader(headers, 'Server', 'portico-sandbox');
  response.sendDate = headerValue(headers, 'date') === undefined;
  response.writeHead(status, headers.flat());
}

const elapsed = (call: Call) => String(Math.max(0, Date.now() - call.startedAt));

/** The response that was sent, for the log. */
export type Sent = { status: number; headers: HeaderList; bodySize: number };

/**
 * Sends the gateway's own response.
 * @param asked milliseconds until the upstream failed; undefined if it was not called
 */
export function sendReply(call: Call, response: ServerResponse, reply: Reply, active: Active[], asked?: number): Sent {
  const headers: HeaderList = [...reply.headers, ...call.responseHeaders];
  setHeader(headers, 'Content-Length', String(Buffer.byteLength(reply.body)));
  if (asked === undefined) headers.push(['X-Kong-Response-Latency', elapsed(call)]);
  else
    headers.push(
      ['X-Kong-Upstream-Latency', String(asked)],
      ['X-Kong-Proxy-Latency', '0'],
      ['Via', '1.1 portico-sandbox'],
    );
  sendHead(call, response, reply.status, headers, active);
  response.end(call.request.method === 'HEAD' ? '' : reply.body);
  return { status: reply.status, headers, bodySize: Buffer.byteLength(reply.body) };
}

async function readJson(incoming: IncomingMessage): Promise<{ bytes: Buffer; row: Row | undefined }> {
  const bytes = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>));
  const value = parseJson(bytes.toString());
  return { bytes, row: isRow(value) ? value : undefined };
}

/** Streams the upstream's response to the client. Only a JSON body that a plugin changes is read whole. */
export async function sendUpstreamResponse(
  call: Call,
  response: ServerResponse,
  incoming: IncomingMessage,
  active: Active[],
  waited: number,
): Promise<Sent> {
  const status = incoming.statusCode ?? 502;
  const headers = headerList(incoming.rawHeaders).filter(([name]) => !connectionHeaders.test(name));
  headers.push(...call.responseHeaders);
  headers.push(
    ['X-Kong-Upstream-Latency', String(waited)],
    ['X-Kong-Proxy-Latency', String(Math.max(0, Date.now() - call.startedAt - waited))],
    ['Via', '1.1 portico-sandbox'],
  );
  const isJson = /application\/json/i.test(headerValue(headers, 'content-type') ?? '');
  const changes = isJson ? active.flatMap(({ plugin, setting }) => plugin.json?.(setting) ?? []) : [];
  let bodySize = 0;
  if (changes.length > 0) {
    const { bytes, row } = await readJson(incoming);
    removeHeader(headers, 'content-length');
    sendHead(call, response, status, headers, active);
    const body = row ? JSON.stringify(changes.reduce((value, change) => change(value), row)) : bytes;
    bodySize = Buffer.byteLength(body);
    response.write(body);
    response.end();
    return { status, headers, bodySize };
  }
  sendHead(call, response, status, headers, active);
  incoming.on('data', (chunk: Buffer) => {
    bodySize += chunk.length;
  });
  // The client or the upstream may hang up. The call is over then, and is logged like any other.
  await pipeline(incoming, response).catch(() => response.destroy());
  return { status, headers, bodySize };
}
