import { randomBytes } from 'node:crypto';
import { idSequenceOf, streamOf } from '#domain/core/id.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { type DeploymentConfig, plainDeployment } from '#domain/deployment/deployment.ts';
import { eventCatalogue, type PorticoEvent } from '#domain/event-catalogue.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import type { EventStore, RecordedEvent } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { identifyInstallation } from '#eventstore/identify-installation.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { isKongObject } from '#gateway/admin-api/entity.ts';
import { closedRouteHeader } from '#gateway/change/closed-route.ts';
import { createGatewayNames } from '#gateway/names/gateway-names.ts';
import type { Pool } from '#platform/database.ts';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { createVault, type Vault } from '#platform/vault.ts';
import { runProjections } from '#projections/run-projections.ts';
import { type EchoUpstream, startEchoUpstream } from '#sandbox/gateway/echo-upstream.ts';
import { defaultGatewayTiming } from '#workers/gateway/services.ts';
import { startWorker, type Worker, type WorkerOptions } from '../../workers/start-worker.ts';
import { startWorldDatabase, type TestDatabase } from '../postgres/postgres.ts';
import { runSql } from '../postgres/sql.ts';
import { within } from '../runner/limit.ts';
import { eventStoreUnderTest } from './event-store-under-test.ts';
import {
  type GatewayUnderTest,
  numbers,
  startAnyGateway,
  startSandboxGateway,
  type Timing,
} from './gateway-under-test.ts';
import { quick } from './quick-worker.ts';
import { untilShown } from './until-shown.ts';
import { requestsOf, type Send } from './world-requests.ts';

const actor = { userId: 1, organizationId: 1, roles: ['ROLE_PORTAL_ADMIN'] };
const ended = ['OperationCompleted', 'OperationSuperseded', 'OperationFailed', 'OperationCancelled'];

/** A row of the gateway: everything that it holds, without times. */
export type GatewayDump = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A canary's token is another one with each operation. */
const withoutToken = (row: Record<string, unknown>): Record<string, unknown> => {
  const { config, headers } = row;
  if (isKongObject(headers) && closedRouteHeader in headers)
    return { ...row, headers: { [closedRouteHeader]: ['token'] } };
  if (isKongObject(config) && config.echo === true) return { ...row, config: { ...config, message: 'token' } };
  return row;
};

const collections = ['services', 'routes', 'plugins', 'consumers', 'acls', 'key-auths', 'oauth2'];

/** A world in which nothing has happened yet. */
export type EmptyWorld = Readonly<{
  store: EventStore<PorticoEvent>;
  pool: Pool;
  vault: Vault;
  gateway: GatewayUnderTest;
  upstreamUrl: string;
}>;

/**
 * @property start        what gives the gateway; one of the world's own unless told.
 * @property past         what an older release left behind: fills log and gateway; gateway 1 is then among it.
 * @property openDatabase gives the database, with the queue's tables; one in the shared cluster unless told.
 */
type Beginning = Readonly<{
  start?: () => Promise<GatewayUnderTest>;
  past?: (world: EmptyWorld) => Promise<void>;
  openDatabase?: () => Promise<TestDatabase>;
}>;

/** For a second installation on a world's gateway, which it does not end. */
export const sharing = (gateway: GatewayUnderTest) => async (): Promise<GatewayUnderTest> => ({
  ...gateway,
  close: async () => undefined,
});

/** Changes the address under which the workers reach the gateway. */
type Through = (adminUrl: string) => Promise<string>;

/**
 * A database, a gateway and what a user could ask for, as commands; no worker. One per test file.
 *
 * @param through e.g. to a fault proxy.
 */
