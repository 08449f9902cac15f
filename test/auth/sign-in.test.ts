import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clientInfo } from '#bff/auth/client-info.ts';
import { userOf } from '#bff/auth/first-sign-in.ts';
import { authRoutes } from '#bff/auth/routes.ts';
import type { BffEnv } from '#bff/http/context.ts';
import { correlation } from '#bff/http/correlation.ts';
import { runSql } from '../postgres/sql.ts';
import { type Browser, createBrowser, destinationOf } from './browser.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
  await portal.registerOrganization(1, false);
  await portal.registerOrganization(2, true);
  await portal.registerUser(101, 'ada@portico.example', 1, ['ROLE_PORTAL_ADMIN']);
  await portal.registerUser(102, 'ben@partner.example', 2, ['ROLE_COMPANY_ADMIN']);
});
afterAll(() => portal.close());

/** Runs something that must end in one refused sign-in, no session and a 400. @param recorded how many events say so. */
const expectRefusal = async (attempt: () => Promise<Response>, code: string, status = 400, recorded = 1) => {
  const sessions = await portal.countSessions();
  const events = await portal.eventsOf('SignInRefused');
  const response = await attempt();
  expect(response.status).toBe(status);
  expect(await destinationOf(response)).toBe(`/about?error=${code}`);
  expect(await portal.countSessions()).toBe(sessions);
  expect((await portal.eventsOf('SignInRefused')).length).toBe(events.length + recorded);
  expect(response.headers.getSetCookie().join()).not.toMatch(/__Host-portico=[^;]/);
};

const withParameters = (address: string, parameters: Record<string, string>) => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
};

