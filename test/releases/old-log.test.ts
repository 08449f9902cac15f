import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#bff/app.ts';
import { insertSession, newSessionId, sessionHash } from '#bff/auth/session-store.ts';
import { createCallLimiter } from '#bff/http/call-limiter.ts';
import { createTraces } from '#bff/http/traces.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { beginning } from '#eventstore/event-store.ts';
import { identifyInstallation } from '#eventstore/identify-installation.ts';
import { createGatewayNames } from '#gateway/names/gateway-names.ts';
import { createTargetPolicy } from '#gateway/target/target-policy.ts';
import { createLog, silentLog } from '#platform/log.ts';
import { readSettings } from '#platform/settings.ts';
import { createVault } from '#platform/vault.ts';
import { allProjections } from '#projections/all-projections.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { runProjections } from '#projections/run-projections.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { publicUrl, responseOf } from '../world/bff-world.ts';
import { oldLogs, openOldLog } from './old-log.ts';

type Open = Awaited<ReturnType<typeof openOldLog>>;

const typesIn = ({ rows }: Open) => new Set(rows.events?.map(({ type }) => type));

/** Every type that the commit of the fixtures knew: none of them was ever taken out of the catalogue. */
test('the old logs hold every event type of their time', async () => {
  const logs = await Promise.all(oldLogs.map(openOldLog));
  const types = new Set(logs.flatMap((log) => [...typesIn(log)]));
  expect(types.size).toBe(59);
  expect([...types].filter((type) => !Object.hasOwn(eventCatalogue, String(type)))).toEqual([]);
  await Promise.all(logs.map(({ close }) => close()));
});

describe.each(oldLogs)('the log %s of an older release', (name) => {
  let log: Open;
  const stopping = new AbortController();
  let projecting: Promise<void> | undefined;
  beforeAll(async () => {
    log = await openOldLog(name);
  });
  afterAll(async () => {
    stopping.abort();
    await projecting;
    await log.close();
  });

  test('is verified without a finding', async () => {
    let events = 0;
    const findings = log.store.verify((count) => {
      events = count;
    });
    expect(await Array.fromAsync(findings)).toEqual([]);
    expect(events).toBe(log.rows.events?.length);
  });

  test('is read, stream by stream, with its personal data in clear', async () => {
    const streams = log.rows.streams?.map(({ stream }) => String(stream)) ?? [];
    const events = (await Promise.all(streams.map((stream) => log.store.read(stream)))).flat();
    expect(events.length).toBe(log.rows.events?.length);
    expect(JSON.stringify(events)).not.toMatch(/\$sealed|\[erased\]/);
    expect(JSON.stringify(log.rows.events)).toContain('$sealed');
  });

  test('is projected by every projection, and none parks a stream', async () => {
    projecting = runProjections({ store: log.store, pool: log.pool, signal: stopping.signal });
    const head = await log.store.head();
    expect(head).not.toBe(beginning);
    expect(await waitForPosition(log.pool, head, 60_000)).toBe(true);
    const { rows: parked } = await log.pool.query('select name, stream, error from parked_streams');
    expect(parked).toEqual([]);
    const { rows } = await log.pool.query(`select projection from generations where state = 'live'`);
    expect(rows.map(({ projection }) => projection).sort()).toEqual(allProjections.map((each) => each.name).sort());
  });
});