export const startWorkerWorld = async (
  through: Through = async (url) => url,
  { start = () => startSandboxGateway(), past, openDatabase = startWorldDatabase }: Beginning = {},
) => {
  const database = await openDatabase();
  const key = randomBytes(32);
  const { pool } = database;
  const eventStore = eventStoreUnderTest();
  const { store, subjectKeys } = openEventStore({ pool, key, definitions: eventCatalogue, eventStore });
  const vault = createVault(key);
  // Replays and the sweep look operations up in the read tables.
  const ending = new AbortController();
  const projecting = runProjections({ store, pool, signal: ending.signal });

  const gateway = await start();
  const { admin, adminUrl, adminToken, proxyUrl, proxySslUrl, run, upstreamHost } = gateway;
  const shared = run !== '';
  // What the portal itself numbers is known by its numbers, too.
  if (shared)
    for (const noun of ['deployment', 'consumer'] as const)
      await runSql(database.ownerUrl, `select setval('${idSequenceOf(noun)}', ${gateway.firstId + numbers / 2})`);
  const upstreams: EchoUpstream[] = [];
  /** Starts a server that answers what it was asked; its address as the gateway sees it. */
  const startUpstream = async (): Promise<string> => {
    const echo = await startEchoUpstream({ port: 0, host: upstreamHost === '127.0.0.1' ? upstreamHost : '0.0.0.0' });
    upstreams.push(echo);
    return `http://${upstreamHost}:${new URL(echo.url).port}`;
  };
  const echoUrl = await startUpstream();

  /** A path as it is on a gateway of one's own: `/shop-dev/x`. */
  const at = (path: string) => (shared ? path.replace(/-dev(?=[/?]|$)/, `-${run}-dev`) : path);

  await past?.({ store, pool, vault, gateway, upstreamUrl: echoUrl });
  const names = createGatewayNames(await identifyInstallation(store));

  const send: Send = async (decider, id, command) => {
    const meta = { actor, commandId: randomId(), correlationId: randomId(), time: new Date().toISOString() };
    const done = await execute({ store, decider, id, command, meta });
    if (isRefusal(done)) throw new Error(`${command.type}: ${done.problems[0].code}`);
  };

  const seal = async (kind: string, value: string) => {
    const secretId = randomId();
    await vault.sealSecret(pool, { id: secretId, kind, owner: 'test-1', value });
    return { secretId, fingerprint: vault.fingerprint(value), last4: value.slice(-4) };
  };

  const gatewayId = 1;
  const register = async () =>
    send(resourceDecider, gatewayId, {
      type: 'RegisterResource',
      data: {
        resourceId: gatewayId,
        type: 'KONG',
        name: 'Test gateway',
        isPublic: true,
        organizations: [],
        adminUrl: await through(adminUrl),
        apiUrl: proxyUrl,
        apiSslUrl: proxySslUrl,
        httpLogEndpoint: `${echoUrl}/ingest`,
        adminApiKey: await seal('admin-key', adminToken),
        telemetryKey: await seal('telemetry-key', `telemetry-${randomId()}`),
      },
    });
  if (!past) await register();
  await within(750, async () => {
    const { rowCount } = await pool.query('select from resources where id = $1', [gatewayId]);
    if (rowCount !== 1) throw new Error('the read tables do not know the gateway yet');
  });

  let lastId = gateway.firstId - 1;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };

  const configOf = (name: string, changes: Partial<DeploymentConfig> = {}): DeploymentConfig => ({
    name: shared ? `${name}-${run}` : name,
    environment: 'DEV',
    authentication: 'apikey',
    contextPath: shared ? `${name}-${run}` : name,
    upstreamUrl: `${echoUrl}/base`,
    gatewayId,
    tokenExpiration: 3_600,
    ratePerMinute: null,
    ...plainDeployment,
    ...changes,
  });

  const request = requestsOf(send, seal);

  const operationEvents = (operationId: string) => store.read(streamOf('operation', operationId));
  const typesOf = (events: readonly RecordedEvent[]) => events.map(({ type }) => type);

  /** Units of `startLimit` for what a worker is to do. */
  const patience = shared ? 3_000 : 2_000;

  /** The last event of an operation, once it has come to its end. */
  const endOf = (operationId: string, units = patience): Promise<RecordedEvent> =>
    within(units, async () => {
      const last = (await operationEvents(operationId)).at(-1);
      if (!last || !ended.includes(last.type)) throw new Error(`operation is at ${last?.type ?? 'nothing'}`);
      return last;
    });

  /** Returns when an operation was completed, in the time of `performance.now()`. @throws when it ends otherwise. */
  const completed = async (operationId: string): Promise<number> => {
    const { type, data, meta } = await endOf(operationId);
    if (type !== 'OperationCompleted') throw new Error(`${type}: ${JSON.stringify(data)}`);
    return Date.parse(meta.time) - performance.timeOrigin;
  };

  const history = async (noun: string, id: number | string) => typesOf(await store.read(streamOf(noun, id)));

  return {
    database,
    pool,
    store,
    subjectKeys,
    vault,
    names,
    key,
    send,
    nextId,
    configOf,
    request,
    admin,
    adminUrl,
    proxyUrl,
    proxySslUrl,
    gateway,
    named: gateway.named,
    /** What is behind the gateway, and answers what it was asked. */
    echoUrl,
    startUpstream,
    at,
    operationEvents,
    /** Event types of one stream. */
    history,
    /** Returns when this event is the last one of a stream. */
    reached: (noun: string, id: number | string, type: string) =>
      within(patience, async () => {
        const last = (await history(noun, id)).at(-1);
        if (last !== type) throw new Error(`${noun} ${id} is at ${last ?? 'nothing'}`);
      }),
    /** Waits until the read tables show all that was written until now. */
    allShown: async () => await untilShown(pool, await store.newest()),
    ended: endOf,
    completed,
    /** A new deployment, once it serves. */
    deployed: async (name: string, changes: Partial<DeploymentConfig> = {}, apiId = 1) => {
      const id = nextId();
      const operationId = await request.deploy(id, configOf(name, changes), apiId);
      await completed(operationId);
      return { id, operationId };
    },
    /** Everything on the gateway, in a fixed order. */
    dump: async (): Promise<GatewayDump> => {
      const entries = await Promise.all(
        collections.map(async (collection) => {
          const found = await gateway.rows(collection);
          const rows = found.map(({ created_at: _created, updated_at: _updated, ...row }) => withoutToken(row));
          return [collection, rows.sort((one, other) => String(one.id).localeCompare(String(other.id)))] as const;
        }),
      );
      return Object.fromEntries(entries);
    },
    call: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${proxyUrl}${at(path)}`, { headers }).then(async (response) => {
        await response.body?.cancel();
        return response.status;
      }),
    gatewayDown: gateway.down,
    gatewayUp: gateway.up,
    /** For `startWorker`. */
    workerOptions: {
      databaseUrl: database.appUrl,
      key,
      eventStore,
      log: silentLog,
      ...quick,
      ...(shared ? { timing: defaultGatewayTiming } : {}),
    },
    close: async () => {
      ending.abort();
      await projecting;
      await gateway.close();
      for (const upstream of upstreams) await upstream.close();
      await store.close();
      await database.close();
    },
  };
};

export type WorkerWorld = Awaited<ReturnType<typeof startWorkerWorld>>;

/** Where a worker is at work, which may be stopped and started. */
export const startWorkedWorld = async (
  options: Partial<WorkerOptions> = {},
  through?: Through,
  beginning?: Beginning,
) => {
  const world = await startWorkerWorld(through, beginning);
  let worker: Worker | undefined;
  const begin = async () => {
    worker = await startWorker({ ...world.workerOptions, ...options });
  };
  const stop = async () => {
    await worker?.stop();
    worker = undefined;
  };
  await begin();
  return {
    ...world,
    startWorker: begin,
    stopWorker: stop,
    /** Of the worker that is at work. */
    metrics: () => worker?.metrics,
    close: async () => {
      await stop();
      await world.close();
    },
  };
};

export type WorkedWorld = Awaited<ReturnType<typeof startWorkedWorld>>;

/** As `startWorkedWorld`, on the Kong that KONG_ADMIN_URL names; without it on the sandbox gateway, as slow as told. */
export const startWorldOnAnyKong = (options?: Partial<WorkerOptions>, timing?: Timing): Promise<WorkedWorld> =>
  startWorkedWorld(options, undefined, { start: () => startAnyGateway(timing) });
