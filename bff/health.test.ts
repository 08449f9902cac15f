import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPool } from '#platform/database.ts';
import { allProjections } from '#projections/all-projections.ts';
import { startSmallIssuer } from '#test/auth/small-issuer.ts';
import { runSql } from '#test/postgres/sql.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { createApp } from './app.ts';
import { suspectProvider, watchProvider } from './auth/watch-provider.ts';
import type { Services } from './http/services.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const readiness = async () => {
  const { status, body } = await world.ask(null, 'GET', '/readyz');
  return { status, body };
};

describe('/readyz', () => {
  it('is ready while projections run', async () => {
    expect(await readiness()).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('names a projection that has stopped, until it runs again', async () => {
    await runSql(world.ownerUrl, "update subscriptions set state = 'faulted' where name = 'catalogue'");
    expect(await readiness()).toEqual({ status: 503, body: { status: 'not ready', waitsFor: ['catalogue'] } });
    await runSql(world.ownerUrl, "update subscriptions set state = 'running' where name = 'catalogue'");
    await vi.waitFor(async () => expect((await readiness()).status).toBe(200), { timeout: 20_000, interval: 100 });
  });

  it('names read tables of this release that are not shown yet, though another release has its own', async () => {
    const move = (before: string, after: string) =>
      runSql(world.ownerUrl, `update generations set shown_in = '${after}' where shown_in = '${before}'`);
    const { version } = allProjections.find(({ name }) => name === 'catalogue') ?? { version: 0 };
    await move(`read_catalogue_${version}`, 'read_catalogue_0');
    expect(await readiness()).toEqual({
      status: 503,
      body: { status: 'not ready', waitsFor: [`read_catalogue_${version}`] },
    });
    await move('read_catalogue_0', `read_catalogue_${version}`);
    await vi.waitFor(async () => expect((await readiness()).status).toBe(200), { timeout: 20_000, interval: 100 });
  });

  it('ignores a subscription that is not the portal’s', async () => {
    await runSql(world.ownerUrl, "insert into subscriptions (name, version, state) values ('somebody', 1, 'faulted')");
    expect((await readiness()).status).toBe(200);
  });

  it('names an identity provider that refuses the settings, until they have worked once, and goes on naming the check', async () => {
    const small = await startSmallIssuer('https://portal.example/auth/callback');
    const settings = { ...world.services.settings, PUBLIC_URL: 'https://portal.example', OIDC_ISSUER: small.issuer };
    const given = { ...settings, OIDC_CLIENT_ID: 'portico', OIDC_CLIENT_SECRET: 'a-secret-of-the-test' };
    const app = createApp({ ...world.services, settings: given }, world.webRoot);
    const stopping = new AbortController();
    const pauses = { least: 1, faulty: 1 };
    const shows = (status: number, body: object) =>
      vi.waitFor(
        async () => {
          const response = await app.request('/readyz');
          expect([response.status, await response.json()]).toEqual([status, body]);
        },
        { timeout: 20_000, interval: 100 },
      );
    const identityProvider = { check: 'secret', setting: 'OIDC_CLIENT_SECRET' };
    small.state.ways = { secret: 'another-secret-of-it' };
    const watching = watchProvider({ settings: given, log: world.services.log }, stopping.signal, pauses);
    await shows(503, { status: 'not ready', waitsFor: ['identity provider'], identityProvider });
    small.state.ways = {};
    await shows(200, { status: 'ready' });
    small.state.ways = { secret: 'a-third-secret-of-it' };
    suspectProvider(given);
    await shows(200, { status: 'ready', identityProvider });
    stopping.abort();
    await watching;
    small.close();
  });

  it('names the database', async () => {
    const pool = createPool('postgres://nobody@127.0.0.1:1/none', { applicationName: 'test' });
    const settings = { ...world.services.settings, METRICS_TOKEN: 'a-token-for-metrics' };
    const app = createApp({ ...world.services, pool, settings }, world.webRoot);
    const response = await app.request('/readyz');
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: 'not ready', waitsFor: ['database'] });
    expect((await app.request('/healthz')).status).toBe(200);
    const metrics = await app.request('/metrics', { headers: { authorization: 'Bearer a-token-for-metrics' } });
    expect(await metrics.text()).toContain('portico_http_request_seconds_count');
    await pool.end();
  });

  it('names every projection when no process fills the tables', async () => {
    await world.stopProjections();
    const { status, body } = await readiness();
    expect(status).toBe(503);
    expect(body.waitsFor).toEqual(expect.arrayContaining(['catalogue', 'operations', 'people']));
  });

  it('is ready while the projector only pauses after an error', async () => {
    const ranOut = (seconds: number) =>
      runSql(
        world.ownerUrl,
        `update subscriptions set lease_until = clock_timestamp() - make_interval(secs => ${seconds})`,
      );
    await ranOut(5);
    expect((await readiness()).status).toBe(200);
    await ranOut(15);
    expect((await readiness()).status).toBe(503);
  });

  it('is ready on a full disk, when tables can be read but not filled', async () => {
    await runSql(
      world.ownerUrl,
      `create function refuse_lease() returns trigger language plpgsql as $$
       begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`,
      'create trigger full_disk before update on subscriptions for each row execute function refuse_lease()',
    );
    expect(await readiness()).toEqual({ status: 200, body: { status: 'ready' } });
    await runSql(world.ownerUrl, 'drop trigger full_disk on subscriptions');
    expect((await readiness()).status).toBe(503);
  });
});