describe('the BFF on the demo of an older release', () => {
  let log: Open;
  let ask: (target: string) => Promise<Readonly<Record<string, unknown>>>;
  const stopping = new AbortController();
  let projecting: Promise<void>;

  beforeAll(async () => {
    log = await openOldLog('demo');
    const { key, pool, store } = log;
    projecting = runProjections({ store, pool, signal: stopping.signal });
    await waitForPosition(pool, await store.head(), 60_000);
    const settings = readSettings({
      DATABASE_URL: 'postgres://unused.example',
      PORTICO_KEY: key.toString('base64'),
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: 'https://identity.example',
      OIDC_CLIENT_ID: 'portico',
      OIDC_CLIENT_SECRET: 'a-secret-of-the-test',
    });
    const limiter = createCallLimiter({ pool, log: silentLog });
    const app = createApp(
      {
        settings,
        store,
        pool,
        db: new Kysely<ReadTables>({ dialect: new PostgresDialect({ pool }) }),
        vault: createVault(key),
        names: createGatewayNames(await identifyInstallation(store)),
        targets: createTargetPolicy(settings, async () => []),
        limiter,
        traces: createTraces({ store, limiter, log: createLog('test', 'fatal') }),
        log: createLog('test', 'fatal'),
        now: () => new Date(),
      },
      import.meta.dirname,
    );
    const session = newSessionId(key);
    const startedAt = new Date();
    const endsAt = new Date(startedAt.getTime() + 3_600_000);
    await insertSession(pool, {
      hash: sessionHash(session),
      userId: 1,
      issuer: 'https://identity.example',
      subject: 'ada-lindqvist',
      providerSession: undefined,
      tokens: undefined,
      tokensDueAt: endsAt,
      signedInAt: undefined,
      startedAt,
      endsAt,
    });
    ask = async (target) => {
      const headers = { cookie: `__Host-portico=${session}`, 'x-portico': '1', 'sec-fetch-site': 'same-origin' };
      const { status, body } = await responseOf(await app.request(`${publicUrl}${target}`, { headers }));
      expect(status, target).toBe(200);
      return body;
    };
  });
  afterAll(async () => {
    stopping.abort();
    await projecting;
    await log.close();
  });

  const rowsOf = (list: unknown, ...fields: readonly string[]) =>
    (list as Readonly<Record<string, unknown>>[]).map((row) => fields.map((field) => row[field]));

  test('shows its APIs in the gallery', async () => {
    const { apis, total } = await ask('/api/swaggers');
    expect(total).toBe(12);
    expect(rowsOf(apis, 'name', 'appname', 'version', 'environments').slice(0, 3)).toEqual([
      ['Card Payments API', 'Checkout', '1.9.2', ['UAT']],
      ['Consent API', 'Customer Hub', '1.0.4', ['PROD']],
      ['Customer Profile API', 'Customer Hub', '5.2.0', ['PROD']],
    ]);
    expect(await ask('/api/swaggers?name=refunds')).toMatchObject({ total: 1, apis: [{ name: 'Refunds API' }] });
  });

  test('shows its deployments and keys in the overview', async () => {
    const { deployments } = await ask('/api/all-deployments');
    expect(rowsOf(deployments, 'apiName', 'env', 'auth', 'path', 'gateway', 'state', 'keys')).toEqual(
      [
        ['Card Payments API', 'UAT', '/card-payments-uat'],
        ['Consent API', 'PROD', '/consent'],
        ['Customer Profile API', 'PROD', '/customer-profile'],
        ['Demand Forecast API', 'TEST', '/demand-forecast-test'],
        ['Orders API', 'DEV', '/orders-dev'],
        ['Shipments API', 'TEST', '/shipments-test'],
        ['Support Tickets API', 'DEV', '/support-tickets-dev'],
        ['Warehouse Stock API', 'DEV', '/warehouse-stock-dev'],
      ].map(([api, env, path]) => [api, env, 'apikey', path, 'Sandbox gateway', 'deployed', 1]),
    );
    const { keys } = await ask('/api/all-consumers?sort=createdAt&order=asc');
    expect(rowsOf(keys, 'id', 'nickname', 'orgName', 'state')).toEqual([
      [1, 'Shop checkout', 'Portico Labs', 'active'],
      [2, 'Newsletter', 'Portico Labs', 'active'],
      [5, 'Help pages', 'Portico Labs', 'active'],
      [3, 'Service desk', 'Portico Labs', 'active'],
      [4, 'Label printer', 'Portico Labs', 'active'],
      [6, 'Purchase planning', 'Portico Labs', 'active'],
      [7, 'Picking screens', 'Portico Labs', 'active'],
      [8, 'Dispatch board', 'Harbour Freight', 'active'],
    ]);
  });

  test('shows in the history the changes, people and outcomes', async () => {
    const { entries, total } = await ask('/api/api-history/1');
    expect(total).toBe(5);
    const told = (
      entries as { type: string; user: { name: string } | null; subject: string; outcome: string | null }[]
    ).map(({ type, user, subject, outcome }) => [type, user?.name, subject, outcome]);
    expect(told).toEqual([
      ['ConsumerRequested', 'Mateo Rossi', 'orders-dev', 'done'],
      ['ApiAccessApproved', 'Ada Lindqvist', '', null],
      ['ApiAccessRequested', 'Grace Okafor', '', null],
      ['DeploymentRequested', 'Mateo Rossi', 'orders-dev', 'done'],
      ['ApiPublished', undefined, '', null],
    ]);
  });

  test('lists its operations and business areas', async () => {
    const { operations, total } = await ask('/api/operations');
    expect(total).toBe(16);
    expect(new Set(rowsOf(operations, 'state').flat())).toEqual(new Set(['completed']));
    expect(rowsOf(await ask('/api/business-areas'), 'name').flat()).toEqual([
      'Analytics',
      'Customers',
      'Logistics',
      'Payments',
    ]);
  });
});