describe('a sign-in', () => {
  test('links an existing user by a verified address, and signs them in', async () => {
    const browser = createBrowser(portal);
    const response = await browser.signIn('ada', '/auth/login?returnTo=/apis%3Fpage%3D2');
    expect(response.status).toBe(200);
    expect(await destinationOf(response)).toBe('/apis?page=2');
    expect(await (await browser.request('/auth/session')).json()).toEqual({
      authenticated: true,
      userId: 101,
      email: 'ada@portico.example',
      name: 'Somebody Example',
      fresh: true,
    });
    expect(await (await browser.request('/api/whoami')).json()).toMatchObject({
      userId: 101,
      organizationId: 1,
      organizationExternal: false,
      roles: ['ROLE_PORTAL_ADMIN'],
      viaSession: true,
    });
    expect((await portal.eventsOf('UserIdentityLinked')).map(({ stream }) => stream)).toEqual(['user-101']);
    expect((await createBrowser(portal).signIn('ada')).status).toBe(200);
    expect(await portal.eventsOf('UserIdentityLinked')).toHaveLength(1);
  });

  test('makes a company user of the internal organization for an internal address', async () => {
    const browser = createBrowser(portal);
    expect((await browser.signIn('newcomer')).status).toBe(200);
    expect(await (await browser.request('/api/whoami')).json()).toMatchObject({
      organizationId: 1,
      roles: ['ROLE_COMPANY_USER'],
    });
  });

  test('makes one user of two first sign-ins at once', async () => {
    const [one, two] = [createBrowser(portal), createBrowser(portal)];
    const [first, second] = await Promise.all([
      one.walkProvider(await one.startSignIn(), 'twin'),
      two.walkProvider(await two.startSignIn(), 'twin'),
    ]);
    const responses = await Promise.all([one.request(first), two.request(second)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const sessions = await Promise.all([one, two].map(async (b) => (await b.request('/auth/session')).json()));
    expect(sessions[0]).toEqual(sessions[1]);
    const { rows } = await portal.pool.query("select id from users where email_lower = 'twin@portico.example'");
    expect(rows).toHaveLength(1);
  });

  test('finds a user in the log while the read tables are behind', async () => {
    const identity = {
      issuer: portal.issuer,
      subject: 'early-bird',
      email: 'early.bird@portico.example',
      emailVerified: true,
      firstname: 'Early',
      lastname: 'Bird',
    };
    const ask = () => userOf(portal.services, identity, { correlationId: 'test' });
    const first = await ask();
    expect(first).toEqual({ userId: expect.any(Number) });
    for (const response of [await ask(), ...(await Promise.all([ask(), ask(), ask()]))])
      expect(response).toEqual(first);
  });

  test('tells a stranger to request access', async () => {
    const browser = createBrowser(portal);
    await expectRefusal(() => browser.signIn('stranger'), 'sign-in.request-access', 403);
  });

  test('tells a person that their request waits, or was denied, and lets them in once they are a user', async () => {
    const attempt = () => createBrowser(portal).signIn('applicant');
    await portal.requestAccount(1, 'Applicant@elsewhere.example');
    await expectRefusal(attempt, 'sign-in.registration-waiting', 403);
    await portal.denyAccount(1);
    await expectRefusal(attempt, 'sign-in.registration-denied', 403);
    await portal.requestAccount(2, 'applicant@elsewhere.example');
    await expectRefusal(attempt, 'sign-in.registration-waiting', 403);
    await portal.registerUser(1_002, 'applicant@elsewhere.example', 2, ['ROLE_COMPANY_USER']);
    expect((await attempt()).status).toBe(200);
  });

  test('trusts no address that the provider has not verified, internal or known', async () => {
    await expectRefusal(() => createBrowser(portal).signIn('unverified'), 'sign-in.email-unverified');
    await expectRefusal(() => createBrowser(portal).signIn('pretender'), 'sign-in.email-unverified');
  });

  test('ends at the popup page when it began in a popup', async () => {
    const browser = createBrowser(portal);
    expect(await destinationOf(await browser.signIn('ada', '/auth/login?popup=1&returnTo=/apis'))).toBe(
      '/auth-callback?popup=1',
    );
    expect(await destinationOf(await createBrowser(portal).signIn('stranger', '/auth/login?popup=1'))).toBe(
      '/auth-callback?popup=1&error=sign-in.request-access',
    );
  });

  test('can be tried without interaction, and fails with a code if the provider needs one', async () => {
    const browser = createBrowser(portal);
    const before = await portal.eventsOf('SignInRefused');
    const response = await browser.signIn('ada', '/auth/silent?returnTo=/apis');
    expect(response.status).toBe(200);
    expect(await destinationOf(response)).toBe('/about?error=sign-in.required');
    expect(await portal.eventsOf('SignInRefused')).toHaveLength(before.length);
    await browser.signIn('ada');
    expect(await destinationOf(await browser.signIn('ada', '/auth/silent?returnTo=/apis'))).toBe('/apis');
  });
});

describe("A1: the provider's response counts once, for the browser that asked", () => {
  test('a replayed callback', async () => {
    const browser = createBrowser(portal);
    const callback = await browser.walkProvider(await browser.startSignIn(), 'ada');
    const transaction = [...browser.jar.cookies];
    expect((await browser.request(callback)).status).toBe(200);
    browser.jar.cookies.clear();
    for (const [name, value] of transaction) browser.jar.cookies.set(name, value);
    await expectRefusal(() => browser.request(callback), 'sign-in.expired');
  });

  test('the callback of another browser', async () => {
    const [mine, theirs] = [createBrowser(portal), createBrowser(portal)];
    await mine.startSignIn();
    const callback = await theirs.walkProvider(await theirs.startSignIn(), 'ada');
    await expectRefusal(() => mine.request(callback), 'sign-in.failed');
  });

  test('a callback without a sign-in', async () => {
    const other = createBrowser(portal);
    const callback = await other.walkProvider(await other.startSignIn(), 'ada');
    await expectRefusal(() => createBrowser(portal).request(callback), 'sign-in.expired', 400, 0);
  });

  test('another nonce in the ID token', async () => {
    const browser = createBrowser(portal);
    const start = withParameters(await browser.startSignIn(), { nonce: 'somebody-elses-nonce' });
    const callback = await browser.walkProvider(start, 'ada');
    await expectRefusal(() => browser.request(callback), 'sign-in.failed');
  });

  test('another issuer in the answer', async () => {
    const browser = createBrowser(portal);
    const callback = await browser.walkProvider(await browser.startSignIn(), 'ada');
    await expectRefusal(
      () => browser.request(withParameters(callback, { iss: 'https://evil.example' })),
      'sign-in.failed',
    );
  });

  test('a code that was requested with another verifier', async () => {
    const browser = createBrowser(portal);
    const challenge = createHash('sha256').update('another-verifier').digest('base64url');
    const start = withParameters(await browser.startSignIn(), { code_challenge: challenge });
    const callback = await browser.walkProvider(start, 'ada');
    await expectRefusal(() => browser.request(callback), 'sign-in.failed');
  });

  test('a challenge that was removed on the way', async () => {
    const browser = createBrowser(portal);
    const start = new URL(await browser.startSignIn());
    start.searchParams.delete('code_challenge');
    start.searchParams.delete('code_challenge_method');
    const callback = await browser.walkProvider(start.href, 'ada');
    await expectRefusal(() => browser.request(callback), 'sign-in.failed');
  });

  test('an answer after more than ten minutes', async () => {
    const browser = createBrowser(portal);
    const callback = await browser.walkProvider(await browser.startSignIn(), 'ada');
    portal.clock.offset = 601_000;
    await expectRefusal(() => browser.request(callback), 'sign-in.expired', 400, 0).finally(() => {
      portal.clock.offset = 0;
    });
  });

  test('a transaction cookie that was changed', async () => {
    const browser = createBrowser(portal);
    const callback = await browser.walkProvider(await browser.startSignIn(), 'ada');
    const [[name, value] = ['', '']] = browser.jar.cookies;
    browser.jar.cookies.set(name, `${value.startsWith('A') ? 'B' : 'A'}${value.slice(1)}`);
    await expectRefusal(() => browser.request(callback), 'sign-in.expired', 400, 0);
  });
});

describe('B6: a fresh sign-in', () => {
  const isFresh = async ({ request }: Browser) =>
    ((await (await request('/auth/session')).json()) as { fresh: boolean }).fresh;
  /** Has all sessions so old. */
  const age = (seconds: number) =>
    runSql(portal.ownerUrl, `update sessions set signed_in_at = now() - make_interval(secs => ${seconds})`);

  test('is had by asking the provider for one that is not older than four minutes', async () => {
    const browser = createBrowser(portal);
    await browser.signIn('ada');
    await age(301);
    expect(await isFresh(browser)).toBe(false);
    const [address, usual] = [await browser.startSignIn('/auth/login?fresh=1'), await browser.startSignIn()];
    expect(new URL(address).searchParams.get('max_age')).toBe('240');
    expect(new URL(usual).searchParams.has('max_age')).toBe(false);
    const response = await browser.signIn('ada', '/auth/login?fresh=1&returnTo=/wall');
    expect([response.status, await destinationOf(response), await isFresh(browser)]).toEqual([200, '/wall', true]);
  });

  test('is not lost by a response about the session that it replaces', async () => {
    const browser = createBrowser(portal);
    await browser.signIn('ada');
    const cookie = browser.jar.header();
    await browser.signIn('ada', '/auth/login?fresh=1');
    for (const path of ['/auth/session', '/api/whoami']) {
      const late = await portal.app.request(`https://portal.example${path}`, { headers: { cookie } });
      expect(late.headers.getSetCookie()).toEqual([]);
    }
  });

  test('is asked of the person when the provider knew them for longer', async () => {
    const browser = createBrowser(portal);
    await browser.signIn('ada');
    const start = async (maxAge: string) => {
      const address = withParameters(await browser.startSignIn('/auth/login?fresh=1'), { max_age: maxAge });
      return new URL((await browser.fetchProvider(address)).headers.get('location') ?? '', portal.issuer);
    };
    expect((await start('240')).pathname).toBe('/auth/callback');
    const page = await browser.fetchProvider((await start('0')).href);
    expect(await page.text()).toMatch(/Is it still you\?[^<]*<\/h1>[\s\S]*?name="sub" value="ada"/);
  });

  test.each([
    ['that ignored max_age, or from whose address somebody took it', 400_000],
    ['whose clock is far ahead', -100_000],
  ])('is not had from a provider %s', async (_what, offset) => {
    const browser = createBrowser(portal);
    await browser.signIn('ada');
    const start = new URL(await browser.startSignIn('/auth/login?fresh=1'));
    start.searchParams.delete('max_age');
    const callback = await browser.walkProvider(start.href, 'ada');
    portal.clock.offset = offset;
    await expectRefusal(() => browser.request(callback), 'sign-in.not-asked-again').finally(() => {
      portal.clock.offset = 0;
    });
    // The session of before is still there.
    expect(await browser.whoami()).toBe(200);
  });
});

describe('A4, A5: the browser gets', () => {
  test('no token, and cookies as strict as they can be', async () => {
    const browser = createBrowser(portal);
    const seen: string[] = [];
    const note = async (response: Response) => {
      seen.push(JSON.stringify([...response.headers]), await response.clone().text());
      return response;
    };
    const login = await note(await browser.request('/auth/login'));
    expect(login.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-portico-sign-in=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    const callback = await browser.walkProvider(login.headers.get('location') ?? '', 'ada');
    const done = await note(await browser.request(callback));
    expect(done.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-portico-sign-in=; Max-Age=0; Path=\/; .*Secure/),
      expect.stringMatching(/^__Host-portico=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ]);
    expect(done.headers.get('cache-control')).toBe('no-store');
    await note(await browser.request('/auth/session'));
    await note(await browser.post('/auth/keepalive'));
    await note(await browser.post('/auth/logout'));
    // A JWT begins with {" in base64url; the provider's opaque tokens are only ever in the token answer.
    expect(seen.join('\n')).not.toMatch(/eyJ|access_token|refresh_token|id_token/);
  });
});

test('A6: a new session id at every sign-in, and no live one in the database', async () => {
  const browser = createBrowser(portal);
  await browser.signIn('ada');
  const first = browser.jar.cookies.get('__Host-portico') ?? '';
  await browser.signIn('ada');
  const second = browser.jar.cookies.get('__Host-portico') ?? '';
  expect(Buffer.from(second.split('.')[0] ?? '', 'base64url')).toHaveLength(32);
  expect(second).not.toBe(first);
  const before = createBrowser(portal);
  before.jar.cookies.set('__Host-portico', first);
  expect(await before.whoami()).toBe(401);
  expect(await browser.whoami()).toBe(200);
  const { rows } = await portal.pool.query(
    'select s::text as row from sessions s union all select e::text from events e',
  );
  expect(rows.map(({ row }) => row).join('\n')).not.toContain(second);
});

test('a wrong secret is told as a wrong setting, and the log names it', async () => {
  const lines: unknown[] = [];
  const settings = { ...portal.services.settings, OIDC_CLIENT_SECRET: 'not-the-secret-of-it' };
  const log = { ...portal.services.log, warn: (line: unknown) => lines.push(line) } as typeof portal.services.log;
  const app = new Hono<BffEnv>().use(correlation(), clientInfo(portal.services));
  app.route('/auth', authRoutes({ ...portal.services, settings, log }));
  const browser = createBrowser({ app, issuer: portal.issuer });
  const callback = await browser.walkProvider(await browser.startSignIn(), 'ada');
  await expectRefusal(() => browser.request(callback), 'sign-in.misconfigured', 503);
  expect(lines).toEqual([expect.objectContaining({ check: 'secret', setting: 'OIDC_CLIENT_SECRET' })]);
});

test('a provider that does not respond is reported as away, and signed-in people stay signed in (J7)', async () => {
  const browser = createBrowser(portal);
  const patient = createBrowser(portal);
  await browser.signIn('ada');
  await patient.signIn('ada');
  const late = createBrowser(portal);
  const callback = await late.walkProvider(await late.startSignIn(), 'ada');
  await portal.stopProvider();
  try {
    await expectRefusal(() => late.request(callback), 'sign-in.unavailable', 503);
    expect(await browser.whoami()).toBe(200);
    await portal.pool.query('update sessions set tokens_due_at = $1', [new Date(0)]);
    expect((await browser.post('/auth/keepalive')).status).toBe(204);
    expect((await browser.post('/auth/logout')).status).toBe(200);
  } finally {
    await portal.restartProvider();
  }
  // The sandbox's provider keeps its grants over a restart.
  await portal.pool.query('update sessions set tokens_due_at = $1', [new Date(0)]);
  expect((await patient.post('/auth/keepalive')).status).toBe(204);
  expect(await patient.whoami()).toBe(200);
  await vi.waitFor(async () => expect((await createBrowser(portal).signIn('ada')).status).toBe(200), 5_000);
});
