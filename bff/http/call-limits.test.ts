import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BffWorld, publicUrl, responseOf, startBffWorld, type TestResponse } from '#test/world/bff-world.ts';
import { createApp, createIngestApp } from '../app.ts';
import { routes } from '../routes.ts';
import type { CallLimiter } from './call-limiter.ts';
import { callLimits, type LimitName, limitOf } from './call-limits.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

/** Returns a limiter that refuses all rows except some, and records what it was asked for. */
const refusing = (except: readonly LimitName[] = ['any']) => {
  const taken: [name: LimitName, who: string][] = [];
  const limiter: CallLimiter = {
    take: async (name, who) => {
      taken.push([name, who]);
      return except.includes(name) ? 0 : 7;
    },
  };
  return { taken, app: createApp({ ...world.services, limiter }, world.webRoot) };
};

/** Forms of people who know nothing of calls have a text of their own. */
const codes = expect.stringMatching(/^(calls\.too-many|registration\.busy)$/);
const tooOften = { status: 429, body: { code: codes, parameters: { seconds: 7 } } };

describe('the limits of calls (K5)', () => {
  it('are in one table of plain numbers, each with a reason', () => {
    for (const [name, { calls, seconds, why }] of Object.entries(callLimits)) {
      expect(calls, name).toBeGreaterThan(0);
      expect(seconds, name).toBeGreaterThan(0);
      expect(why.length, name).toBeGreaterThan(10);
    }
  });

  it('differ from the default for calls that read files, make files or show secrets', () => {
    const dear = routes.filter(
      ({ path, form, bodySize }) =>
        form || bodySize || /download|file|docbook|redoc|compare|preview|lint|record-consumer|\/call$/.test(path),
    );
    expect(dear.length).toBeGreaterThan(15);
    expect(dear.filter((route) => limitOf(route) === 'query' || limitOf(route) === 'command')).toEqual([]);
  });

  it('apply to every call: none is mounted without a row', async () => {
    const { app } = refusing();
    /** Calls that, like files, query nothing and store nothing. They are counted by address too. */
    const free = ['GET /healthz', 'GET /metrics', 'GET /actuator/info'];
    const mounted = [
      ...new Set(
        app.routes
          .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
          .map(({ method, path }) => `${method} ${path}`),
      ),
    ].filter((name) => !free.includes(name));
    expect(mounted.length).toBeGreaterThan(60);
    for (const name of mounted) {
      const [method = '', path = ''] = name.split(' ');
      const target = path.replace(/:\w+/g, '1');
      const response = await responseOf(
        await app.request(`${publicUrl}${target}`, { method, headers: world.credentials(world.acme.members.portal) }),
      );
      // A gateway's key is checked before its calls are counted, so wrong keys are counted here. During a sign-in,
      // people see a page.
      const isNavigation = ['/auth/login', '/auth/callback'].includes(path);
      expect(response, name).toMatchObject(isNavigation ? { status: 429 } : tooOften);
    }
  });

  it('are counted before anything else, also for files of the web app', async () => {
    for (const path of ['/', '/assets/app-1a2b3c4d.js', '/healthz', '/api/swaggers', '/nothing']) {
      const response = await refusing([]).app.request(`${publicUrl}${path}`);
      expect(response.status, path).toBe(429);
    }
    const ingest = createIngestApp({ ...world.services, limiter: { take: async () => 7 } });
    expect((await ingest.request('/ingest/gateways/1/requests', { method: 'POST' })).status).toBe(429);
  });

  it('are reported by a problem with a message and the time to try again', async () => {
    const { app } = refusing();
    const headers = world.credentials(world.acme.members.user);
    const response: TestResponse = await responseOf(await app.request(`${publicUrl}/api/swaggers`, { headers }));
    expect(response.status).toBe(429);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('retry-after')).toBe('7');
    expect(response.body).toMatchObject({
      status: 429,
      code: 'calls.too-many',
      detail: 'You have made too many calls in a short time. Try again in 7 s.',
    });
  });

  it('are counted by person, with session or token, and by address if there is no known person', async () => {
    const { taken, app } = refusing(['any', 'query']);
    const { user } = world.acme.members;
    for (const by of ['session', 'bearer'] as const)
      await app.request(`${publicUrl}/api/my-apps`, { headers: world.credentials(user, by) });
    const socket = { incoming: { socket: { remoteAddress: '2001:db8:1:2:3::4' } } };
    await app.request(`${publicUrl}/auth/login`, {}, socket);
    expect(taken.filter(([name]) => name !== 'any')).toEqual([
      ['query', `person ${user.userId}`],
      ['query', `person ${user.userId}`],
      ['sign-in', '2001:db8:1:2::/64'],
    ]);
  });

  it('refuse one person who is too fast, but not others', async () => {
    const { user, owner } = world.acme.members;
    const change = (who: typeof user) => world.ask(who, 'PUT', '/api/user/settings', { json: { theme: 'dark' } });
    const responses = [];
    for (let call = 0; call <= callLimits.settings.calls; call += 1) responses.push(await change(user));
    expect(responses.slice(0, -1).every(({ status }) => status === 200)).toBe(true);
    const last = responses.at(-1);
    expect(last).toMatchObject({ status: 429, body: { code: 'calls.too-many' } });
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    const before = await world.countEvents();
    expect((await change(user)).status).toBe(429);
    expect(await world.countEvents()).toBe(before);
    expect((await change(owner)).status).toBe(200);
  });
});

