import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkProvider } from '#bff/auth/check-provider.ts';
import { readSettings } from '#platform/settings.ts';
import { type EchoUpstream, startEchoUpstream } from '#sandbox/gateway/echo-upstream.ts';
import { type Gateway, startGateway } from '#sandbox/gateway/start-gateway.ts';
import { type Cluster, freePort, startCluster } from '#sandbox/postgres/cluster.ts';
import { issuerOf, type Keycloak, startKeycloak } from '../keycloak/start-keycloak.ts';
import { quickFolder } from '../runner/quick-folder.ts';
import { specText } from '../world/bff-seed.ts';
import { type Installation, prepareInstallation } from './installation.ts';
import { commandsOfProduction } from './npm-run.ts';
import { clientSecret, foreignClient, password, realmOf, scriptClient } from './realms.ts';
import { createVisitor, type Visitor } from './visitor.ts';

/**
 * docs/production.md, from an empty Postgres: its commands, a real Keycloak, a process for each part. The
 * tests are steps of one way, each begins where the one before ended.
 */
const { KEYCLOAK } = process.env;
const name = KEYCLOAK === 'on' ? 'production from nothing' : 'left out, KEYCLOAK is not on: production from nothing';

const anyPorts = { adminPort: 0, proxyPort: 0, proxySslPort: 0 };
const adminKey = 'the-key-of-the-admin-api';
const folder = mkdtempSync(path.join(tmpdir(), 'portico-production-'));
let publicUrl: string;
let cluster: Cluster;
let keycloakPort: number;
let keycloak: Keycloak;
let portal: Installation;
let kong: Gateway;
let echo: EchoUpstream;
let ada: Visitor;

type Who = Readonly<{ id: number; email: string; roles: readonly string[]; organizationName: string }>;
type Setup = Readonly<{
  organization: string | null;
  gateways: readonly string[];
  apis: number;
  mail: boolean;
  signIn: unknown;
}>;

const whoIs = async (visitor: Visitor): Promise<Who> => {
  const { email } = await visitor.json<{ email: string }>('/auth/session');
  return await visitor.json<Who>(`/api/user?email=${encodeURIComponent(email)}`);
};

/** @param waiting from here until something is so, which a process that runs beside sees to. */
const eventually = <Result>(waiting: () => Promise<Result>): Promise<Result> =>
  vi.waitFor(waiting, { timeout: 30_000, interval: 200 });

const subjectOf = async (realm: string, username: string): Promise<string> => {
  const [user] = (await keycloak.administer('GET', `/${realm}/users?exact=true&username=${username}`)) as {
    id: string;
  }[];
  if (!user) throw new Error(`${realm} has no ${username}`);
  return user.id;
};

const sessionsOf = async (subject: string): Promise<string[]> => {
  const sessions = (await keycloak.administer('GET', `/portico/users/${subject}/sessions`)) as { id: string }[];
  return sessions.map(({ id }) => id);
};

const changeAtProvider = async (username: string, change: object): Promise<void> => {
  await keycloak.administer('PUT', `/portico/users/${await subjectOf('portico', username)}`, change);
};

const addGateway = (more: readonly string[] = [], key = '') => {
  const where = ['--admin-url', kong.adminUrl, '--proxy-url', kong.proxyUrl, '--proxy-ssl-url', kong.proxySslUrl];
  return portal.run('gateway', ['add', '--name', 'Kong', ...where, '--public', ...more], {}, key);
};

