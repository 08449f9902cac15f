import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addStateMetrics } from '#bff/state-metrics.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { type SampleEvent, sampleAppend, sampleEvents } from '#eventstore/contract/sample-events.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { keepVerification } from '#eventstore/log-verifications.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { verifyWhenDue } from '#eventstore/run-verifications.ts';
import { createPool, type Pool, promptly } from '#platform/database.ts';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { addLogMetrics } from '#projections/engine/log-metrics.ts';
import { readPath } from '#projections/read-path.ts';
import { runProjections } from '#projections/run-projections.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '#test/postgres/postgres-proxy.ts';
import { openSession, runSql } from '#test/postgres/sql.ts';
import { within } from '#test/runner/limit.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { defaultOutageTiming } from '#workers/engine/back-off.ts';
import { isTrueOf, ruleOf } from './alerts.ts';

/**
 * Each alert that wakes somebody, tried: the fault, the metric above the rule's threshold, what the runbook says, and the metric
 * back. What a threshold counts in minutes is moved back in the database instead of waited for.
 */

/** Returns whether the BFF's metrics make a rule true. */
const stateIs = async (alert: string, pool: Pool): Promise<boolean> => {
  const registry = new Registry();
  addStateMetrics(registry, pool);
  return isTrueOf(await ruleOf(alert), await registry.metrics());
};

const becomes = (isTrue: boolean, look: () => Promise<boolean>, units = 1_500): Promise<void> =>
  within(units, async () => {
    if ((await look()) !== isTrue) throw new Error(isTrue ? 'the alert does not come' : 'the alert does not end');
  });

describe('PorticoDatabaseNotWritable', () => {
  let world: BffWorld;
  let proxy: PostgresProxy;
  let pool: Pool;
  beforeAll(async () => {
    world = await startBffWorld();
    proxy = await startPostgresProxy(world.operatorEnv.DATABASE_URL);
    pool = createPool(proxy.url, { applicationName: 'portico-bff', searchPath: readPath, ...promptly });
  });
  afterAll(async () => {
    await pool?.end();
    await proxy?.close();
    await world?.close();
  });
  const look = () => stateIs('PorticoDatabaseNotWritable', pool);

  it('comes when the database can not be reached, and ends by itself when it is back', async () => {
    expect(await look()).toBe(false);
    const port = Number(new URL(proxy.url).port);
    await proxy.close();
    await becomes(true, look);
    proxy = await startPostgresProxy(world.operatorEnv.DATABASE_URL, port);
    await becomes(false, look);
  });

  it('comes on a full disk, where everything can still be read', async () => {
    await runSql(
      world.ownerUrl,
      `create function refuse_night() returns trigger language plpgsql as $$
       begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`,
      'create trigger refuse_night before update on subscriptions for each row execute function refuse_night()',
    );
    await becomes(true, look);
    await runSql(world.ownerUrl, 'drop trigger refuse_night on subscriptions', 'drop function refuse_night()');
    await becomes(false, look);
  });

  it('does not come when all connections of a BFF are in use', async () => {
    const small = createPool(proxy.url, {
      ...{ applicationName: 'portico-bff', searchPath: readPath },
      ...{ ...promptly, max: 1, connectTimeout: 2_000 },
    });
    const inUse = await small.connect();
    expect(await stateIs('PorticoDatabaseNotWritable', small)).toBe(false);
    inUse.release();
    await small.end();
  });

  it('comes when no BFF says anything', async () => {
    expect(isTrueOf(await ruleOf('PorticoDatabaseNotWritable'), 'portico_clock_ahead_seconds 0')).toBe(true);
  });
});

describe('PorticoReadTablesUnattended', () => {
  let world: BffWorld;
  beforeAll(async () => {
    world = await startBffWorld();
  });
  afterAll(() => world?.close());

  it('comes when no projector fills the tables, and ends when one is started', async () => {
    const look = () => stateIs('PorticoReadTablesUnattended', world.pool);
    expect(await look()).toBe(false);
    await world.stopProjections();
    // What stopped in good order has given its leases back: one minute has not passed yet.
    expect(await look()).toBe(false);
    // Two minutes later.
    await runSql(world.ownerUrl, `update subscriptions set updated_at = updated_at - interval '2 minutes'`);
    await becomes(true, look);
    const ending = new AbortController();
    const filling = createPool(world.operatorEnv.DATABASE_URL, { applicationName: 'test projector' });
    const projecting = runProjections({ store: world.services.store, pool: filling, signal: ending.signal });
    await becomes(false, look);
    ending.abort();
    await projecting;
    await filling.end();
  });
});

