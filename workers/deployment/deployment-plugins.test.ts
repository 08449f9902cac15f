import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import { emptyResponseTransformer } from '#domain/deployment/response-transformer.ts';
import { saveOperations } from '#gateway/plan/operations-store.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;

beforeAll(async () => {
  world = await startWorldOnAnyKong();
});
afterAll(() => world?.close());

const deploy = async (id: number, name: string, changes: Parameters<WorkedWorld['configOf']>[1]) => {
  const wanted = world.configOf(name, { upstreamUrl: `${world.echoUrl}/base`, ...changes });
  await world.completed(await world.request.deploy(id, wanted));
};

/** Returns a deployment with a key that may call it. */
const deployed = async (name: string, changes: Parameters<WorkedWorld['configOf']>[1]) => {
  const id = world.nextId();
  await deploy(id, name, changes);
  const apikey = `key-of-${name}-0123456789`;
  await world.completed(await world.request.addConsumer(world.nextId(), id, apikey));
  const call = async (path: string, { method = 'GET', headers = {} }: { method?: string; headers?: object } = {}) => {
    const response = await fetch(`${world.proxyUrl}${world.at(`/${name}-dev${path}`)}`, {
      method,
      headers: { apikey, ...headers },
    });
    const body = (await response.json()) as {
      path?: string;
      url?: string;
      headers?: Record<string, string>;
      added?: string;
    };
    return { status: response.status, headers: response.headers, body };
  };
  return { id, call };
};

describe('plugins of a deployment', () => {
  it('are verified to refuse callers, independent of the order of plugins and of the response', async () => {
    const elsewhere = { authentication: 'both' as const, allowedAddresses: ['10.0.0.0/8'] };
    await world.deployed('listed', elsewhere);
    expect(await world.call('/listed-dev')).toBe(403);
    const responseTransformer = { ...emptyResponseTransformer, removeHeaders: ['WWW-Authenticate'] };
    await world.deployed('silent', { responseTransformer });
    const { status, headers } = await fetch(`${world.proxyUrl}${world.at('/silent-dev')}`);
    expect([status, headers.get('www-authenticate')]).toEqual([401, null]);
  });

  it('refuse addresses that are not on the list', async () => {
    const { id, call } = await deployed('fenced', { allowedAddresses: ['10.0.0.0/8', '2001:db8::1'] });
    expect((await call('/x')).status).toBe(403);
    await deploy(id, 'fenced', { allowedAddresses: ['127.0.0.0/8'] });
    expect((await call('/x')).status).toBe(200);
  });

  it('accept keys in the query string, which logs record, only when configured', async () => {
    const { id, call } = await deployed('headed', {});
    const inQuery = () => world.call('/headed-dev/x?apikey=key-of-headed-0123456789');
    expect((await call('/x')).status).toBe(200);
    expect(await inQuery()).toBe(401);
    await deploy(id, 'headed', { keyInQuery: true });
    expect(await inQuery()).toBe(200);
    await deploy(id, 'headed', { keyInQuery: false });
    expect(await inQuery()).toBe(401);
  });

  it('keep the key from the target, also a second copy of it', async () => {
    const { id, call } = await deployed('hidden', {});
    const arrived = async () => {
      const { status, body } = await call('/x?apikey=key-of-hidden-0123456789&page=2');
      return { status, url: body.url, key: body.headers?.apikey };
    };
    const hidden = { status: 200, url: '/base/x?page=2', key: undefined };
    expect(await arrived()).toEqual(hidden);
    await deploy(id, 'hidden', { keyInQuery: true });
    expect(await arrived()).toEqual(hidden);
  });

  it('refuse robots', async () => {
    const { call } = await deployed('human', { refusesBots: true });
    const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    expect((await call('/x', { headers: { 'user-agent': robot } })).status).toBe(403);
    expect((await call('/x', { headers: { 'user-agent': 'Mozilla/5.0 (X11)' } })).status).toBe(200);
  });

  it('change calls and responses', async () => {
    const { call } = await deployed('changed', {
      requestTransformer: { ...emptyRequestTransformer, addHeaders: ['X-Shop:7:30'], removeHeaders: ['X-Drop'] },
      responseTransformer: { ...emptyResponseTransformer, addHeaders: ['X-Answer:yes'], addJson: ['added:v'] },
    });
    const { body, headers } = await call('/x', { headers: { 'x-drop': 'd' } });
    expect(body.headers).toMatchObject({ 'x-shop': '7:30' });
    expect(body.headers).not.toHaveProperty('x-drop');
    expect(body.added).toBe('v');
    expect(headers.get('x-answer')).toBe('yes');
  });

  it('allow only paths and methods of the description, below the path of the target', async () => {
    const lock = async (paths: { path: string; methods: string[] }[]) => ({
      lockdown: { revision: 1, operations: await saveOperations(world.pool, { basePath: '', paths }) },
    });
    const { id, call } = await deployed(
      'locked',
      await lock([
        { path: '/pets', methods: ['GET', 'POST'] },
        { path: '/pets/{id}', methods: ['GET'] },
      ]),
    );
    expect(await call('/pets/7?full=1')).toMatchObject({ status: 200, body: { path: '/base/pets/7' } });
    expect((await call('/pets', { method: 'POST' })).status).toBe(200);
    expect((await call('/pets/7', { method: 'DELETE' })).status).toBe(404);
    expect((await call('/admin')).status).toBe(404);
    expect((await call('/pets/7/owner')).status).toBe(404);
    // Another description allows other paths.
    await deploy(id, 'locked', await lock([{ path: '/admin', methods: ['GET'] }]));
    expect((await call('/admin')).body.path).toBe('/base/admin');
    expect((await call('/pets/7')).status).toBe(404);
    await deploy(id, 'locked', {});
    expect(await call('/pets/7')).toMatchObject({ status: 200, body: { path: '/base/pets/7' } });
  });
});
