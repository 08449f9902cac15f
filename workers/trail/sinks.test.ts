import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answering, startAnsweringServer } from '#test/servers/answering-server.ts';
import { certify } from '#test/servers/certified.ts';
import { createAddressSink } from './address-sink.ts';
import { createFileSink } from './file-sink.ts';
import { openTrailSinks } from './open-sinks.ts';
import { sampleEntry } from './sample-entries.ts';
import { createSyslogSink, syslogPlace } from './syslog-sink.ts';

const entries = (...names: string[]) => names.map((name, index) => sampleEntry(name, index + 1));
const namesIn = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).data?.name ?? 'cut');

describe('a file', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'portico-'));
    file = path.join(folder, 'trail.jsonl');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const lines = async (of = file) => namesIn(await readFile(of, 'utf8'));

  it('gets lines, also after a rotation, a removal and a copy with truncation', async () => {
    const { send } = createFileSink(file);
    await send(entries('a', 'b'));
    await rename(file, `${file}.1`);
    await send(entries('c'));
    expect([await lines(`${file}.1`), await lines()]).toEqual([['a', 'b'], ['c']]);
    await rm(file);
    await send(entries('d'));
    await writeFile(file, '');
    await send(entries('e'));
    expect(await lines()).toEqual(['e']);
  });

  it.each([
    ['a short one', '{"type":"Busi'],
    ['one that is longer than what is read at once', `{"type":"${'x'.repeat(150_000)}`],
  ])('has no half line: %s, which a crash left, is cut off', async (_, half) => {
    await writeFile(file, '');
    await createFileSink(file).send(entries('a'));
    await appendFile(file, half);
    await createFileSink(file).send(entries('b'));
    expect(await lines()).toEqual(['a', 'b']);
  });

  it('is refused at the start where nobody can make or append to it', async () => {
    for (const TRAIL_FILE of [path.join(folder, 'none', 'trail.jsonl'), folder, '/dev/null'])
      await expect(openTrailSinks({ TRAIL_FILE } as never)).rejects.toThrow('TRAIL_FILE');
    await expect(createFileSink('/dev/null').send(entries('a'))).rejects.toThrow('not a file');
  });
});

describe('an address', () => {
  const status =
    (code: number, headers = {}): Answering =>
    (_, response) =>
      response.writeHead(code, headers).end();

  it.each([200, 201, 202, 204])('has them after %i', async (code) => {
    const server = await startAnsweringServer(status(code));
    await createAddressSink(server.url, 'a-secret-token-of-many').send(entries('a', 'b'));
    expect(server.seen).toMatchObject([
      {
        method: 'POST',
        headers: { authorization: 'Bearer a-secret-token-of-many', 'content-type': 'application/x-ndjson' },
      },
    ]);
    expect(namesIn(server.seen[0]?.body ?? '')).toEqual(['a', 'b']);
    await server.close();
  });

  it.each([301, 302, 307, 400, 401, 429, 500, 503])(
    'does not have them after %i, and no other place is asked',
    async (code) => {
      const other = await startAnsweringServer(status(200));
      const server = await startAnsweringServer(status(code, { location: other.url }));
      await expect(createAddressSink(server.url, undefined).send(entries('a'))).rejects.toThrow(
        `responded with ${code}`,
      );
      expect([server.seen.length, other.seen.length]).toEqual([1, 0]);
      await Promise.all([server.close(), other.close()]);
    },
  );

  it('gets smaller bodies after 413, in order, and one entry alone without its data', async () => {
    const server = await startAnsweringServer(...[413, 413, 413, 200, 200, 413, 200, 200].map((code) => status(code)));
    // abcd, ab, a, a in brief, b, cd, c, d
    await createAddressSink(server.url, undefined).send(entries('a', 'b', 'c', 'd'));
    expect(server.seen.map(({ body }) => namesIn(body).join(''))).toEqual([
      'abcd',
      'ab',
      'a',
      'cut',
      'b',
      'cd',
      'c',
      'd',
    ]);
    await server.close();
  });

  it('gets bodies of at most half a megabyte', async () => {
    const server = await startAnsweringServer(...Array.from({ length: 9 }, () => status(200)));
    const sent = Array.from({ length: 900 }, (_, index) => sampleEntry('x'.repeat(500), index));
    await createAddressSink(server.url, undefined).send(sent);
    expect(server.seen.length).toBeGreaterThan(1);
    expect(Math.max(...server.seen.map(({ body }) => body.length))).toBeLessThanOrEqual(500_000);
    expect(server.seen.flatMap(({ body }) => namesIn(body))).toHaveLength(900);
    await server.close();
  });
});

describe('a syslog receiver', () => {
  type Receiver = Readonly<{ server: Server; port: number; received: string[] }>;
  const start = async (server: Server, handle: (socket: Socket, received: string[]) => void): Promise<Receiver> => {
    const received: string[] = [];
    server.on(server instanceof tls.Server ? 'secureConnection' : 'connection', (socket: Socket) => {
      socket.on('error', () => undefined);
      handle(socket, received);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, port: (server.address() as AddressInfo).port, received };
  };
  /** Reads to the end, as rsyslog and others do. */
  const reading = (socket: Socket, received: string[]) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.on('end', () => received.push(text));
  };

  it('has a batch when it has read to the end of it', async () => {
    const { server, port, received } = await start(net.createServer(), reading);
    await createSyslogSink(syslogPlace(`syslog+tcp://127.0.0.1:${port}`)).send(entries('a', 'Grüße'));
    expect(received).toHaveLength(1);
    const [text = ''] = received;
    expect(text).toMatch(/^\d+ <110>1 2026-11-30T08:00:00\.123Z \S+ portico - BusinessAreaAdded \[portico@32473 id="/);
    const length = Number.parseInt(text, 10);
    const first = text.slice(`${length} `.length).slice(0, length);
    expect(JSON.parse(first.slice(first.indexOf('] ') + 2)).data.name).toBe('a');
    server.close();
  });

  it.each<[string, (socket: Socket) => void]>([
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['dies in the middle', (socket) => socket.once('data', () => socket.resetAndDestroy())],
  ])('does not have it when it %s', async (_, handle) => {
    const { server, port } = await start(net.createServer(), handle);
    const many = Array.from({ length: 2_000 }, (_, index) => sampleEntry('x'.repeat(500), index));
    const sent = createSyslogSink({ host: '127.0.0.1', port, isSecret: false }).send(many);
    await expect(sent).rejects.toThrow();
    server.close();
  });

  it('is spoken to by TLS only with a certificate of its name', async () => {
    const [right, wrong] = await Promise.all([certify(['localhost']), certify(['logs.acme.example'])]);
    for (const [certificate, ca, outcome] of [
      [right, right.cert, undefined],
      [right, undefined, 'SELF_SIGNED'],
      [wrong, wrong.cert, 'ALTNAME'],
    ] as const) {
      const { server, port, received } = await start(tls.createServer(certificate), reading);
      const sent = createSyslogSink({ host: 'localhost', port, isSecret: true }, ca).send(entries('a'));
      const code = await sent.then(
        () => undefined,
        ({ code }) => code,
      );
      expect([code ?? '', received.length]).toEqual([
        outcome === undefined ? '' : expect.stringContaining(outcome),
        outcome === undefined ? 1 : 0,
      ]);
      server.close();
    }
  });
});
