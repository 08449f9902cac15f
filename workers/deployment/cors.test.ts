import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cors } from '#domain/deployment/cors.ts';
import { authentications } from '#domain/deployment/row.ts';
import { saveOperations } from '#gateway/plan/operations-store.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;

beforeAll(async () => {
  world = await startWorldOnAnyKong();
});
afterAll(() => world?.close());

const cors: Cors = {
  origins: ['https://app.example', 'https://*.shop.example'],
  methods: ['GET', 'HEAD', 'POST'],
  headers: ['Content-Type'],
  credentials: false,
  maxAge: 300,
};
const operations = { basePath: '', paths: [{ path: '/orders/{id}', methods: ['GET', 'POST'] }] };

type Call = Readonly<{ method?: string; origin?: string; asks?: string; apikey?: string }>;

/** Calls a deployment as a browser does. */
const call = async (path: string, { method = 'GET', origin, asks, apikey }: Call = {}) => {
  const { status, headers, body } = await fetch(`${world.proxyUrl}${world.at(path)}`, {
    method,
    headers: {
      ...(origin ? { origin } : {}),
      ...(asks ? { 'access-control-request-method': asks } : {}),
      ...(apikey ? { apikey } : {}),
    },
  });
  await body?.cancel();
  return { status, headers, origin: headers.get('access-control-allow-origin') };
};
const preflight = (path: string, origin: string) => call(path, { method: 'OPTIONS', origin, asks: 'POST' });

const credentialHeaders = { apikey: 'apikey', oauth2: 'Authorization', both: 'apikey,Authorization' };

describe.each(authentications)('pages in a browser, with %s', (authentication) => {
  describe.each([false, true])('lockdown: %s', (locked) => {
    const name = `pages-${authentication}-${locked ? 'locked' : 'open'}`;
    const path = `/${name}-dev/orders/7`;
    beforeAll(async () => {
      const lockdown = locked ? { revision: 1, operations: await saveOperations(world.pool, operations) } : null;
      await world.deployed(name, { authentication, cors, lockdown });
    });

    it('get an answer to their preflight without credentials', async () => {
      for (const origin of ['https://app.example', 'https://eu.shop.example']) {
        const { status, headers } = await preflight(path, origin);
        expect(status).toBe(200);
        expect(Object.fromEntries(headers)).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-allow-methods': 'GET,HEAD,POST',
          'access-control-allow-headers': `${credentialHeaders[authentication]},Content-Type`,
          'access-control-max-age': '300',
          vary: 'Origin',
        });
        expect(headers.get('access-control-allow-credentials')).toBeNull();
      }
    });

    it('of other origins are not let in', async () => {
      for (const origin of [
        'https://evil.example',
        'https://app.example.evil.example',
        'http://app.example',
        'https://app.example:8443',
        'https://shop.example',
        'https://a.b.shop.example',
        'https://xappxexample',
        'null',
      ]) {
        expect((await preflight(path, origin)).origin, origin).toBeNull();
        expect((await call(path, { origin })).origin, origin).toBeNull();
      }
    });

    it('can read that they are refused', async () => {
      const { status, origin } = await call(path, { origin: 'https://app.example' });
      expect([status, origin]).toEqual([401, 'https://app.example']);
    });

    it('open nothing but preflights', async () => {
      // Each is no preflight: a header is missing, or the method is another one.
      expect((await call(path, { method: 'OPTIONS', origin: 'https://app.example' })).status).toBe(401);
      expect((await call(path, { method: 'OPTIONS', asks: 'POST' })).status).toBe(401);
      expect((await call(path, { method: 'POST', origin: 'https://app.example', asks: 'POST' })).status).toBe(401);
      if (locked) expect((await preflight(`/${name}-dev/invoices`, 'https://app.example')).status).toBe(404);
    });
  });
});

describe('a key', () => {
  it('reaches the target from a page, and no undescribed OPTIONS under a lockdown', async () => {
    const lockdown = { revision: 1, operations: await saveOperations(world.pool, operations) };
    const { id } = await world.deployed('keyed-pages', { cors, lockdown });
    const apikey = 'key-of-keyed-pages-0123456789';
    await world.completed(await world.request.addConsumer(world.nextId(), id, apikey));
    const origin = 'https://app.example';
    const path = '/keyed-pages-dev/orders/7';
    expect(await call(path, { origin, apikey })).toMatchObject({ status: 200, origin });
    expect((await call(path, { method: 'OPTIONS', origin, apikey })).status).toBe(404);
  });

  it('reaches an OPTIONS that the description has', async () => {
    const described = { basePath: '', paths: [{ path: '/orders/{id}', methods: ['GET', 'OPTIONS'] }] };
    const lockdown = { revision: 1, operations: await saveOperations(world.pool, described) };
    const { id } = await world.deployed('options-pages', { cors, lockdown });
    const apikey = 'key-of-options-pages-0123456789';
    await world.completed(await world.request.addConsumer(world.nextId(), id, apikey));
    const path = '/options-pages-dev/orders/7';
    expect((await call(path, { method: 'OPTIONS', apikey })).status).toBe(200);
    expect(await preflight(path, 'https://app.example')).toMatchObject({ status: 200, origin: 'https://app.example' });
  });
});

describe('settings', () => {
  it('let every page in, and name pages that may send cookies', async () => {
    await world.deployed('any-page', { cors: { ...cors, origins: ['*'] } });
    expect((await preflight('/any-page-dev/x', 'https://whoever.example')).origin).toBe('*');
    await world.deployed('cookie-page', { cors: { ...cors, origins: ['https://app.example'], credentials: true } });
    const { origin, headers } = await preflight('/cookie-page-dev/x', 'https://app.example');
    expect([origin, headers.get('access-control-allow-credentials')]).toEqual(['https://app.example', 'true']);
    // A single origin is not told to others.
    expect((await preflight('/cookie-page-dev/x', 'https://evil.example')).origin).toBeNull();
  });

  it('without them, a page is not let in', async () => {
    await world.deployed('no-page', {});
    expect(await preflight('/no-page-dev/x', 'https://app.example')).toMatchObject({ status: 401, origin: null });
  });
});
