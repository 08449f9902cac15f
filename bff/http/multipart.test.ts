import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { specText } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let server: ReturnType<typeof createAdaptorServer>;
let port: number;
beforeAll(async () => {
  world = await startBffWorld();
  server = createAdaptorServer({ fetch: world.app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  await world.close();
});

type Sent = Readonly<{ status: number; body: Record<string, unknown>; head: string }>;

/**
 * Posts as the portal administrator, over a socket of its own, because the response may come before the body has ended.
 * The response is read then. The body goes out in chunks unless its length is told.
 */
const post = async (
  path: string,
  headers: Record<string, string>,
  send: (write: (chunk: string | Buffer) => Promise<void>) => Promise<void>,
): Promise<Sent> => {
  const socket = connect(port, '127.0.0.1');
  const chunked = headers['content-length'] === undefined;
  const response = new Promise<Sent>((resolve, reject) => {
    let text = '';
    socket.on('data', (data) => {
      text += data;
      const [head = '', ...rest] = text.split('\r\n\r\n');
      const json = /\{.*\}/s.exec(rest.join(''))?.[0];
      if (json) resolve({ status: Number(head.split(' ')[1]), head, body: JSON.parse(json) });
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`closed without a response: ${text}`)));
  });
  let answered = false;
  const settle = () => {
    answered = true;
  };
  const settled = response.then(settle, settle);
  const out = async (bytes: string | Buffer) => {
    if (answered || socket.write(bytes)) return;
    await Promise.race([settled, new Promise((resolve) => void socket.once('drain', resolve))]);
  };
  const all = Object.entries({
    ...world.credentials(world.acme.members.portal),
    host: 'portal.example',
    ...(chunked ? { 'transfer-encoding': 'chunked' } : {}),
    ...headers,
  });
  await out(`POST ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  const write = async (chunk: string | Buffer) => {
    if (!chunked) return await out(chunk);
    const bytes = Buffer.from(chunk);
    await out(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]));
  };
  try {
    await send(write);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  if (chunked) await out('0\r\n\r\n');
  return await response.finally(() => socket.destroy());
};

const boundary = 'portico-test';
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const field = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = (name = 'jsonFile', file = 'spec.json') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${file}"\r\ncontent-type: application/json\r\n\r\n`;
const end = `\r\n--${boundary}--\r\n`;
const upload = (...parts: string[]) =>
  post('/api/swagger/import', multipart, async (write) => {
    for (const part of parts) await write(part);
  });

/** Checks that the process still responds. */
const alive = async () => {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(await response.json()).toEqual({ status: 'alive' });
};

describe('D1: JSON over 256 kB', () => {
  const large = { 'content-type': 'application/json' };
  const chunk = Buffer.alloc(64 * 1024, ' ');

  it('is refused by its announced length, before it arrives', async () => {
    const response = await post(
      '/api/kong/add-consumer',
      { ...large, 'content-length': String(10 * 1024 ** 3) },
      async (write) => write(chunk),
    );
    expect(response).toMatchObject({ status: 413, body: { status: 413, code: 'body.too-large' } });
    await alive();
  });

  it('is refused while it arrives if it announces no length', async () => {
    let written = 0;
    const response = await post('/api/kong/add-consumer', large, async (write) => {
      for (; written < 2_000; written += 1) await write(chunk);
    });
    expect(response).toMatchObject({ status: 413, body: { code: 'body.too-large' } });
    expect(response.head).toContain('application/problem+json');
    await alive();
  });

  it('is accepted below the limit', async () => {
    const json = JSON.stringify({ reason: 'because' }).padEnd(250 * 1024, ' ');
    const response = await post(
      `/api/operations/${world.acme.failed.operationId}/replay`,
      { ...large, 'content-length': String(json.length) },
      async (write) => write(json),
    );
    expect(response.status).toBe(200);
  });
});

describe('D1: a broken or hostile form', () => {
  it.each<[string, () => Promise<Sent>]>([
    ['JSON', () => post('/api/swagger/import', { 'content-type': 'application/json' }, async (write) => write('{}'))],
    [
      'no boundary',
      () => post('/api/swagger/import', { 'content-type': 'multipart/form-data' }, async (write) => write(end)),
    ],
    ['nothing', () => upload()],
    ['an end in the middle of a header', () => upload(`--${boundary}\r\ncontent-dispo`)],
    ['an end in the middle of a field', () => upload(field('name', 'x').slice(0, -5))],
    ['an end in the middle of the file', () => upload(fileHead(), '{"openapi":')],
    ['another boundary', () => upload(`--other\r\n\r\n\r\n--other--\r\n`)],
    ['21 fields', () => upload(...Array.from({ length: 21 }, (_none, index) => field(`f${index}`, 'x')), end)],
    ['two files', () => upload(fileHead(), '{}\r\n', fileHead(), '{}', end)],
    ['a header of 100 kB', () => upload(`--${boundary}\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, end)],
  ])('gets 400 for %s', async (_what, send) => {
    const before = await world.countEvents();
    expect(await send()).toMatchObject({ status: 400, body: { code: 'body.malformed' } });
    expect(await world.countEvents()).toBe(before);
    await alive();
  });

  it('gets 400 at the field for a field of 17 kB or a file under another name', async () => {
    expect((await upload(field('description', 'd'.repeat(17 * 1024)), end)).body).toMatchObject({
      errors: [{ field: 'description', code: 'field.too-long' }],
    });
    expect((await upload(fileHead('other'), specText(), end)).body).toMatchObject({
      errors: [{ field: 'other', code: 'field.unknown' }],
    });
  });

  it('does not harm others if the browser disconnects during the upload', async () => {
    await expect(
      post('/api/swagger/import', multipart, async (write) => {
        await write(fileHead());
        await write('{"openapi": "3.1.0", ');
        throw new Error('gone');
      }),
    ).rejects.toThrow('gone');
    await alive();
  });

  it.each([
    '../../../etc/cron.d/x',
    '..\\\\..\\\\windows\\\\x.dll',
    '/etc/passwd',
    'x.jsp',
    'a'.repeat(300),
    '%00.json',
    '-rf',
    "'; drop table apis; --",
  ])('D8: stores a file called %s as text under its hash', async (name) => {
    const response = await upload(fileHead('jsonFile', name), specText(`File ${name.length}`), end);
    expect(response.status).toBe(200);
    await world.shown(response.body.position);
    const { rows } = await world.pool.query('select hash from spec_documents');
    expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    expect(JSON.stringify(await world.services.store.read(`api-${response.body.apiId}`))).not.toContain(name);
  });
});

describe('D1: an upload that is too large', () => {
  it('is refused at its field after it has arrived, and delays nobody', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    const others: number[] = [];
    const startedAt = performance.now();
    const response = await post('/api/swagger/import', multipart, async (write) => {
      await write(fileHead());
      for (let sent = 0; sent < 50; sent += 1) {
        await write(megabyte);
        // Others get responses while this one is still being sent.
        if (sent % 10 === 5) others.push((await world.ask(world.acme.members.user, 'GET', '/api/swaggers')).status);
      }
      await write(end);
    });
    expect(others).toEqual([200, 200, 200, 200, 200]);
    expect(response).toMatchObject({ status: 413, body: { code: 'spec.too-large' } });
    expect(response.body.errors).toMatchObject([
      { field: 'jsonFile', code: 'spec.too-large', message: 'The file is larger than 16 MB' },
    ]);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    await alive();
  });

  it('is refused at once if its announced length is far too large', async () => {
    const response = await post(
      '/api/swagger/import',
      { ...multipart, 'content-length': String(10 * 1024 ** 3) },
      async (write) => write(fileHead()),
    );
    expect(response).toMatchObject({
      status: 413,
      body: { code: 'spec.too-large', detail: 'The file is larger than 16 MB' },
    });
    await alive();
  });

  it('is refused in the middle when it never ends', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    let sent = 0;
    const response = await post('/api/swagger/import', multipart, async (write) => {
      await write(fileHead());
      for (; sent < 500; sent += 1) await write(megabyte);
    });
    expect(response).toMatchObject({ status: 413, body: { errors: [{ field: 'jsonFile' }] } });
    await alive();
  });
});
