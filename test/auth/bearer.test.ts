import { createPublicKey } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  test('as the provider issues it, and as the forger of the tests below makes a good one', async () => {
    for (const token of [demoToken, await forge({})]) {
      const response = await ask(`Bearer ${token}`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ userId: 101, roles: ['ROLE_PORTAL_ADMIN'], viaSession: false });
    }
  });

  test('and needs no header against cross-site requests, since no browser sends it by itself', async () => {
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

  test('nor together with a cookie, whatever either is worth', async () => {
    expect((await ask(`Bearer ${demoToken}`, { cookie: '__Host-portico=anything' })).status).toBe(400);
  });

  test('nor for somebody who never signed in at the portal', async () => {
    expect((await ask(`Bearer ${await demoTokenOf('stranger@elsewhere.example')}`)).status).toBe(401);
  });

  test('with the roles of now, and not once they are disabled (A8)', async () => {
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
    ['the type of an ID token', { header: { typ: 'JWT' } }],
    ['no type', { header: { typ: undefined } }],
    ['the type of a logout token', { header: { typ: 'logout+jwt' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an issuer that begins like ours', { claims: { iss: 'http://localhost' } }],
    ['no issuer', { claims: { iss: undefined } }],
    ['the client as audience', { claims: { aud: 'portico' } }],
    ['another audience', { claims: { aud: 'https://another.example/api' } }],
    ['a second audience beside ours', { claims: { aud: [audience, 'https://another.example/api'] } }],
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
