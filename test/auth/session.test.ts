import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionHash } from '#bff/auth/session-store.ts';
import { endSessions, sweepSessions } from '#bff/auth/sessions.ts';
import { createPool } from '#platform/database.ts';
import { type Browser, createBrowser, destinationOf } from './browser.ts';
import { type Portal, publicUrl, startPortal } from './portal.ts';

let portal: Portal;
let browser: Browser;
beforeAll(async () => {
  portal = await startPortal();
  await portal.registerOrganization(1, false);
  await portal.registerOrganization(2, true);
  await portal.registerUser(101, 'ada@portico.example', 1, ['ROLE_PORTAL_ADMIN']);
  await portal.registerUser(102, 'ben@partner.example', 2, ['ROLE_COMPANY_ADMIN']);
});
afterAll(() => portal.close());
beforeEach(async () => {
  browser = createBrowser(portal);
  expect((await browser.signIn('ada')).status).toBe(200);
});
afterEach(() => {
  portal.clock.offset = 0;
});

const asOwner = async (statement: string) => {
  const owner = createPool(portal.ownerUrl, { applicationName: 'portico-test-owner', max: 1 });
  await owner.query(statement);
  await owner.end();
};

const minutes = (count: number) => count * 60_000;
const signedOut = async () => (await portal.eventsOf('UserSignedOut')).length;

/** The cookie as an attacker would have kept it: clearing it in the browser changes nothing. */
const copyOf = (original: Browser): Browser => {
  const copy = createBrowser(portal);
  for (const [name, value] of original.jar.cookies) copy.jar.cookies.set(name, value);
  return copy;
};

