import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedSignIns } from '#bff/auth/refused-sign-in.ts';
import { callLimits } from '#bff/http/call-limits.ts';
import { createBrowser } from './browser.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
  await portal.registerOrganization(1, false);
});
afterAll(() => portal.close());

const countOf = async (reason: string) =>
  (await refusedSignIns.get()).values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
const countEvents = async () => (await portal.pool.query('select 1 from events')).rowCount;

/** Calls the callback as somebody whose browser began no sign-in, or sends a made-up cookie of one. */
const stray = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, call) => {
      const headers = call % 2 === 0 ? {} : { cookie: `__Host-portico-sign-in=made-up-${call}` };
      return await createBrowser(portal).request('/auth/callback?code=made-up&state=made-up', { headers });
    }),
  );
const statusesOf = (responses: readonly Response[]) => new Set(responses.map(({ status }) => status));

test('K5: anonymous calls of the callback leave no event, soon get 429, and stop no sign-in at that address', async () => {
  const [events, counted] = [await countEvents(), await countOf('sign-in.expired')];
  const { calls } = callLimits['stray-callback'];
  expect(statusesOf(await stray(calls))).toEqual(new Set([400]));
  const refused = await stray(100);
  expect(statusesOf(refused)).toEqual(new Set([429]));
  expect(await countEvents()).toBe(events);
  expect(await countOf('sign-in.expired')).toBe(counted + calls);

  // People see the portal, not JSON, and are told when to come again.
  const [first] = refused;
  expect(first?.headers.get('content-type')).toMatch(/^text\/html/);
  expect(first?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await first?.text()).toContain('url=/about?error=portal.unavailable');

  expect((await createBrowser(portal).signIn('ada')).status).toBe(200);
});

test('K5: many callbacks of a finished sign-in stop no other sign-in', async () => {
  const other = await startPortal();
  await other.registerOrganization(1, false);
  try {
    const browser = createBrowser(other);
    const callback = await browser.walkProvider(await browser.startSignIn(), 'ada');
    const cookie = browser.jar.header();
    expect((await browser.request(callback)).status).toBe(200);
    for (let call = 0; call < callLimits['sign-in-callback'].calls + 10; call += 1) {
      const response = await createBrowser(other).request(callback, { headers: { cookie } });
      expect(response.status).toBe(400);
    }
    expect((await createBrowser(other).signIn('ada')).status).toBe(200);
  } finally {
    await other.close();
  }
});

test('K5: the events of refused sign-ins from one address are limited for each hour', async () => {
  // A portal that has not seen the thousand calls.
  const other = await startPortal();
  try {
    const { calls } = callLimits['refused-sign-in'];
    const refuse = async () => {
      const browser = createBrowser(other);
      const state = new URL(await browser.startSignIn()).searchParams.get('state');
      return await browser.request(`/auth/callback?error=access_denied&state=${state}&iss=${other.issuer}`);
    };
    for (let call = 0; call < calls + 10; call += 1) expect((await refuse()).status).toBe(400);
    expect(await other.eventsOf('SignInRefused')).toHaveLength(calls);
  } finally {
    await other.close();
  }
});
