import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BffWorld, publicUrl, startBffWorld } from '#test/world/bff-world.ts';
import type { BffEnv } from './context.ts';
import { errorHandler } from './error-handler.ts';
import { minPosition } from './min-position.ts';
import { createTableWait } from './table-wait.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

/** A position after all events in Postgres. */
const never = '00000000999999999999:00000000999999999999';
/** The same in KurrentDB. */
const neverThere = '01000000000000000000/01000000000000000000';

it('I5: a query with the position of a command always sees its changes', async () => {
  const { portal } = world.acme.members;
  for (let time = 0; time < 10; time += 1) {
    const added = await world.ask(portal, 'POST', '/api/kong/add-consumer', {
      json: {
        deploymentId: world.acme.deployed.deploymentId,
        apiModelId: world.acme.apiId,
        organizationId: world.acme.organizationId,
      },
    });
    const seen = await world.ask(portal, 'GET', `/api/operations/${added.body.operationId}`, {
      headers: { 'x-min-position': String(added.body.position) },
    });
    expect(seen).toMatchObject({ status: 200, body: { id: added.body.operationId, state: 'requested' } });
    expect(seen.headers.has('x-stale')).toBe(false);
  }
});

/** Returns the same middleware with another waiting time, for tables that are no longer filled. */
const impatient = (wait: number, signedIn = true) => {
  const app = new Hono<BffEnv>();
  const { portal } = world.acme.members;
  const actor = { userId: portal.userId, organizationId: 1, organizationExternal: false, roles: [], ownerApps: [] };
  app.onError(errorHandler(world.services));
  app.use(async (c, next) => {
    if (signedIn) c.set('caller', { actor });
    await next();
  });
  app.use(minPosition(world.services, createTableWait(world.services, wait)));
  app.all('/api/thing', (c) => c.json({}));
  return async (position: string, method = 'GET') => {
    const startedAt = performance.now();
    const response = await app.request(`${publicUrl}/api/thing`, { method, headers: { 'x-min-position': position } });
    const { code } = (await response.json()) as { code?: string };
    return { stale: response.headers.get('x-stale'), status: response.status, code, ms: performance.now() - startedAt };
  };
};

it.each([
  'nonsense',
  'x'.repeat(101),
  "'; select pg_sleep(9); --",
  '1:1',
  '99999999999999999999:99999999999999999999',
  '18446744073709551615:9223372036854775808',
  never,
  neverThere,
])('K5: refuses at once the position %j, which is not in the log', async (position) => {
  const response = await impatient(60_000)(position);
  expect(response).toMatchObject({ status: 400, code: 'position.unknown' });
  // Much less than the minute that it would wait, even on a busy machine.
  expect(response.ms).toBeLessThan(20_000);
});

it('knows the position of a command before any table shows it', async () => {
  const { portal } = world.acme.members;
  const { body } = await world.ask(portal, 'PUT', '/api/user/settings', { json: { theme: 'dark' } });
  expect(await impatient(5_000)(String(body.position))).toMatchObject({ status: 200, stale: null });
});

it('waits only for calls of signed-in users', async () => {
  expect(await impatient(60_000, false)(never)).toMatchObject({ status: 200, stale: null });
  expect(await impatient(60_000)('')).toMatchObject({ status: 200, stale: null });
  const response = await world.ask(null, 'GET', '/api/allapis', { headers: { 'x-min-position': never } });
  expect(response.status).toBe(401);
  expect(response.headers.has('x-stale')).toBe(false);
});

describe('while the tables are behind', () => {
  let behind: string;
  beforeAll(async () => {
    await world.stopProjections();
    const { portal } = world.acme.members;
    const { body } = await world.ask(portal, 'PUT', '/api/user/settings', { json: { theme: 'light' } });
    behind = String(body.position);
  });

  it('returns older data after the time limit, and says so', async () => {
    const response = await impatient(150)(behind);
    expect(response).toMatchObject({ status: 200, stale: 'true' });
    expect(response.ms).toBeGreaterThanOrEqual(145);
  });

  it('K5: lets eight queries of a person wait, and responds to others at once', async () => {
    const ask = impatient(3_000);
    const responses = await Promise.all(Array.from({ length: 30 }, () => ask(behind)));
    expect(responses.every(({ status, stale }) => status === 200 && stale === 'true')).toBe(true);
    expect(responses.filter(({ ms }) => ms >= 2_900)).toHaveLength(8);
    expect(responses.filter(({ ms }) => ms < 2_000)).toHaveLength(22);
    // A query that has ended makes room for another.
    expect((await ask(behind)).ms).toBeGreaterThanOrEqual(2_900);
  });
});