describe.skipIf(KEYCLOAK !== 'on')(name, { timeout: 60_000 }, () => {
  beforeAll(async () => {
    echo = await startEchoUpstream({ port: 0 });
    kong = await startGateway({ dataFolder: folder, ...anyPorts, adminToken: adminKey });
    cluster = await startCluster({ parent: quickFolder() });
    // The last ports that are chosen here: what is told a port can't take another one.
    const port = await freePort();
    do keycloakPort = await freePort();
    while (keycloakPort === port);
    publicUrl = `http://localhost:${port}`;
    [keycloak, portal] = await Promise.all([
      startKeycloak(keycloakPort, [
        realmOf('portico', publicUrl, [
          { name: 'ada', email: 'ada@portico.example', verified: false },
          { name: 'ben', email: 'ben@portico.example' },
          { name: 'carol', email: 'carol@elsewhere.example' },
        ]),
        realmOf('successor', publicUrl, [
          { name: 'ada', email: 'ada@portico.example' },
          { name: 'ben', email: 'ben@portico.example' },
        ]),
      ]),
      prepareInstallation(cluster, port, {
        OIDC_ISSUER: issuerOf(keycloakPort, 'portico'),
        OIDC_CLIENT_ID: 'portico',
        OIDC_CLIENT_SECRET: clientSecret,
        INTERNAL_EMAIL_DOMAINS: 'portico.example',
        UPSTREAM_ALLOW: new URL(echo.url).host,
      }),
    ]);
    ada = createVisitor(publicUrl);
  }, 500_000);
  afterAll(async () => {
    await Promise.all([portal?.close(), keycloak?.close(), kong?.close(), echo?.close()]);
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('docs/production.md names the commands of this test', () => {
    expect(commandsOfProduction()).toEqual([
      'build',
      'migrate',
      'projector',
      'bff',
      'worker',
      'first-admin',
      'gateway',
      'rebase-log',
      'relink',
    ]);
  });

  test('an empty database is migrated, and the processes find each other', async () => {
    expect(await portal.run('migrate')).toMatchObject({ code: 0 });
    await Promise.all((['bff', 'projector', 'worker'] as const).map((part) => portal.start(part)));
    await portal.ready();
    await eventually(async () => expect(portal.output()).toContain('people can sign in'));
    expect(await (await fetch(`${publicUrl}/readyz`)).json()).toEqual({ status: 'ready' });
  });

  test('a real provider tells which setting is wrong before anybody signs in', async () => {
    const right = { OIDC_ISSUER: issuerOf(keycloakPort, 'portico'), OIDC_CLIENT_ID: 'portico', PUBLIC_URL: publicUrl };
    const faultWith = async (wrong: Readonly<Record<string, string>>) => {
      const env = { DATABASE_URL: 'postgres://nobody@none/none', PORTICO_KEY: randomBytes(32).toString('base64') };
      const settings = readSettings({ ...env, ...right, OIDC_CLIENT_SECRET: clientSecret, ...wrong });
      return (await checkProvider(settings))?.check;
    };
    expect(await faultWith({})).toBeUndefined();
    expect(await faultWith({ OIDC_ISSUER: `${right.OIDC_ISSUER}/` })).toBe('issuer');
    expect(await faultWith({ OIDC_ISSUER: issuerOf(keycloakPort, 'nowhere') })).toBe('not-found');
    expect(await faultWith({ OIDC_CLIENT_SECRET: 'another-secret-of-it' })).toBe('secret');
    expect(await faultWith({ OIDC_CLIENT_ID: 'nobody' })).toBe('client');
    expect(await faultWith({ PUBLIC_URL: 'https://elsewhere.example' })).toBe('redirect');
  });

  test('without an organization a colleague gets an error that says so, and a command requires its name', async () => {
    expect(await createVisitor(publicUrl).signIn('ben', password)).toEqual({
      status: 403,
      page: '/about?error=sign-in.no-organization',
    });
    const { code, output } = await portal.run('first-admin', ['ada@portico.example']);
    expect([code, output]).toEqual([1, expect.stringContaining('There is no organization yet.')]);
  });

  test('the settings name the first administrator, who needs a verified address', async () => {
    await portal.start('bff', { PORTICO_ORGANIZATION: 'Portico Labs', PORTICO_ADMIN_EMAIL: 'ada@portico.example' });
    await eventually(async () => expect(portal.output()).toContain('the first administrator may sign in'));
    expect(await ada.signIn('ada', password)).toEqual({ status: 400, page: '/about?error=sign-in.email-unverified' });
    await changeAtProvider('ada', { emailVerified: true });
    ada = createVisitor(publicUrl);
    expect(await ada.signIn('ada', password)).toEqual({ status: 200, page: '/wall' });
    expect(await whoIs(ada)).toMatchObject({
      email: 'ada@portico.example',
      roles: ['ROLE_COMPANY_USER', 'ROLE_PORTAL_ADMIN'],
      organizationName: 'Portico Labs',
    });
    const { code, output } = await portal.run('first-admin', ['ben@portico.example', '--organization', 'Others']);
    expect([code, output]).toEqual([1, expect.stringContaining('There is a portal administrator already.')]);
  });

  test('the administrator sees which first steps are done', async () => {
    expect(await ada.json<Setup>('/api/setup')).toEqual({
      organization: 'Portico Labs',
      gateways: [],
      apis: 0,
      mail: false,
      signIn: null,
      dismissed: false,
    });
    expect(await ada.json('/api/resources?type=KONG')).toEqual([]);
  });

  test('a colleague has an account by signing in, a stranger is refused', async () => {
    const ben = createVisitor(publicUrl);
    expect(await ben.signIn('ben', password)).toEqual({ status: 200, page: '/wall' });
    expect(await whoIs(ben)).toMatchObject({ roles: ['ROLE_COMPANY_USER'], organizationName: 'Portico Labs' });
    expect((await ben.get('/api/setup')).status).toBe(403);
    const carol = createVisitor(publicUrl);
    expect(await carol.signIn('carol', password)).toEqual({ status: 403, page: '/about?error=sign-in.request-access' });
    expect(await carol.isSignedIn()).toBe(false);
  });

  test("a script acts for its person with Keycloak's default tokens, and errors name the failed check", async () => {
    const tokensOf = async (client: string) => {
      const form = { grant_type: 'password', client_id: client, username: 'ben', password, scope: 'openid' };
      const response = await fetch(`${issuerOf(keycloakPort, 'portico')}/protocol/openid-connect/token`, {
        method: 'POST',
        body: new URLSearchParams(form),
      });
      expect(response.status).toBe(200);
      return (await response.json()) as { access_token: string; id_token: string };
    };
    const ask = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${publicUrl}/api/user?email=ben%40portico.example`, { headers });
      return { status: response.status, body: (await response.json()) as unknown };
    };
    const tokens = await tokensOf(scriptClient);
    expect(await ask(tokens.access_token)).toMatchObject({ status: 200, body: { email: 'ben@portico.example' } });
    const idToken = await ask(tokens.id_token);
    expect(idToken).toMatchObject({ status: 401, body: { code: 'token.audience' } });
    const foreign = await ask((await tokensOf(foreignClient)).access_token);
    expect(foreign).toMatchObject({ status: 401, body: { code: 'token.audience' } });
    expect(portal.output()).toContain('an access token is refused');
  });

  test('a gateway is added if it responds, with a key that is not an argument', async () => {
    expect(await addGateway()).toEqual({ code: 1, output: expect.stringContaining('KONG_ADMIN_TOKEN') });
    const wrong = `http://127.0.0.1:${await freePort()}`;
    expect(await addGateway(['--admin-url', wrong], adminKey)).toEqual({
      code: 1,
      output: expect.stringMatching(/No Admin API answers at .*ECONNREFUSED/),
    });
    expect((await addGateway([`--admin-key=${adminKey}`])).output).not.toContain(adminKey);
    const added = await addGateway(['--admin-key'], `${adminKey}\n`);
    expect(added).toEqual({
      code: 0,
      output: expect.stringContaining('Added Kong, a Kong 3.9.1, for every organization'),
    });
    expect(await addGateway(['--admin-key'], adminKey)).toEqual({
      code: 1,
      output: expect.stringContaining('is added already'),
    });
    const { output } = await portal.run('gateway', ['list']);
    expect(output).toMatch(/^1 {2}Kong {2}admin http:.* proxy http:.* reports to http:.* every organization$/m);
    expect(await portal.run('gateway', ['test', 'kong'])).toEqual({
      code: 0,
      output: expect.stringContaining('Its reports reach the portal'),
    });
    expect((await ada.json<Setup>('/api/setup')).gateways).toEqual(['Kong']);
  });

  test('the first API is published and deployed to it', async () => {
    const form = new FormData();
    form.set('jsonFile', new File([specText('Orders')], 'orders.json'));
    const published = (await (await ada.post('/api/swagger/import', { body: form })).json()) as { apiId: number };
    await eventually(async () => expect(await ada.json<Setup>('/api/setup')).toMatchObject({ apis: 1 }));
    const [gateway] = await ada.json<{ id: number }[]>('/api/resources?type=KONG');
    const deployed = await ada.post('/api/swagger/deploy', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        id: published.apiId,
        name: 'orders',
        env: 'DEV',
        auth: 'apikey',
        contextPath: 'orders',
        upstreamUrl: echo.url,
        kongServer: gateway?.id,
        oAuth2Config: { tokenExpiration: 60 },
        rateLimit: { enabled: false, ratePerMinute: 60 },
      }),
    });
    const { operationId } = (await deployed.json()) as { operationId: string };
    await eventually(async () =>
      expect(await ada.json(`/api/operations/${operationId}`)).toMatchObject({ state: 'completed' }),
    );
    expect((await fetch(`${kong.proxyUrl}/orders-dev/orders`)).status).toBe(401);
  });

  test('what needs a fresh sign-in has the provider ask for the password again (B6)', async () => {
    // Nobody has this id: whose sign-in is fresh is told so.
    const erase = (headers: Readonly<Record<string, string>> = {}) => ({
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ id: 999 }),
    });
    const status = async () => (await ada.post('/api/user/erase', erase())).status;
    const age = (statement: string) => portal.alter(`update sessions set signed_in_at = ${statement}`);
    const begin = '/auth/login?fresh=1';
    await ada.signIn('ada', password);
    expect(await status()).toBe(404);
    await age("signed_in_at - interval '301 seconds'");
    const refused = await ada.post('/api/user/erase', erase());
    expect([refused.status, await refused.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'sign-in.not-fresh' }),
    ]);

    // Keycloak knows how long ago it asked: not long enough, and then too long.
    const asksAgain = (maxAge: string) => (address: string) => {
      expect(address).toContain('max_age=240');
      return address.replace('max_age=240', `max_age=${maxAge}`);
    };
    expect(await ada.signIn('nobody', 'no password', begin)).toEqual({ status: 200, page: '/wall' });
    // A second later. It shows its form again, which a wrong password does not leave.
    await eventually(() =>
      expect(ada.signIn('nobody', 'no password', begin, asksAgain('1'))).rejects.toThrow('was answered with 200'),
    );
    await age('null');
    expect(await status()).toBe(401);
    expect(await ada.signIn('ada', password, begin, asksAgain('1'))).toEqual({ status: 200, page: '/wall' });
    expect(await status()).toBe(404);

    const form = { grant_type: 'password', client_id: scriptClient, username: 'ada', password, scope: 'openid' };
    const token = await fetch(`${issuerOf(keycloakPort, 'portico')}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}` };
    const byScript = await fetch(`${publicUrl}/api/user/erase`, { method: 'POST', ...erase(headers) });
    // Keycloak asked nobody for this token.
    expect([byScript.status, await byScript.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'sign-in.not-fresh' }),
    ]);
  });

  test('a session is renewed at the provider, and ends if the provider does not know the person any more', async () => {
    const ben = createVisitor(publicUrl);
    await ben.signIn('ben', password);
    // So long that the token of the sign-in, and the one after it, have ended meanwhile.
    const until = Date.now() + 9_000;
    await vi.waitFor(
      async () => {
        expect((await ben.post('/auth/keepalive')).status).toBe(204);
        expect(Date.now()).toBeGreaterThan(until);
      },
      { timeout: 30_000, interval: 500 },
    );
    expect(portal.output()).not.toContain('tokens were not renewed');
    await changeAtProvider('ben', { enabled: false });
    await eventually(async () => expect((await ben.post('/auth/keepalive')).status).toBe(401));
    expect(await ben.isSignedIn()).toBe(false);
    await changeAtProvider('ben', { enabled: true });
  });

  test('signing out at the provider ends the session here, and the other way round', async () => {
    const [here, there, elsewhere] = [createVisitor(publicUrl), createVisitor(publicUrl), createVisitor(publicUrl)];
    for (const each of [here, there, elsewhere]) await each.signIn('ben', password);
    expect(await here.signOut()).toContain(`${publicUrl}/logout`);
    expect([await here.isSignedIn(), await there.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([
      false,
      true,
      true,
    ]);
    const ben = await subjectOf('portico', 'ben');
    const before = await sessionsOf(ben);
    const last = createVisitor(publicUrl);
    await last.signIn('ben', password);
    const [own] = (await sessionsOf(ben)).filter((id) => !before.includes(id));
    await keycloak.administer('DELETE', `/portico/sessions/${own}`);
    await eventually(async () => expect(await last.isSignedIn(), keycloak.output()).toBe(false));
    // All of them at once: Keycloak tells of one, the others hear it when they ask.
    await keycloak.administer('POST', `/portico/users/${ben}/logout`);
    await eventually(async () => {
      for (const each of [there, elsewhere]) expect((await each.post('/auth/keepalive')).status).toBe(401);
    });
    expect(await ada.isSignedIn()).toBe(true);
  });

  test('at another provider people keep their accounts by a command, never by their address', async () => {
    const before = await whoIs(ada);
    const successor = { OIDC_ISSUER: issuerOf(keycloakPort, 'successor') };
    await portal.start('bff', successor);
    await portal.ready();
    const replaced = { status: 403, page: '/about?error=sign-in.identity-replaced' };
    for (const each of ['ada', 'ben']) expect(await createVisitor(publicUrl).signIn(each, password)).toEqual(replaced);

    const [adaThere, benThere] = [await subjectOf('successor', 'ada'), await subjectOf('successor', 'ben')];
    const relinked = await portal.run('relink', [before.email, adaThere], successor);
    expect(relinked).toEqual({ code: 0, output: expect.stringContaining('sessions that ended: 1') });
    expect(await ada.isSignedIn()).toBe(false);
    const taken = await portal.run('relink', ['ben@portico.example', adaThere], successor);
    expect(taken).toEqual({ code: 1, output: expect.stringContaining('is linked with somebody else: ada@') });
    const list = `ben@portico.example,${benThere}\nnobody@portico.example,x\n`;
    const listed = await portal.run('relink', ['--list'], successor, list);
    expect(listed).toEqual({
      code: 1,
      output: expect.stringMatching(/ben@.* is linked with [\s\S]*Nobody has the address nobody@/),
    });

    const again = createVisitor(publicUrl);
    expect(await again.signIn('ada', password)).toEqual({ status: 200, page: '/wall' });
    expect(await whoIs(again)).toEqual({ ...before, basedOn: expect.any(Number), lastLogin: expect.any(String) });
    expect(await createVisitor(publicUrl).signIn('ben', password)).toEqual({ status: 200, page: '/wall' });
  });

  test('no process has printed a secret', () => {
    for (const secret of [adminKey, clientSecret, password]) expect(portal.output()).not.toContain(secret);
  });
});
