import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Json } from '../kernel/json.ts';

export type Received = { status: number; headers: Record<string, string | string[]>; body: Json | undefined };

/** Sends a request as it was recorded, with no other headers than Host and Connection. Returns JSON bodies parsed. */
export async function send(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Json,
): Promise<Received> {
  const url = new URL(base);
  const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)({
      host: url.hostname,
      port: url.port,
      method,
      path,
      headers: { ...headers, ...(payload === undefined ? {} : { 'Content-Length': Buffer.byteLength(payload) }) },
      rejectUnauthorized: false,
    });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
  const text = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>)).toString();
  const received: Received['headers'] = {};
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    if (values) received[name] = values.length > 1 ? values : (values[0] ?? '');
  const json = /application\/json/.test(incoming.headers['content-type'] ?? '');
  return {
    status: incoming.statusCode ?? 0,
    headers: received,
    body: text === '' ? undefined : json ? (JSON.parse(text) as Json) : text,
  };
}
