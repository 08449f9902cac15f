import { createPublicKey } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOfBearer } from '#bff/auth/bearer.ts';
import { createBrowser } from './browser.ts';
import { audience, type Portal, publicUrl, startPortal } from './portal.ts';

let portal: Portal;
let demoToken: string;
beforeAll(async () => {
  portal = await startPortal();
  await portal.registerOrganization(1, false);
  await portal.registerUser(101, 'ada@portico.example', 1, ['ROLE_PORTAL_ADMIN']);
  await portal.registerUser(102, 'ben@partner.example', 1, ['ROLE_COMPANY_USER']);
  await createBrowser(portal).signIn('ada');
  demoToken = await demoTokenOf('Ada@portico.example');
});
afterAll(() => portal.close());

const demoTokenOf = async (email: string): Promise<string> => {
  const response = await fetch(`${portal.issuer}/demo-token`, { method: 'POST', body: JSON.stringify({ email }) });
  return ((await response.json()) as { access_token: string }).access_token;
};

const ask = (authorization: string, headers: Record<string, string> = {}) =>
  portal.app.request(`${publicUrl}/api/whoami`, { headers: { authorization, ...headers } });

type Forgery = Readonly<{
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** The provider's own key unless told. */
  key?: () => Promise<Parameters<SignJWT['sign']>[0]>;
}>;

const now = () => Math.floor(Date.now() / 1000);

const forge = async ({ claims = {}, header = {}, key }: Forgery): Promise<string> => {
  const { signing } = await portal.keys();
  const protectedHeader = { alg: 'RS256', typ: 'at+jwt', kid: signing.kid, ...header };
  return new SignJWT({
    iss: portal.issuer,
    sub: 'ada',
    aud: audience,
    iat: now(),
    exp: now() + 600,
    jti: 'one',
    client_id: 'portico',
    ...claims,
  })
    .setProtectedHeader(protectedHeader as JWTHeaderParameters)
    .sign(await (key?.() ?? importJWK(signing, 'RS256')), { crit: { extension: true } });
};

const anotherKey = async () => (await generateKeyPair('RS256')).privateKey;