describe('what a worker is for', () => {
  let world: WorkedWorld;
  beforeAll(async () => {
    world = await startWorkedWorld({ outage: { ...defaultOutageTiming, first: 5, cap: 20, look: 20 }, lock: 15_000 });
  });
  afterAll(() => world?.close());

  it('PorticoOperationsNotBegun comes when no worker is there, and ends when one is started', async () => {
    const look = () => stateIs('PorticoOperationsNotBegun', world.pool);
    await world.stopWorker();
    const [id, operationId] = [world.nextId(), randomId()];
    const done = await execute({
      store: world.store,
      decider: deploymentDecider,
      id,
      command: {
        type: 'RequestDeployment',
        data: { deploymentId: id, operationId, apiId: 1, config: world.configOf('nightly') },
      },
      meta: {
        actor: { userId: 1, organizationId: 1, roles: ['ROLE_PORTAL_ADMIN'] },
        commandId: randomId(),
        correlationId: randomId(),
        // Five minutes ago.
        time: new Date(Date.now() - 300_000).toISOString(),
      },
    });
    expect(done).toHaveProperty('position');
    await becomes(true, look);
    await world.startWorker();
    await world.completed(operationId);
    await becomes(false, look);
  });

  it('PorticoResourceAway comes when a gateway does not respond, and ends by itself when it does', async () => {
    const look = () => stateIs('PorticoResourceAway', world.pool);
    expect(await look()).toBe(false);
    await world.gatewayDown();
    const operationId = await world.request.deploy(world.nextId(), world.configOf('outage'));
    await within(1_500, async () => {
      const { rowCount } = await world.pool.query(
        // A quarter of an hour later.
        `update gateway_outages set since = clock_timestamp() - interval '15 minutes' where resource = 'gateway-1'`,
      );
      if (rowCount !== 1) throw new Error('nobody knows of the outage yet');
    });
    await becomes(true, look);
    await world.gatewayUp();
    await world.completed(operationId);
    await becomes(false, look);
  });
});

describe('PorticoLogAltered', () => {
  let database: TestDatabase;
  let store: EventStore<SampleEvent>;
  beforeAll(async () => {
    database = await startTestDatabase();
    ({ store } = openEventStore({ pool: database.pool, key: randomBytes(32), definitions: sampleEvents }));
    for (let version = 0; version < 3; version += 1) await store.append(sampleAppend('note-1', version));
  });
  afterAll(async () => {
    await store?.close();
    await database?.close();
  });

  const tamper = async (statement: string) => {
    const session = await openSession(database.ownerUrl);
    await session.query('set session_replication_role = replica');
    await session.query(statement);
    await session.end();
  };
  /** The nightly verification. */
  const verify = async () => {
    await tamper(`update log_verifications set began_at = began_at - interval '1 day'`);
    await verifyWhenDue({
      pool: database.pool,
      verify: (onProgress) => store.verify(onProgress),
      record: async () => undefined,
      answer: async () => true,
      log: silentLog,
      signal: new AbortController().signal,
    });
  };
  const look = async () => {
    const registry = new Registry();
    addLogMetrics(registry, database.pool, { sinks: [], place: 'log_checkpoints' });
    return isTrueOf(await ruleOf('PorticoLogAltered'), await registry.metrics());
  };

  it('comes when an event was changed, and ends with a verification after it was put back', async () => {
    await verify();
    expect(await look()).toBe(false);
    await tamper(`create table kept as select event_id, data from events where stream = 'note-1' and version = 2`);
    await tamper(`update events set data = '{}' where stream = 'note-1' and version = 2`);
    await verify();
    expect(await look()).toBe(true);
    await tamper('update events e set data = k.data from kept k where k.event_id = e.event_id');
    await verify();
    expect(await look()).toBe(false);
  });

  it('lasts two days where the whole log does not show it again', async () => {
    const gone = { stream: '', version: 7, reason: 'forgotten' } as const;
    await keepVerification(database.pool, { kind: 'new', began: new Date(), events: 0, findings: [gone] });
    await verify();
    expect(await look()).toBe(true);
    await tamper(`update log_verifications set ended_at = ended_at - interval '49 hours'`);
    expect(await look()).toBe(false);
  });
});
