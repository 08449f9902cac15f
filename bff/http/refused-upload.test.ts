import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

const megabyte = 1024 * 1024;
const sentence = 'The file is larger than 16 MB';
let world: BffWorld;
let server: ReturnType<typeof createAdaptorServer>;
let address: string;
const connections = new Set<Socket>();
beforeAll(async () => {
  world = await startBffWorld();
  server = createAdaptorServer({ fetch: world.app.fetch });
  server.on('connection', (socket: Socket) => connections.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
/** Waits until all connections are closed, because a person may send only one form at a time. */
afterEach(async () => {
  // Not `once` of node:events, which throws the socket's error when a client has left.
  for (const socket of connections) if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  connections.clear();
});
afterAll(async () => {
  server.close();
  await world.close();
});

const boundary = 'of-the-form';
const headers = () => ({
  ...world.credentials(world.acme.members.owner),
  'content-type': `multipart/form-data; boundary=${boundary}`,
});

/** Returns a form with a file of this many bytes. */
const formOf = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="jsonFile"; filename="a.json"\r\ncontent-type: application/json\r\n\r\n`,
    ),
    Buffer.alloc(bytes, ' '),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

const path = '/api/swagger/import';

const byFetch = async (body: Buffer) => {
  const response = await fetch(`${address}${path}`, { method: 'POST', headers: headers(), body: new Uint8Array(body) });
  return { status: response.status, text: await response.text() };
};

const byHttp = async (body: Buffer) => {
  const sent = request(`${address}${path}`, {
    method: 'POST',
    headers: { ...headers(), 'content-length': String(body.length) },
  });
  sent.end(body);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text };
};

/** Writes everything before it reads, as browsers do. */
const writingAll = async (body: Buffer) => {
  const socket: Socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.pause();
  const lines = Object.entries({ ...headers(), host: 'portal.example', 'content-length': String(body.length) });
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.write(body, (error) => (error ? reject(error) : resolve()));
  });
  let response = '';
  for await (const chunk of socket) response += chunk;
  const [head = '', text = ''] = response.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), text };
};

it.each([
  ['fetch', 20, byFetch],
  ['fetch', 73, byFetch],
  ['node:http', 20, byHttp],
  ['node:http', 73, byHttp],
  ['a client that writes all before it reads', 20, writingAll],
  ['a client that writes all before it reads', 73, writingAll],
] as const)('%s gets the reason why a file of %d MB is refused', async (_client, megabytes, send) => {
  const { status, text } = await send(formOf(megabytes * megabyte));
  expect(status).toBe(413);
  expect(JSON.parse(text)).toMatchObject({ code: 'spec.too-large', detail: sentence });
});
