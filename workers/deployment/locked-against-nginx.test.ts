import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveOperations } from '#gateway/plan/operations-store.ts';
import { operationsIn } from '#specs/spec-operations.ts';
import { fc } from '#test/runner/chance.ts';
import { nginxProgram, type RealNginx, startRealNginx } from '#test/servers/real-nginx.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

const program = nginxProgram();
const title = 'a lockdown before a real nginx';
const name = program ? title : `left out, no nginx is installed (NGINX names its program): ${title}`;

const pairs = new URL('../../specs/fixtures/pairs/', import.meta.url);
const templatesOfFixtures = [
  ...new Set(
    readdirSync(pairs)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(new URL(file, pairs), 'utf8')) as Record<'older' | 'newer', unknown>)
      .flatMap(({ older, newer }) => [...operationsIn(older).paths, ...operationsIn(newer).paths])
      .map(({ path }) => path),
  ),
];

/** Beside those of the fixtures: several parameters in a segment, text around them, dots before them. */
const oddTemplates = [
  '/parts/{id}',
  '/parts/{id}/sub',
  '/files/{name}.{extension}',
  '/v{version}/items',
  '/pair/{one}{other}',
  '/pair/{one}-{other}/end',
  '/dots/.{name}',
  '/dots/..{name}/x',
  '/{any}/deep/{thing}',
  '/matrix/{id};v=1',
  '/a+b(c)/{id}',
];
const templates = [...new Set([...templatesOfFixtures, ...oddTemplates])];

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

let world: WorkedWorld;
let nginx: RealNginx;

type Answer = Readonly<{ status: number; text: string }>;

/** A key for each deployment, which is named by the first segment of a path. */
const keyOf = (path: string): string => `key-of-${path.split('-')[0]?.slice(1)}`;

/** Sends a path as it is written: other clients resolve dot segments themselves. */
const call = (path: string, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.proxyUrl);
    const outgoing = request({ hostname, port, path, method, agent, headers: { apikey: keyOf(path) } });
    outgoing.on('response', async (incoming) => {
      const text = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>)).toString();
      resolve({ status: incoming.statusCode ?? 0, text });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });

/** Whether a path, as the upstream understood it, is one that the description has. */
const isDescribed = (understood: string): boolean =>
  templates.some((template) => {
    const pattern = template
      .split(/(\{[^{}/]*\})/)
      .map((part, index) => (index % 2 === 1 ? '[^/]+' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
      .join('');
    return new RegExp(`^/base${pattern}$`, 's').test(understood);
  });

const deployedTo = async (path: string, upstreamUrl: string) => {
  const paths = templates.map((template) => ({ path: template, methods: ['GET'] }));
  const operations = await saveOperations(world.pool, { basePath: '', paths });
  const { id } = await world.deployed(path, { upstreamUrl, lockdown: { revision: 1, operations } });
  await world.completed(await world.request.addConsumer(world.nextId(), id, keyOf(`/${path}-dev`)));
};

describe.skipIf(!program)(name, () => {
  beforeAll(async () => {
    nginx = await startRealNginx(program ?? '', {
      'base/parts/7': 'part 7',
      'base/parts/a b': 'a part with a space',
      'base/internal': 'internal',
      'base/parts/8/secret': 'secret',
      'admin/secret': 'admin',
    });
    world = await startWorkedWorld();
    await deployedTo('files', `${nginx.filesUrl}/base`);
  });
  afterAll(async () => {
    agent.destroy();
    await world?.close();
    await nginx?.close();
  });

  it('lets described files through, by GET and by HEAD', async () => {
    expect(await call('/files-dev/parts/7')).toEqual({ status: 200, text: 'part 7' });
    expect((await call('/files-dev/parts/7', 'HEAD')).status).toBe(200);
    expect((await call('/files-dev/parts/7', 'OPTIONS')).status).toBe(404);
    expect((await call('/files-dev/parts/a%20b')).text).toBe('a part with a space');
    expect((await call('/files-dev/%70arts/%37')).text).toBe('part 7');
    expect((await call('/files-dev/parts/../parts//7')).text).toBe('part 7');
  });

  it.each([
    'parts/..%2finternal',
    'parts/..%2F..%2fadmin%2fsecret',
    'parts/%2e%2e%2finternal',
    'parts/%2e%2e%2f%2e%2e%2fadmin%2fsecret',
    'parts/.%2e%2finternal',
    'parts/%2E.%2finternal',
    'parts/8%2fsecret',
    'parts/8%2Fsecret',
    'parts/8/secret',
    'parts/%2fparts%2f8%2fsecret',
    'parts/7%2f..%2f8%2fsecret',
    'parts/8%2fsecret#/sub',
    'internal#/deep/x',
    'parts/../internal',
    'parts/%2e%2e/internal',
    'parts/x/../../../admin/secret',
  ])('does not let %s through', async (path) => {
    expect((await call(`/files-dev/${path}`)).status).toBe(404);
  });

  it('lets no spelling through of a path that the description does not have', { timeout: 240_000 }, async () => {
    await deployedTo('paths', `${nginx.pathsUrl}/base`);
    const dot = fc.constantFrom('.', '.', '%2e', '%2E', '%252e', '%25%32%65');
    const slash = fc.constantFrom(
      '/',
      '%2f',
      '%2F',
      '%5c',
      '\\',
      '%252f',
      '//',
      ';/',
      '%3b%2f',
      '#/',
      '%23/',
      '?/',
      '%3f/',
    );
    const word = fc.constantFrom(
      'x',
      'admin',
      'internal',
      'a.b',
      '%20',
      'é',
      '%C3%A9',
      '%00',
      '%0a',
      '%ff',
      '%25',
      ';',
      '%',
    );
    const piece = fc.oneof(
      dot,
      slash,
      word,
      fc.constantFrom('..', '..', '..;', '.;', '...'),
      fc.tuple(fc.constantFrom('..', '%2e%2e', '.%2E'), slash).map((both) => both.join('')),
    );
    const value = fc.array(piece, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
    const spelling = fc.tuple(
      fc.constantFrom(...templates),
      fc.array(value, { minLength: 4, maxLength: 4 }),
      fc.nat(8),
    );
    let reached = 0;
    const attack = fc.asyncProperty(spelling, async ([template, values, plainAt]) => {
      let parameter = 0;
      const written = template.replace(/\{[^{}/]*\}/g, () => {
        const own = parameter === plainAt ? 'x' : (values[parameter % values.length] ?? 'x');
        parameter += 1;
        return own;
      });
      const sent = parameter === 0 ? `${written}/${values[0]}` : written;
      const { status, text } = await call(`/paths-dev${sent.replaceAll('é', Buffer.from('é').toString('latin1'))}`);
      if (status !== 200) return;
      reached += 1;
      expect({ sent, described: isDescribed(text) }, text).toEqual({ sent, described: true });
    });
    await fc.assert(attack, { numRuns: 4_000 });
    // Without calls that come through, nothing would be shown.
    expect(reached).toBeGreaterThan(100);
  });

  it('lets every parameter through that contains no other path', async () => {
    const values = [
      ...[
        'a.b',
        '..a',
        'a..b',
        '.hidden',
        '...',
        'a%20b',
        '日本',
        'é',
        '%C3%A9',
        '+',
        '~',
        ':',
        '@',
        'a;b',
        "'",
        '(a)',
        ',',
      ],
      ...[
        '100%25',
        '100%25off',
        '%23',
        '%3F',
        '%3A',
        '%40',
        '%2B',
        '%26',
        '%3D',
        '%24',
        '%2C',
        'a%3B',
        '%5B1%5D',
        '%22',
        '%7Bx%7D',
      ],
    ];
    const answers = await Promise.all(
      values.map(async (value) => {
        const sent = /^[\x21-\x7e]+$/.test(value) ? value : encodeURI(value);
        const { status, text } = await call(`/paths-dev/parts/${sent}`);
        return [value, status, text] as const;
      }),
    );
    expect(answers).toEqual(values.map((value) => [value, 200, `/base/parts/${decodeURIComponent(value)}`]));
  });
});