describe('/metrics (M4)', () => {
  /** Gets the metrics over a socket of this machine. */
  const get = async (services: Partial<Services['settings']>, headers: Record<string, string> = {}) => {
    const settings = { ...world.services.settings, ...services };
    const server = createAdaptorServer({ fetch: createApp({ ...world.services, settings }, world.webRoot).fetch });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`, { headers });
    const text = await response.text();
    server.close();
    return { status: response.status, text };
  };

  it('are shown to this machine', async () => {
    const { status, text } = await get({});
    expect(status).toBe(200);
    expect(text).toMatch(/^portico_event_log_horizon_age_seconds [\d.]+$/m);
    expect((await world.ask(null, 'GET', '/metrics')).status).toBe(404);
  });

  it('are not shown through a proxy on this machine', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    expect((await get({}, forwarded)).status).toBe(404);
    expect((await get({ TRUSTED_PROXIES: ['127.0.0.1'] }, forwarded)).status).toBe(404);
    expect((await get({}, { 'x-forwarded-for': '127.0.0.1' })).status).toBe(404);
    for (const name of ['X-Real-IP', 'Forwarded', 'X-Forwarded-Host', 'Via', 'CF-Connecting-IP'])
      expect((await get({}, { [name]: '127.0.0.1' })).status, name).toBe(404);
  });

  it('are shown only with the token, if there is one', async () => {
    const token = { METRICS_TOKEN: 'a-token-for-metrics' };
    expect((await get(token)).status).toBe(404);
    for (const authorization of [
      'Bearer',
      'Bearer a-token-for-metric',
      'Bearer a-token-for-metrics2',
      'a-token-for-metrics',
    ])
      expect((await get(token, { authorization })).status).toBe(404);
    expect((await get(token, { authorization: 'Bearer a-token-for-metrics' })).status).toBe(200);
  });

  it('have routes as labels, not addresses', async () => {
    const app = createApp(world.services, world.webRoot);
    for (const path of ['/api/api-detail/77', '/api/x/y/z', '/secret-page', '/api/user?email=somebody@portico.example'])
      await app.request(path);
    const server = createAdaptorServer({ fetch: app.fetch });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const text = await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`)).text();
    server.close();
    expect(text).toContain(
      'portico_http_request_seconds_count{method="GET",route="/api/api-detail/:id",status="401"} 1',
    );
    expect(text).not.toMatch(/secret-page|\/77|x\/y\/z|somebody@/);
  });
});
