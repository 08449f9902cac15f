import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#sandbox/postgres/cluster.ts';
import { migrateQueue } from '../../workers/engine/queue-schema.ts';
import { type PorticoPart, type PorticoProcess, startPart } from '../processes/portico-process.ts';
import { importForm } from '../world/bff-forms.ts';
import { type BffWorld, startBffWorld, type TestResponse } from '../world/bff-world.ts';
import { askAt, settingsIn } from '../world/world-process.ts';
import { appRole, startTestCluster } from './postgres.ts';

/** The three processes of a portal while their connections to the database are cut, again and again. */
const root = path.resolve(import.meta.dirname, '../..');
const parts: readonly PorticoPart[] = ['projector', 'worker', 'bff'];
const says: Record<PorticoPart, string> = {
  bff: 'bff listens',
  projector: 'projections run',
  worker: 'worker started',
};

let world: BffWorld;
let running: readonly PorticoProcess[] = [];
let portal: string;
const metricsAt = {} as Record<PorticoPart, string>;

beforeAll(async () => {
  // Its own: a killed connection makes Postgres end all connections of its cluster.
  world = await startBffWorld({ openDatabase: startTestCluster });
  await world.stopProjections();
  await migrateQueue(world.ownerUrl, appRole);
  const port = await freePort();
  portal = `http://127.0.0.1:${port}`;
  running = await Promise.all(
    parts.map(async (part) => {
      const metricsPort = await freePort();
      metricsAt[part] = part === 'bff' ? portal : `http://127.0.0.1:${metricsPort}`;
      return startPart(root, part, {
        ...settingsIn(world, port),
        // A quick machine makes more calls than one person may.
        CALL_LIMIT_FACTOR: '1000',
        METRICS_PORT: String(metricsPort),
      });
    }),
  );
  await vi.waitFor(() => {
    for (const [index, part] of parts.entries()) expect(running[index]?.output()).toContain(says[part]);
  }, 60_000);
}, 120_000);
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()));
  await world?.close();
});

const expectAlive = () => {
  for (const [index, part] of parts.entries())
    expect(running[index]?.code(), `${part}: ${running[index]?.output().slice(-2_000)}`).toBe(null);
};

const ask = (method: string, target: string, init?: RequestInit): Promise<TestResponse> =>
  askAt(world, portal, method, target, init);
const publish = (key: string) =>
  ask('POST', '/api/swagger/import', {
    body: importForm(world.acme.applicationId),
    headers: { 'idempotency-key': key },
  });

/** Ends every connection of the three processes, or kills one server process, after which Postgres ends all of them. */
const cut = async (round: number): Promise<void> => {
  const select = `from pg_stat_activity where datname = current_database() and application_name <> 'portico-test'`;
  try {
    if (round % 10 !== 9) {
      await world.pool.query(`select pg_terminate_backend(pid) ${select}`);
      return;
    }
    const { rows } = await world.pool.query<{ pid: number }>(`select pid ${select} limit 1`);
    if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
  } catch {
    // Postgres is about to start again.
  }
};

/** Returns the connections that a process uses now, or that calls wait for. */
const inUse = async (part: PorticoPart): Promise<number> => {
  const text = await (await fetch(`${metricsAt[part]}/metrics`)).text();
  const states = [...text.matchAll(/^portico_database_connections\{pool="\w+",state="(?:in use|awaited)"\} (\d+)$/gm)];
  expect(states.length, part).toBeGreaterThanOrEqual(2);
  return states.reduce((sum, [, count]) => sum + Number(count), 0);
};

test('connections that are cut twice a second end no process, and work goes on afterwards', {
  timeout: 120_000,
}, async () => {
  const responses: (TestResponse & { target: string })[] = [];
  const ends = performance.now() + 15_000;
  const isOver = () => performance.now() > ends;
  const repeat = async (target: string, work: (count: number) => Promise<TestResponse>) => {
    for (let count = 0; !isOver(); count += 1) responses.push({ target, ...(await work(count)) });
  };
  const cutting = async () => {
    for (let round = 0; !isOver(); round += 1) {
      await cut(round);
      await sleep(500);
    }
  };
  await Promise.all([
    cutting(),
    ...['/api/swaggers', '/auth/session', '/api/applications', '/api/business-areas'].flatMap((target) => [
      repeat(target, () => ask('GET', target)),
      repeat(target, () => ask('GET', target)),
    ]),
    repeat('publish', (count) => publish(`published-meanwhile-${count}`)),
  ]).catch((error: unknown) => {
    expectAlive();
    throw error;
  });
  expectAlive();

  const told = responses.filter(({ status }) => status >= 300);
  for (const { target, status, body, headers } of told) {
    expect({ target, status, code: body.code }).toEqual({ target, status: 503, code: 'portal.unavailable' });
    expect(headers.get('retry-after')).toBe('5');
  }
  // Connections really were cut under calls, and most calls got through in between.
  expect(told.length).toBeGreaterThan(0);
  expect(responses.length).toBeGreaterThan(told.length * 2);

  await vi.waitFor(async () => expect((await ask('GET', '/readyz')).status).toBe(200), 30_000);
  const published = await publish('published-afterwards');
  expect(published.status).toBe(200);
  const shown = await ask('GET', `/api/api-detail/${published.body.apiId}`, {
    headers: { 'x-min-position': String(published.body.position) },
  });
  expect(shown.status).toBe(200);

  const switched = await ask(
    'POST',
    `/api/organization/deactivate-organization?id=${world.partner.organizationId}&deactivated=true`,
    { headers: world.credentials(world.acme.members.portal) },
  );
  expect(switched.status).toBe(200);
  await vi.waitFor(async () => {
    const { rows } = await world.pool.query('select type from events where stream = $1', [
      `operation-${switched.body.operationId}`,
    ]);
    expect(rows).toContainEqual({ type: 'OperationStarted' });
  }, 30_000);

  for (const part of parts) await vi.waitFor(async () => expect(await inUse(part), part).toBe(0), 10_000);
  expectAlive();
});
