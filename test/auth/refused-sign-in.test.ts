import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedSignIns } from '#bff/auth/refused-sign-in.ts';
import { callLimits } from '#bff/http/call-limits.ts';
import { createBrowser } from './browser.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const countOf = async (reason: string) =>
  (await refusedSignIns.get()).values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
const countEvents = async () => (await portal.pool.query('select 1 from events')).rowCount;

test('K5: a thousand anonymous calls of the callback leave no event, and soon no answer but 429', async () => {
  const [events, counted] = [await countEvents(), await countOf('sign-in.expired')];
  const statuses: number[] = [];
  for (let call = 0; call < 1_000; call += 1)
    statuses.push((await createBrowser(portal).request('/auth/callback?code=made-up&state=made-up')).status);
  const { calls } = callLimits['sign-in-callback'];
  expect(new Set(statuses.slice(0, calls))).toEqual(new Set([400]));
  expect(new Set(statuses.slice(calls))).toEqual(new Set([429]));
  expect(await countEvents()).toBe(events);
  expect(await countOf('sign-in.expired')).toBe(counted + calls);
});

test('who is refused on the way of a sign-in sees the portal, not JSON, and is told when to come again', async () => {
  const crowded = await startPortal();
  const { calls } = callLimits['sign-in-callback'];
  try {
    let response = await createBrowser(crowded).request('/auth/callback');
    for (let call = 0; call < calls; call += 1) response = await createBrowser(crowded).request('/auth/callback');
    expect(response.status).toBe(429);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await response.text()).toContain('url=/about?error=portal.unavailable');
  } finally {
    await crowded.close();
  }
});

test('K5: of sign-ins that began here an address leaves so many events an hour, and no more', async () => {
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
