import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { SignInFault } from '#domain/installation/schema.ts';
import { readSettings, type Settings } from '#platform/settings.ts';
import { freePort } from '#sandbox/postgres/cluster.ts';
import { type IssuerWays, startSmallIssuer } from '#test/auth/small-issuer.ts';
import { checkProvider } from './check-provider.ts';
import { identityProvider } from './identity-provider.ts';
import { troubleCode } from './provider-trouble.ts';
import { neverWorked, signInFault, suspectProvider, watchProvider } from './watch-provider.ts';

const redirectUri = 'https://portal.example/auth/callback';
let small: Awaited<ReturnType<typeof startSmallIssuer>>;
beforeAll(async () => {
  small = await startSmallIssuer(redirectUri);
});
afterAll(() => small.close());
afterEach(() => {
  small.state.ways = {};
});

const settingsWith = (env: Readonly<Record<string, string>> = {}): Settings =>
  readSettings({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    PORTICO_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: 'https://portal.example',
    OIDC_ISSUER: small.issuer,
    OIDC_CLIENT_ID: 'portico',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-test',
    ...env,
  });

it('finds nothing wrong with settings that fit, whatever the issuer looks like', async () => {
  expect(await checkProvider(settingsWith())).toBeUndefined();
  const slash = await startSmallIssuer(redirectUri, '/application/o/portico/'.slice(0, -1));
  slash.state.ways = { issuer: `${slash.issuer}/` };
  expect(await checkProvider(settingsWith({ OIDC_ISSUER: `${slash.issuer}/` }))).toBeUndefined();
  slash.close();
});

type Wrong = Readonly<{ env?: (issuer: string) => Record<string, string>; ways?: IssuerWays }>;
const wrongs: readonly (readonly [string, Wrong, Partial<SignInFault>])[] = [
  [
    'a slash too much',
    { env: (issuer) => ({ OIDC_ISSUER: `${issuer}/` }) },
    { check: 'issuer', setting: 'OIDC_ISSUER' },
  ],
  ['a slash too little', { ways: { issuer: 'http://localhost/realms/portico/' } }, { check: 'issuer' }],
  ['http for https', { ways: { issuer: 'https://login.example/realms/portico' } }, { check: 'issuer' }],
  ['another realm', { env: (issuer) => ({ OIDC_ISSUER: `${issuer}x` }) }, { check: 'not-found', found: 'HTTP 404' }],
  ['a page in place of the document', { ways: { body: '<html>' } }, { check: 'not-found' }],
  ['a provider that forbids', { ways: { status: 403 } }, { check: 'not-found', found: 'HTTP 403' }],
  ['a provider with a fault', { ways: { status: 502 } }, { check: 'away', found: '502' }],
  ['a name that is none', { env: () => ({ OIDC_ISSUER: 'http://nobody.invalid' }) }, { check: 'away' }],
  [
    'an algorithm it has not',
    { ways: { algorithms: ['ES256', 'PS256'] } },
    { check: 'algorithm', expected: 'ES256, PS256' },
  ],
  ['a wrong secret', { ways: { secret: 'another-secret-of-it' } }, { check: 'secret', setting: 'OIDC_CLIENT_SECRET' }],
  [
    'a wrong secret, in the word of Keycloak',
    { ways: { secret: 'another-secret-of-it', clientError: 'unauthorized_client' } },
    { check: 'secret' },
  ],
  ['a wrong client id', { env: () => ({ OIDC_CLIENT_ID: 'portal' }) }, { check: 'client', found: 'portal' }],
  ['a client without this flow', { ways: { secretError: 'unauthorized_client' } }, { check: 'client' }],
  ['a client without the scope', { ways: { leadsBack: 'invalid_scope' } }, { check: 'client', found: 'invalid_scope' }],
  [
    'a redirect address it has not',
    { env: () => ({ PUBLIC_URL: 'https://other.example' }) },
    { check: 'redirect', setting: 'PUBLIC_URL', found: 'https://other.example/auth/callback' },
  ],
];

it.each(wrongs)('names the check and the setting of %s', async (_, { env = () => ({}), ways = {} }, fault) => {
  small.state.ways = ways;
  const settings = settingsWith(env(small.issuer));
  expect(await checkProvider(settings)).toMatchObject(fault);
});

it('says both spellings of the issuer', async () => {
  expect(await checkProvider(settingsWith({ OIDC_ISSUER: `${small.issuer}/` }))).toEqual({
    check: 'issuer',
    setting: 'OIDC_ISSUER',
    expected: small.issuer,
    found: `${small.issuer}/`,
  });
});

it('says that a dead address does not respond, and takes a page of the provider for no answer', async () => {
  const dead = settingsWith({ OIDC_ISSUER: `http://localhost:${await freePort()}` });
  expect(await checkProvider(dead)).toEqual({ check: 'away', setting: 'OIDC_ISSUER', found: 'ECONNREFUSED' });
  small.state.ways = { showsPage: true };
  expect(await checkProvider(settingsWith({ PUBLIC_URL: 'https://other.example' }))).toBeUndefined();
});

it('takes an odd answer to a code for no fault of the settings', async () => {
  small.state.ways = { oddTokens: true };
  expect(await checkProvider(settingsWith())).toBeUndefined();
});

it('tells people to wait only where waiting can help', async () => {
  const codeOf = async (env: Record<string, string>) =>
    troubleCode(await identityProvider(settingsWith(env)).catch((e) => e));
  expect(await codeOf({ OIDC_ISSUER: `http://localhost:${await freePort()}` })).toBe('sign-in.unavailable');
  expect(await codeOf({ OIDC_ISSUER: `${small.issuer}/` })).toBe('sign-in.misconfigured');
  expect(troubleCode(new Error('somebody was refused'))).toBeUndefined();
});

it('watches: says a fault once, notices that it is mended, and is not ready only for what never worked', async () => {
  small.state.ways = { secret: 'another-secret-of-it' };
  const settings = settingsWith();
  const lines: string[] = [];
  const line = (fault: unknown, text?: string) =>
    lines.push(text ? `${(fault as SignInFault).check} ${text}` : String(fault));
  const log = { error: line, warn: line, info: line } as never;
  const stopping = new AbortController();
  const watching = watchProvider({ settings, log }, stopping.signal, { least: 1, faulty: 1 });
  const until = (condition: () => unknown) => vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 20_000 });

  await until(() => signInFault(settings));
  expect(neverWorked(settings)).toBe(true);
  small.state.ways = {};
  await until(() => lines.length === 2);
  expect(signInFault(settings)).toBeUndefined();

  small.state.ways = { secret: 'a-third-secret-of-it' };
  suspectProvider(settings);
  await until(() => signInFault(settings)?.check === 'secret');
  expect(neverWorked(settings)).toBe(false);
  expect(lines.map((text) => text.split(' ')[0])).toEqual(['secret', 'people', 'secret']);
  stopping.abort();
  await watching;
});
