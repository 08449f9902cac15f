import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outsideTexts } from '../examples/outside-texts.ts';
import { createBrowser, destinationOf } from './browser.ts';
import { account, type Portal, startPortal } from './portal.ts';

const texts = Object.entries(outsideTexts);
const hostile = texts.map(([what, text], index) => ({ what, text, sub: `odd-${index}` }));
const odd = (sub: string, claims: Record<string, unknown>) => ({
  ...account(sub, `${sub}@portico.example`),
  claims: { email: `${sub}@portico.example`, ...claims },
});

/** Claims that the portal can do without. Each signs a new person in. */
const harmless: Readonly<Record<string, Record<string, unknown>>> = {
  'verified-in-words': { email_verified: 'true' },
  'names-of-no-type': { name: 7, given_name: null, family_name: ['a'] },
  nameless: { name: undefined, given_name: undefined, family_name: undefined },
  invisible: { name: '\u200b', given_name: '\u0000', family_name: '\u202e' },
  'one-long-name': { given_name: undefined, family_name: undefined, name: `Ada ${'Lovelace '.repeat(20_000)}` },
  'much-else': {
    groups: Array.from({ length: 2_000 }, (_none, index) => `group-${index}`),
    picture: 'x'.repeat(50_000),
  },
};
const unverified: Readonly<Record<string, unknown>> = {
  absent: undefined,
  'in-words': 'false',
  number: 1,
  nothing: null,
};

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({}, [
    ...hostile.map(({ sub, text }) => odd(sub, { name: text, given_name: text, family_name: text })),
    ...Object.entries(harmless).map(([sub, claims]) => odd(sub, claims)),
    ...Object.entries(unverified).map(([sub, verified]) => odd(`unverified-${sub}`, { email_verified: verified })),
    account('x'.repeat(255), 'longest@portico.example'),
    account('y'.repeat(256), 'too-long@portico.example'),
    account('z\u0000', 'nul@portico.example'),
    odd('no-address', { email: undefined }),
    odd('long-address', { email: `${'a'.repeat(300_000)}@portico.example` }),
  ]);
  await portal.registerOrganization(1, false);
});
afterAll(() => portal.close());

const user = async (email: string) =>
  (await portal.pool.query('select firstname, lastname from users where email_lower = $1', [email])).rows[0];
const parked = async () => (await portal.pool.query('select stream from parked_streams')).rows;

describe('a person whose names at the identity provider are odd signs in', () => {
  test.each(hostile)('with names of $what', async ({ sub, text }) => {
    const response = await createBrowser(portal).signIn(sub);
    expect([response.status, await destinationOf(response)]).toEqual([200, '/wall']);
    const { firstname, lastname } = await user(`${sub}@portico.example`);
    expect(firstname.length).toBeGreaterThan(0);
    expect(firstname.length).toBeLessThanOrEqual(100);
    expect(lastname).toBe(firstname);
    expect(text.replace('\0', '')).toContain(firstname);
    expect(await parked()).toEqual([]);
  });

  test.each(Object.keys(harmless))('%s', async (sub) => {
    expect((await createBrowser(portal).signIn(sub)).status).toBe(200);
    expect((await user(`${sub}@portico.example`)).firstname).not.toBe('');
  });

  test('the parts of one long name are each cut', async () => {
    const { firstname, lastname } = await user('one-long-name@portico.example');
    expect(firstname).toBe('Ada');
    expect(lastname).toMatch(/^(Lovelace ){10}Lovelace/);
    expect(lastname.length).toBeLessThanOrEqual(100);
  });
});

test.each(Object.keys(unverified))('an address whose verification is %s counts as not verified', async (sub) => {
  const response = await createBrowser(portal).signIn(`unverified-${sub}`);
  expect([response.status, await destinationOf(response)]).toEqual([400, '/about?error=sign-in.email-unverified']);
});

test('an id as long as the standard allows signs in', async () => {
  expect((await createBrowser(portal).signIn('x'.repeat(255))).status).toBe(200);
});

test.each([
  ['an id that is longer', 'y'.repeat(256), 'sign-in.id-unfit'],
  ['an id with a NUL', 'z\u0000', 'sign-in.id-unfit'],
  ['no address', 'no-address', 'sign-in.email-unfit'],
  ['an address of 300,000 characters', 'long-address', 'sign-in.email-unfit'],
])('%s is refused with its reason', async (_what, sub, code) => {
  const response = await createBrowser(portal).signIn(sub);
  expect([response.status, await destinationOf(response)]).toEqual([403, `/about?error=${code}`]);
});