describe('A7: what ends a session, on the server and with one event', () => {
  test('fifteen minutes without activity; a keepalive counts as activity', async () => {
    portal.clock.offset = minutes(14);
    expect((await browser.post('/auth/keepalive')).status).toBe(204);
    portal.clock.offset = minutes(28);
    expect(await browser.whoami()).toBe(200);
    const ended = await signedOut();
    portal.clock.offset = minutes(44);
    const copy = copyOf(browser);
    expect(await browser.whoami()).toBe(401);
    expect(await copy.whoami()).toBe(401);
    expect(await signedOut()).toBe(ended + 1);
    expect((await copy.post('/auth/keepalive')).status).toBe(401);
  });

  test('twelve hours, however active', async () => {
    for (let time = 0; time < 12 * 60; time += 14) {
      portal.clock.offset = minutes(time);
      expect(await browser.whoami()).toBe(200);
    }
    portal.clock.offset = minutes(12 * 60);
    expect(await browser.whoami()).toBe(401);
  });

  test('two logouts at the same moment, one of which is redirected to the provider', async () => {
    const copies = Array.from({ length: 4 }, () => copyOf(browser));
    const ended = await signedOut();
    const responses = await Promise.all(copies.map((copy) => copy.post('/auth/logout')));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const urls = await Promise.all(
      responses.map(async (response) => new URL((await response.json()).logoutUrl as string)),
    );
    const [led, ...home] = urls.sort((one) => (one.origin === portal.issuer ? -1 : 1));
    expect(led).toMatchObject({ origin: portal.issuer });
    expect(led?.searchParams.has('logout_hint')).toBe(true);
    expect(home.map(({ href }) => href)).toEqual(Array(3).fill(`${publicUrl}/logout`));
    expect(await signedOut()).toBe(ended + 1);
  });

  test("logout, which also returns the provider's logout address, without a token", async () => {
    const copy = copyOf(browser);
    const ended = await signedOut();
    const { logoutUrl } = (await (await browser.post('/auth/logout')).json()) as { logoutUrl: string };
    expect(await copy.whoami()).toBe(401);
    expect(await (await copy.request('/auth/session')).json()).toEqual({ authenticated: false });
    expect(await signedOut()).toBe(ended + 1);

    expect(new URL(logoutUrl).origin).toBe(portal.issuer);
    const page = await (await browser.fetchProvider(logoutUrl)).text();
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
    const out = await browser.fetchProvider(`${portal.issuer}/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf: field('xsrf'), logout: field('logout') }),
    });
    expect(out.headers.get('location')).toBe(`${publicUrl}/logout`);
    expect((await browser.signIn('ada', '/auth/silent')).headers.getSetCookie().join()).not.toMatch(
      /__Host-portico=[^;]/,
    );
  });

  test('logout at the provider, which tells the portal behind the browser’s back', async () => {
    const other = createBrowser(portal);
    await other.signIn('ada');
    const page = await (await browser.fetchProvider(`${portal.issuer}/session/end?client_id=portico`)).text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    await browser.fetchProvider(`${portal.issuer}/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    await vi.waitFor(async () => expect(await browser.whoami()).toBe(401), 5_000);
    expect(await other.whoami()).toBe(200);
  });

  test('the organization being deactivated, in every browser at the next request, until it is activated', async () => {
    const browsers = [createBrowser(portal), createBrowser(portal)];
    for (const ben of browsers) await ben.signIn('ben');
    await portal.switchOrganization(2, true);
    for (const ben of browsers)
      expect(await (await ben.request('/auth/session')).json()).toEqual({ authenticated: false, disabled: true });
    const again = createBrowser(portal);
    expect(await destinationOf(await again.signIn('ben'))).toBe('/about?error=user.disabled');
    expect(await again.whoami()).toBe(401);
    await portal.switchOrganization(2, false);
    expect((await again.signIn('ben')).status).toBe(200);
    expect(await again.whoami()).toBe(200);
    expect(await browser.whoami()).toBe(200);
  });

  test('the user being disabled, at the next request; signing in again is refused until they are enabled', async () => {
    const ben = createBrowser(portal);
    await ben.signIn('ben');
    expect(await ben.whoami()).toBe(200);
    await portal.changeUser(102, { type: 'DisableUser', data: {} });
    const copy = copyOf(ben);
    expect(await (await ben.request('/auth/session')).json()).toEqual({ authenticated: false, disabled: true });
    expect(await copy.whoami()).toBe(401);
    expect(await destinationOf(await ben.signIn('ben'))).toBe('/about?error=user.disabled');
    await portal.changeUser(102, { type: 'EnableUser', data: {} });
    expect(await copy.whoami()).toBe(401);
    await ben.signIn('ben');
    expect(await ben.whoami()).toBe(200);
  });

  test('an unknown person at the provider when the tokens expire; several tabs ask once', async () => {
    const makeDue = () => portal.pool.query('update sessions set tokens_due_at = $1', [new Date(0)]);
    await makeDue();
    const responses = await Promise.all([1, 2, 3, 4].map(() => copyOf(browser).post('/auth/keepalive')));
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    await makeDue();
    expect((await browser.post('/auth/keepalive')).status).toBe(204);
    // Its logout notice is lost on the way: this session is not the one that it names.
    await asOwner("update sessions set provider_session = 'another'");
    const page = await (await browser.fetchProvider(`${portal.issuer}/session/end?client_id=portico`)).text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    await browser.fetchProvider(`${portal.issuer}/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    expect(await browser.whoami()).toBe(200);
    await makeDue();
    expect((await browser.post('/auth/keepalive')).status).toBe(401);
    expect(await browser.whoami()).toBe(401);
  });

  test('nobody coming back: the regular clean-up', async () => {
    portal.clock.offset = minutes(16);
    const sessions = await portal.countSessions();
    const ended = await signedOut();
    await sweepSessions(portal.services);
    expect(await portal.countSessions()).toBe(0);
    expect(await signedOut()).toBe(ended + sessions);
  });
});

test('A7: a session that several end at once leaves one event', async () => {
  const hash = sessionHash(browser.jar.cookies.get('__Host-portico') ?? '');
  const [one, two] = [copyOf(browser), copyOf(browser)];
  await Promise.all([
    one.post('/auth/logout'),
    two.post('/auth/logout'),
    endSessions(portal.services, { userId: 101 }, 'ended'),
  ]);
  expect(await browser.whoami()).toBe(401);
  const ends = (await portal.services.store.read('user-101')).filter(
    ({ type, data }) => type === 'UserSignedOut' && (data as { session?: string }).session === hash,
  );
  expect(ends).toHaveLength(1);
});

describe('A7: a forged logout token ends nothing', () => {
  const logoutEvents = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const send = (token: string) =>
    portal.app.request(`${publicUrl}/auth/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });

  const forge = async (claims: Record<string, unknown>, header: Record<string, string> = {}) => {
    const { signing } = await portal.keys();
    const key = await importJWK(signing, 'RS256');
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: portal.issuer,
      aud: 'portico',
      sub: 'ada',
      iat: now,
      exp: now + 120,
      jti: randomUUID(),
      events: logoutEvents,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt', ...(signing.kid ? { kid: signing.kid } : {}), ...header })
      .sign(key);
  };

  test.each<[string, Record<string, unknown>, Record<string, string>?]>([
    ['a nonce', { nonce: 'one' }],
    ['the type of an ID token', {}, { typ: 'JWT' }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['no event', { events: {} }],
    ['an event that is no object', { events: { 'http://schemas.openid.net/event/backchannel-logout': 1 } }],
    ['nobody', { sub: undefined }],
    ['no id of its own', { jti: undefined }],
    ['an id with a NUL', { jti: 'a\u0000' }],
    ['a person whose id has a NUL', { sub: 'a\u0000' }],
    ['a session whose id is too long', { sid: 'x'.repeat(2_001) }],
    ['an expiry that is over', { exp: 1_000_000_000 }],
    ['a text as expiry', { exp: '9999999999' }],
    ['an unknown key', {}, { kid: 'unknown' }],
  ])('with %s', async (_what, claims, header) => {
    expect((await send(await forge(claims, header))).status).toBe(400);
    expect(await browser.whoami()).toBe(200);
  });

  test('and one that names a session ends that one; the others of the person ask the provider again', async () => {
    const other = createBrowser(portal);
    await other.signIn('ada');
    const hashOf = ({ jar }: Browser) => sessionHash(jar.cookies.get('__Host-portico') ?? '');
    const rowOf = async (hash: string) =>
      (await portal.pool.query('select provider_session, tokens_due_at from sessions where hash = $1', [hash])).rows[0];
    const { provider_session: sid } = await rowOf(hashOf(browser));
    expect((await rowOf(hashOf(other))).tokens_due_at.getTime()).toBeGreaterThan(Date.now() + minutes(5));
    expect((await send(await forge({ sid }))).status).toBe(200);
    expect([await browser.whoami(), await other.whoami()]).toEqual([401, 200]);
    expect((await rowOf(hashOf(other))).tokens_due_at.getTime()).toBeLessThanOrEqual(Date.now());
    expect((await other.post('/auth/keepalive')).status).toBe(204);
    expect((await rowOf(hashOf(other))).tokens_due_at.getTime()).toBeGreaterThan(Date.now() + minutes(5));
  });

  test('and a good one ends all of that person, once', async () => {
    const token = await forge({});
    expect((await send(token)).status).toBe(200);
    expect(await browser.whoami()).toBe(401);
    await browser.signIn('ada');
    expect((await send(token)).status).toBe(400);
    expect(await browser.whoami()).toBe(200);
  });
});

test('A8: roles are those of the next request', async () => {
  const rolesOf = async () => ((await (await browser.request('/api/whoami')).json()) as { roles: string[] }).roles;
  expect(await rolesOf()).toEqual(['ROLE_PORTAL_ADMIN']);
  await portal.changeUser(101, { type: 'ChangeRoles', data: { roles: ['ROLE_COMPANY_USER'] } });
  expect(await rolesOf()).toEqual(['ROLE_COMPANY_USER']);
  await portal.changeUser(101, { type: 'ChangeRoles', data: { roles: ['ROLE_PORTAL_ADMIN'] } });
});

describe('A9: a changing request with a session comes from the portal itself', () => {
  const paths = ['/auth/logout', '/auth/keepalive', '/api/whoami'];
  const bodies: (string | undefined)[] = [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'Application/JSON',
    undefined,
  ];
  const origins: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', 'x-portico': '1' },
    { 'sec-fetch-site': 'same-site', 'x-portico': '1' },
    { 'sec-fetch-site': 'none', 'x-portico': '1' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site', origin: publicUrl, 'x-portico': '1' },
    { origin: 'https://evil.example', 'x-portico': '1' },
    { origin: 'null', 'x-portico': '1' },
    { 'x-portico': '1' },
    {},
  ];

  test('whatever its method, content type and origin', async () => {
    const events = async () => (await portal.pool.query('select 1 from events')).rowCount;
    const before = await events();
    for (const path of paths)
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
        for (const type of bodies)
          for (const headers of origins) {
            const body = type === undefined || method === 'DELETE' ? {} : { body: '{}' };
            const response = await browser.request(path, {
              method,
              headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
              ...body,
            });
            expect([path, method, type, headers, response.status]).toEqual([path, method, type, headers, 403]);
          }
    expect(await events()).toBe(before);
    expect(await browser.whoami()).toBe(200);
  });

  test('a browser without Sec-Fetch-Site says so with Origin', async () => {
    const headers = { origin: publicUrl, 'x-portico': '1' };
    expect((await browser.request('/auth/keepalive', { method: 'POST', headers })).status).toBe(204);
  });

  test('nothing on /auth changes by GET', async () => {
    expect((await browser.request('/auth/logout')).status).toBe(404);
    expect((await browser.request('/auth/keepalive')).status).toBe(404);
    expect(await browser.whoami()).toBe(200);
  });
});

test('the header x-user-id has no effect on rights or identity', async () => {
  const ask = async (id: string) => (await browser.request('/api/whoami', { headers: { 'x-user-id': id } })).status;
  expect(await ask('101')).toBe(200);
  for (const id of ['102', '0', '', '0101', '101.0', 'ada']) expect(await ask(id)).toBe(403);
  expect((await portal.app.request(`${publicUrl}/api/whoami`, { headers: { 'x-user-id': '101' } })).status).toBe(401);
});
