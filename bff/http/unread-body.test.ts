import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

const megabyte = 1024 * 1024;
let world: BffWorld;
let server: ReturnType<typeof createAdaptorServer>;
beforeAll(async () => {
  world = await startBffWorld();
  server = createAdaptorServer({ fetch: world.app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await world.close();
});

/**
 * Sends 25 MB, also after the response, until the connection is closed. `read` is the number of bytes that the server
 * read.
 */
const sendAll = async (path: string, method: string, credentials: Record<string, string>, start: string) => {
  const taken = once(server, 'connection') as Promise<[Socket]>;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [served] = await taken;
  let response = '';
  socket.on('data', (data) => {
    response += data;
  });
  // Sending to a closed connection causes an error, which is expected.
  socket.on('error', () => undefined);
  const headers = {
    ...credentials,
    host: 'portal.example',
    'content-type': 'application/json',
    'content-length': String(25 * megabyte),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${start}`);
  socket.write(Buffer.alloc(25 * megabyte - start.length, ' '));
  await new Promise((resolve) => socket.once('close', resolve));
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body, read: served.bytesRead };
};

it.each([
  [
    'of a person without the right',
    'PUT',
    '/api/swaggers',
    () => world.credentials(world.partner.members.user),
    403,
    'forbidden',
  ],
  ['of nobody', 'POST', '/api/lint', () => ({}), 401, 'session.required'],
  [
    'that is larger than allowed',
    'PUT',
    '/api/user/settings',
    () => world.credentials(world.acme.members.user),
    413,
    'body.too-large',
  ],
])(
  'does not read a body %s: the client gets the whole response, and then the connection closes',
  async (_what, method, path, credentials, status, code) => {
    const response = await sendAll(path, method, credentials(), '{');
    expect({ status: response.status, code: JSON.parse(response.body).code }).toEqual({ status, code });
    expect(response.head).toContain('connection: close');
    expect(response.read).toBeLessThan(megabyte);
  },
);

it('stops reading a body that turns out to be too large', async () => {
  const start = `{"a":[${'1,'.repeat(20_000)}`;
  const response = await sendAll('/api/lint', 'POST', world.credentials(world.acme.members.owner), start);
  expect(response.status).toBe(413);
  expect(response.read).toBeLessThan(megabyte);
});

it('keeps the connection of a refused request with a small body', async () => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/user/settings`, { method: 'PUT', body: '{}' });
  expect(response.status).toBe(401);
  expect(response.headers.get('connection')).not.toBe('close');
});