describe('invalid credentials (K5)', () => {
  const socket = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });

  it.each([
    ['a bearer', '/api/my-apps', 'GET', { authorization: 'Bearer abc.def.ghi' }],
    ['a session', '/api/my-apps', 'GET', { cookie: '__Host-portico=made-up' }],
    ["a gateway's key", '/ingest/gateways/1/requests', 'POST', { 'x-portico-gateway-key': 'made-up' }],
  ])(
    'are refused after some tries with %s, while valid ones from that address still work',
    async (_what, path, method, headers) => {
      const address = `203.0.113.${path.length + method.length + JSON.stringify(headers).length}`;
      const ask = async (given: Record<string, string>, from = address) =>
        (await world.app.request(`${publicUrl}${path}`, { method, headers: given }, socket(from))).status;
      const statuses: number[] = [];
      for (let call = 0; call <= callLimits['failed-credential'].calls; call += 1) statuses.push(await ask(headers));
      expect(new Set(statuses.slice(0, -1))).toEqual(new Set([401]));
      expect(statuses.at(-1)).toBe(429);
      expect(await ask(headers, '198.51.100.7')).toBe(401);
      if (method === 'GET')
        for (const by of ['session', 'bearer'] as const)
          expect(await ask(world.credentials(world.acme.members.user, by))).toBe(200);
    },
  );

  it('do not include an ended session, which gets 401 even after many guesses from its address', async () => {
    const [guesser, people] = [socket('203.0.113.200'), world.acme.members];
    const ask = async (given: Record<string, string>) => {
      const response = await world.app.request(`${publicUrl}/api/my-apps`, { headers: given }, guesser);
      return response.status;
    };
    const ended = world.credentials(people.owningAdmin);
    await world.app.request(`${publicUrl}/auth/logout`, { method: 'POST', headers: ended });
    for (let call = 0; call < callLimits['failed-credential'].calls; call += 1) expect(await ask(ended)).toBe(401);
    // None of them was counted for the address.
    const guessed = { cookie: `${ended.cookie?.slice(0, -4)}AAAA` };
    for (let call = 0; call < callLimits['failed-credential'].calls; call += 1) expect(await ask(guessed)).toBe(401);
    expect(await ask(guessed)).toBe(429);

    const another = world.credentials(people.owner);
    await world.app.request(`${publicUrl}/auth/logout`, { method: 'POST', headers: another });
    expect(await ask(another)).toBe(401);
    // A session that comes again and again gets 429, but no other one does.
    expect(await ask(ended)).toBe(429);
    expect(await ask(another)).toBe(401);
  });
});