const publicKeyAsSecret = async () => {
  const { signing } = await portal.keys();
  const pem = createPublicKey({ key: signing as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  return new TextEncoder().encode(String(pem));
};

const unsigned = async (): Promise<string> => {
  const [, payload] = (await forge({})).split('.');
  return `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')}.${payload}.`;
};

describe('A3: an access token speaks for its user', () => {
  test('as issued by the provider, and as forged without a mistake for the tests below', async () => {
    for (const token of [demoToken, await forge({})]) {
      const response = await ask(`Bearer ${token}`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ userId: 101, roles: ['ROLE_PORTAL_ADMIN'], viaSession: false });
    }
  });

  test('without the header against cross-site requests, because no browser sends a token by itself', async () => {
    const response = await portal.app.request(`${publicUrl}/api/whoami`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demoToken}` },
    });
    expect(response.status).toBe(200);
  });

  test('but not for another user by x-user-id', async () => {
    expect((await ask(`Bearer ${demoToken}`, { 'x-user-id': '102' })).status).toBe(403);
    expect((await ask(`Bearer ${demoToken}`, { 'x-user-id': '101' })).status).toBe(200);
  });

  test('not together with a cookie, even if both are valid', async () => {
    expect((await ask(`Bearer ${demoToken}`, { cookie: '__Host-portico=anything' })).status).toBe(400);
  });

  test('not for a person who never signed in at the portal', async () => {
    expect((await ask(`Bearer ${await demoTokenOf('stranger@elsewhere.example')}`)).status).toBe(401);
  });

  test('with the present roles, and not after the person was disabled (A8)', async () => {
    await createBrowser(portal).signIn('ben');
    const token = await demoTokenOf('ben@partner.example').then(async () => forge({ claims: { sub: 'ben' } }));
    expect((await ask(`Bearer ${token}`)).status).toBe(200);
    await portal.changeUser(102, { type: 'ChangeRoles', data: { roles: ['ROLE_SUPPORT'] } });
    expect(await (await ask(`Bearer ${token}`)).json()).toMatchObject({ roles: ['ROLE_SUPPORT'] });
    await portal.changeUser(102, { type: 'DisableUser', data: {} });
    const response = await ask(`Bearer ${token}`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'user.disabled' });
  });
});

describe('A2: accepts the default tokens of known providers', () => {
  const scope = 'openid profile email';
  test.each<[string, Forgery]>([
    ['RFC 9068 in full', { header: { typ: 'application/at+jwt' } }],
    ['RFC 9068 with several audiences', { claims: { aud: ['https://another.example/api', audience] } }],
    [
      'Keycloak with an audience mapper',
      { header: { typ: 'JWT' }, claims: { typ: 'Bearer', azp: 'scripts', scope, aud: [audience, 'account'] } },
    ],
    ['Entra, version 2', { header: { typ: 'JWT' }, claims: { ver: '2.0', azp: 'scripts', scp: 'access' } }],
    ['scopes as a list', { header: { typ: 'jwt' }, claims: { scp: ['access'] } }],
  ])('%s', async (_what, forgery) => {
    expect((await ask(`Bearer ${await forge(forgery)}`)).status).toBe(200);
  });

  test('not if the settings accept RFC 9068 only', async () => {
    const { services } = portal;
    const strict = { ...services, settings: { ...services.settings, OIDC_ACCESS_TOKEN_TYPES: ['at+jwt'] } };
    const keycloak = await forge({ header: { typ: 'JWT' }, claims: { typ: 'Bearer', scope } });
    await expect(personOfBearer(strict, keycloak)).rejects.toMatchObject({
      refusal: { problems: [{ code: 'token.type', parameters: { expected: 'at+jwt' } }] },
    });
    await expect(personOfBearer(strict, await forge({}))).resolves.toMatchObject({ person: { active: true } });
  });
});

describe('A3: the response and the log name the check that a token failed', () => {
  test.each<[string, Forgery, string]>([
    ['token.signature', { key: anotherKey }, ''],
    ['token.signature', { header: { kid: 'unknown' } }, ''],
    ['token.signature', { header: { alg: 'HS256' }, key: publicKeyAsSecret }, ''],
    ['token.type', { header: { typ: 'logout+jwt' } }, '"logout+jwt"'],
    ['token.not-access', { header: { typ: 'JWT' }, claims: { scope: 'openid', typ: 'ID' } }, '"ID"'],
    ['token.issuer', { claims: { iss: 'https://evil.example' } }, '"https://evil.example"'],
    ['token.audience', { claims: { aud: ['account', 'x'] } }, '["account","x"]'],
    ['token.audience', { claims: { aud: undefined } }, ''],
    ['token.expired', { claims: { exp: 1_000_000_000 } }, ''],
    ['token.not-yet', { claims: { nbf: 9_999_999_999 } }, ''],
    ['token.claim', { claims: { iat: undefined } }, ''],
    ['token.claim', { claims: { sub: '' } }, ''],
    ['token.claim', { claims: { sub: 'x'.repeat(256) } }, ''],
    ['token.claim', { claims: { sub: 'a\u0000' } }, ''],
    ['token.claim', { claims: { sub: 7 } }, ''],
  ])('%s', async (code, forgery, found) => {
    const token = await forge({ ...forgery, claims: { name: 'canary', ...forgery.claims } });
    const response = await ask(`Bearer ${token}`);
    const body = (await response.json()) as { detail: string };
    expect(response.status).toBe(401);
    expect(body).toMatchObject({ code });
    expect(body.detail).not.toMatch(/^token\.|\{\{/);

    const lines: unknown[][] = [];
    const log = Object.assign(Object.create(portal.services.log), { info: (...line: unknown[]) => lines.push(line) });
    await expect(personOfBearer({ ...portal.services, log }, token)).rejects.toThrow();
    expect(lines).toEqual([[expect.objectContaining({ check: code, found }), 'an access token is refused']]);
    const told = JSON.stringify([lines, body]);
    expect(told).not.toContain('canary');
    for (const part of token.split('.')) expect(told).not.toContain(part);
  });
});

describe('A2, A3: a forged token is refused', () => {
  test.each<[string, Forgery]>([
    ['another key under the known id', { key: anotherKey }],
    ['an unknown key id', { header: { kid: 'unknown' } }],
    ['no key id', { header: { kid: undefined } }],
    ['the public key as an HMAC secret', { header: { alg: 'HS256' }, key: publicKeyAsSecret }],
    [
      'an algorithm that is not the configured one',
      { header: { alg: 'PS256' }, key: async () => (await generateKeyPair('PS256')).privateKey },
    ],
    ['a critical header that nobody knows', { header: { crit: ['extension'], extension: 1 } }],
    ['an ID token', { header: { typ: 'JWT' } }],
    ['an ID token with a scope', { header: { typ: 'JWT' }, claims: { scope: 'openid', nonce: 'n' } }],
    ['an ID token beside an access token', { header: { typ: 'JWT' }, claims: { scope: 'openid', at_hash: 'h' } }],
    ["Keycloak's ID token", { header: { typ: 'JWT' }, claims: { scope: 'openid', typ: 'ID' } }],
    ["Keycloak's refresh token", { header: { typ: 'JWT' }, claims: { scope: 'openid', typ: 'Refresh' } }],
    ["Keycloak's logout token", { header: { typ: 'JWT' }, claims: { typ: 'Logout', events: {} } }],
    ['a scope that is no text', { header: { typ: 'JWT' }, claims: { scope: 1 } }],
    ['no type', { header: { typ: undefined } }],
    ['the type of a logout token', { header: { typ: 'logout+jwt' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an issuer that begins like ours', { claims: { iss: 'http://localhost' } }],
    ['no issuer', { claims: { iss: undefined } }],
    ['the client as audience', { claims: { aud: 'portico' } }],
    ['another audience', { claims: { aud: 'https://another.example/api' } }],
    ['the audience that Keycloak gives every token', { claims: { aud: 'account' } }],
    ['several audiences without ours', { claims: { aud: ['account', 'https://another.example/api'] } }],
    ['an audience that only contains ours', { claims: { aud: `${audience}/more` } }],
    ['no audience', { claims: { aud: undefined } }],
    ['an expiry that is over', { claims: { exp: 1_000_000_000 } }],
    ['an expiry in words', { claims: { exp: '9999999999' } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['a beginning in the future', { claims: { nbf: 9_999_999_999 } }],
    ['a beginning in words', { claims: { nbf: '0' } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject that nobody has', { claims: { sub: 'nobody' } }],
  ])('%s', async (_what, forgery) => {
    const response = await ask(`Bearer ${await forge(forgery)}`);
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  test('one that brings its own key', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const header = { jwk, jku: 'https://evil.example/jwks', x5u: 'https://evil.example/cert' };
    for (const kid of [undefined, 'mine'])
      expect(
        (await ask(`Bearer ${await forge({ header: { ...header, kid }, key: async () => privateKey })}`)).status,
      ).toBe(401);
  });

  test('one without a signature, with a changed one, or with a changed claim', async () => {
    const [header, payload = '', signature = ''] = demoToken.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const altered = Buffer.from(JSON.stringify({ ...claims, sub: 'ben' })).toString('base64url');
    for (const token of [
      await unsigned(),
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${altered}.${signature}`,
      `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'eyJ.eyJ.eyJ',
      'x'.repeat(100_000),
    ])
      expect((await ask(`Bearer ${token}`)).status).toBe(401);
  });

  test('another scheme, or none', async () => {
    for (const value of [
      `Basic ${demoToken}`,
      `Token ${demoToken}`,
      `BearerX ${demoToken}`,
      `Bearer${demoToken}`,
      `Bearer ${demoToken} ${demoToken}`,
      `Bearer ${demoToken}, Basic x`,
      demoToken,
      'Bearer',
      '',
    ])
      expect((await ask(value)).status).toBe(401);
  });
});
