import { createHash, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { pino } from 'pino';
import { clientInfo } from '#bff/auth/client-info.ts';
import { requestRoutes } from '#bff/gateway-request/routes.ts';
import { createCallLimiter } from '#bff/http/call-limiter.ts';
import type { BffEnv } from '#bff/http/context.ts';
import { errorHandler } from '#bff/http/error-handler.ts';
import { mount } from '#bff/http/route.ts';
import type { Services } from '#bff/http/services.ts';
import { createTableWait } from '#bff/http/table-wait.ts';
import { ingestRoutes } from '#bff/ingest/routes.ts';
import { openReadTables } from '#bff/sql/read-tables.ts';
import type { Actor } from '#domain/core/actor.ts';
import type { Environment } from '#domain/core/environment.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { saveOperations } from '#gateway/plan/operations-store.ts';
import { probeMark } from '#gateway/telemetry/probe-header.ts';
import { telemetryKeyHeader } from '#gateway/telemetry/telemetry-key-header.ts';
import { silentLog } from '#platform/log.ts';
import { readSettings } from '#platform/settings.ts';
import { createVault } from '#platform/vault.ts';
import { startWorldDatabase } from '../postgres/postgres.ts';
import { runSql } from '../postgres/sql.ts';
import { takenOverNames } from './gateway-names.ts';
import { insertRows } from './insert-rows.ts';

const deployment = (
  id: number,
  apiId: number,
  gatewayId: number,
  environment: Environment,
  contextPath: string,
  lockdown: Readonly<{ revision: number; operations: string }> | null = null,
) => ({
  id,
  api_id: apiId,
  gateway_id: gatewayId,
  environment,
  config: { contextPath, upstreamUrl: 'https://upstream.example', lockdown },
});

const consumer = (id: number, deploymentId: number, apiId: number, organizationId: number) => ({
  id,
  nickname: `till ${id}`,
  deployment_id: deploymentId,
  api_id: apiId,
  organization_id: organizationId,
});

/** What the document of Payments describes. */
const paymentOperations: SpecOperations = {
  basePath: '/v1',
  paths: [
    { path: '/payments', methods: ['GET', 'POST'] },
    { path: '/payments/{id}', methods: ['GET'] },
    { path: '/payments/mine', methods: ['GET'] },
  ],
};

const documentHash = (name: string): string => createHash('sha256').update(name).digest('hex');

const gateway = (id: number, fingerprint: string) => ({ id, type: 'KONG', telemetry_key_fingerprint: fingerprint });

export const admin: Actor = {
  userId: 1,
  organizationId: 1,
  organizationExternal: false,
  roles: ['ROLE_PORTAL_ADMIN'],
  ownerApps: [],
};
/** Of Acme, which consumer 21 belongs to. */
export const acme: Actor = {
  ...admin,
  userId: 2,
  organizationId: 2,
  organizationExternal: true,
  roles: ['ROLE_COMPANY_ADMIN'],
};
/** Of Globex, which consumer 22 belongs to. */
export const globex: Actor = { ...acme, userId: 3, organizationId: 3 };

export const gatewayKeys = { 7: 'key-of-gateway-7-b1946ac9', 8: 'key-of-gateway-8-2edfcf1e' } as const;

/**
 * A database with two gateways: on 7 the APIs Payments (deployment 11, DEV, consumers 21 of Acme and 22 of Globex)
 * and Orders (deployment 12, PROD), on 8 Payments (deployment 13, TEST, consumer 23 of Acme); and the routes of
 * telemetry on it. The document of Payments has the operations above; Orders is locked to `/orders/{id}`. Deployment 11 and consumer 21 are from before the installation had an id. `log` is what was logged.
 */
export const startTelemetryWorld = async () => {
  const database = await startWorldDatabase();
  const db = openReadTables(database.pool);
  const key = randomBytes(32);
  const vault = createVault(key);
  const { pool } = database;
  for (const [id, name] of [
    [1, 'Portico'],
    [2, 'Acme'],
    [3, 'Globex'],
  ] as const)
    await insertRows(pool, 'organizations', [{ id, name }]);
  for (const [id, name] of [
    [31, 'Payments'],
    [32, 'Orders'],
  ] as const)
    await insertRows(pool, 'apis', [{ id, name, spec_hash: documentHash(name) }]);
  const described = await saveOperations(pool, paymentOperations);
  await runSql(
    database.ownerUrl,
    `insert into spec_documents (hash, format, size, content) values ('${documentHash('Payments')}', 'json', 2, '')`,
    `insert into document_operations (hash, operations) values ('${documentHash('Payments')}', '${described}')`,
  );
  for (const id of [7, 8] as const)
    await insertRows(pool, 'resources', [gateway(id, vault.fingerprint(gatewayKeys[id]))]);
  const locked = { basePath: '', paths: [{ path: '/orders/{id}', methods: ['GET', 'DELETE'] }] };
  const deployments = [
    deployment(11, 31, 7, 'DEV', 'payments'),
    deployment(12, 32, 7, 'PROD', 'orders', { revision: 1, operations: await saveOperations(pool, locked) }),
    deployment(13, 31, 8, 'TEST', 'payments'),
  ];
  await insertRows(pool, 'deployments', deployments);
  await insertRows(pool, 'consumers', [consumer(21, 11, 31, 2), consumer(22, 11, 31, 3), consumer(23, 13, 31, 2)]);

  const log: string[] = [];
  let time = new Date();
  let actor: Actor = admin;
  const services = {
    settings: readSettings({ DATABASE_URL: database.appUrl, PORTICO_KEY: key.toString('base64') }),
    pool: database.pool,
    db,
    vault,
    names: takenOverNames,
    log: pino({ level: 'trace' }, { write: (line: string) => log.push(line) }),
    now: () => time,
    limiter: createCallLimiter({ pool: database.pool, log: silentLog }),
    // There is no event log here.
    traces: { record: async () => undefined, count: async () => undefined, sweep: async () => undefined },
  } as unknown as Services;
  const app = new Hono<BffEnv>();
  app.onError(errorHandler(services));
  app.use(clientInfo(services));
  app.route('/', ingestRoutes(services));
  app.use('/api/*', async (c, next) => {
    c.set('caller', { actor });
    await next();
  });
  for (const route of requestRoutes) mount(app, services, createTableWait(services), route);

  return {
    database,
    db,
    app,
    log,
    close: database.close,
    /** What a worker of this installation marks its trial calls with. */
    probeMark: probeMark(vault),
    /** Forgets all calls and what was logged. */
    reset: async () => {
      await runSql(
        database.ownerUrl,
        'truncate gateway_requests, gateway_request_keys, gateway_request_counts, gateway_request_sums, gateway_request_callers, gateway_request_key_sums, gateway_request_days, gateway_request_blocks, gateway_heard_days',
        'update gateway_request_summed_days set blocks_until = null',
      );
      log.length = 0;
    },
    /** Sets what time it is. */
    timeIs: (now: Date) => {
      time = now;
    },
    /** Posts as a gateway does. `key` is gateway 7's unless told; null sends none. */
    post: async (
      body: unknown,
      { gateway = 7, key = gatewayKeys[7] }: { gateway?: number | string; key?: string | null } = {},
    ) =>
      app.request(`/ingest/gateways/${gateway}/requests`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key === null ? {} : { [telemetryKeyHeader]: key }) },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    /** `GET` as somebody. */
    get: async (path: string, as: Actor = admin) => {
      actor = as;
      return app.request(path);
    },
    /** The rows that were stored, oldest id first. */
    stored: async () =>
      (
        await database.pool.query(
          `select started_at, gateway_id, request_id, api_id, api_name, organization_id, organization_name, consumer_id,
             consumer_name, environment, client_ip, upstream_uri, status, unattributed, method, operation, path, gateway_ms,
             upstream_ms, request_bytes, response_bytes from gateway_requests order by id`,
        )
      ).rows,
    counts: async () =>
      (
        await database.pool.query(
          `select coalesce(sum(count), 0)::int as total from (
             select count from gateway_request_counts
             union all select 1 from gateway_requests where api_id is not null and not is_counted
           ) counted`,
        )
      ).rows[0].total,
  };
};

/** Puts a recorded entry on a deployment of the world, with the ids that Portico gives its entities. */
export const onDeployment = (entry: object, deploymentId: number, consumerId?: number): object => ({
  ...entry,
  service: {
    id: takenOverNames.serviceId(deploymentId),
    name: 'payments-dev',
    tags: takenOverNames.tags(deploymentId),
  },
  consumer:
    consumerId === undefined
      ? undefined
      : {
          id: takenOverNames.consumerId(consumerId),
          username: takenOverNames.consumerName(consumerId),
          custom_id: takenOverNames.consumerName(consumerId),
        },
});
