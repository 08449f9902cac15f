import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { addressOf } from '#domain/deployment/path-template.ts';
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

/** Templates that are no addresses as they are written, with a call as callers send it, and the path at the target. */
const asAddresses: readonly (readonly [template: string, sent: string, understood: string])[] = [
  ['/größe/{id}', '/gr%C3%B6%C3%9Fe/5', '/größe/5'],
  ['/日本', '/%E6%97%A5%E6%9C%AC', '/日本'],
  ['/a space/{id}', '/a%20space/5', '/a space/5'],
  ['/pct%20enc/{id}', '/pct%20enc/5', '/pct enc/5'],
  ['/gr%c3%b6%C3%9Fer/{id}', '/gr%C3%B6%C3%9Fer/5', '/größer/5'],
  ['/100%/{id}', '/100%25/5', '/100%/5'],
  ['/😀/{id}', '/%F0%9F%98%80/5', '/😀/5'],
  ['/quoted"<>^`|/{id}', '/quoted%22%3C%3E%5E%60%7C/5', '/quoted"<>^`|/5'],
  ['/twice//{id}', '/twice/5', '/twice/5'],
  ['/twice//{id}', '/twice//5', '/twice/5'],
  ['/dots/./of/../{id}', '/dots/5', '/dots/5'],
  ['/items[0]/{id}', '/items[0]/5', '/items[0]/5'],
  ['/items[0]/{id}', '/items%5B0%5D/5', '/items[0]/5'],
  ['/things/{id}:batch', '/things/5:batch', '/things/5:batch'],
  ['/things/{id}:batch', '/things/5%3Abatch', '/things/5:batch'],
  ['/optional/{id?}', '/optional/5', '/optional/5'],
  ['/{größe}/named', '/5/named', '/5/named'],
];
/** No call reaches them. They must not keep others from it. */
const uncallable = ['/%ff', '/../up', '/nul%00'];
const templates = [
  ...new Set([...templatesOfFixtures, ...oddTemplates, ...asAddresses.map(([template]) => template), ...uncallable]),
];
/** Templates as the target understands them. */
const understoodTemplates = [
  ...templates,
  ...asAddresses.map(([, , understood]) => understood.replace(/\/5(?=$|[:/])/, '/{id}')),
];

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
  understoodTemplates.some((template) => {
    const pattern = template
      .split(/(\{[^{}/]*\})/)
      .map((part, index) => (index % 2 === 1 ? '[^/]+' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
      .join('');
    return new RegExp(`^/base${pattern}$`, 's').test(understood);
  });

const allPaths: SpecOperations = {
  basePath: '',
  paths: templates.map((template) => ({ path: template, methods: ['GET'] })),
};

const deployedTo = async (path: string, upstreamUrl: string, described = allPaths) => {
  const operations = await saveOperations(world.pool, described);
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

  it('leads to the servers of a path, and not to its name under the servers of others', async () => {
    const get = { responses: {} };
    const described = operationsIn({
      openapi: '3.1.0',
      servers: [{ url: 'https://api.example/v1' }],
      paths: {
        '/a': { get },
        '/b': { servers: [{ url: 'https://api.example/v2' }], get },
        '/c': { get, post: { ...get, servers: [{ url: '/v{version}', variables: { version: { default: 3 } } }] } },
      },
    });
    await deployedTo('servers', nginx.pathsUrl, described);
    const answers = async (...paths: string[]) => Promise.all(paths.map((path) => call(`/servers-dev${path}`)));
    expect((await answers('/v1/a', '/v2/b', '/v1/c')).map(({ text }) => text)).toEqual(['/v1/a', '/v2/b', '/v1/c']);
    expect((await call('/servers-dev/v3/c', 'POST')).text).toBe('/v3/c');
    const refused = await answers('/a', '/b', '/v1/b', '/v2/a', '/v3/c', '/v2/../v1/b', '/v1/a/../b');
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    expect((await call('/servers-dev/v1/c', 'POST')).status).toBe(404);
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
      const written = addressOf(template, () => {
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

  it.each(asAddresses)('lets the calls of %s through: %s', async (_template, sent, understood) => {
    expect(await call(`/paths-dev${sent}`)).toEqual({ status: 200, text: `/base${understood}` });
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
