import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BffWorld, publicUrl, startBffWorld } from '#test/bff-world.ts';
import type { BffEnv } from '../context.ts';
import { minPosition } from './min-position.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

/** After everything that there will be. */
const never = '99999999999999999999:99999999999999999999';

it('I5 a query with the position of a command sees what it did, every time', async () => {
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

/** The same middleware, less patient. */
const impatient = (wait: number, signedIn = true) => {
  const app = new Hono<BffEnv>();
  const { portal } = world.acme.members;
  const actor = { userId: portal.userId, organizationId: 1, organizationExternal: false, roles: [], ownerApps: [] };
  app.use(async (c, next) => {
    if (signedIn) c.set('caller', { actor });
    await next();
  });
  app.use(minPosition(world.services, wait));
  app.all('/api/thing', (c) => c.json({}));
  return async (position: string, method = 'GET') => {
    const startedAt = performance.now();
    const response = await app.request(`${publicUrl}/api/thing`, { method, headers: { 'x-min-position': position } });
    return { stale: response.headers.get('x-stale'), status: response.status, ms: performance.now() - startedAt };
  };
};

it('answers what there is when the tables do not come that far in time, and says so', async () => {
  const answer = await impatient(150)(never);
  expect(answer).toMatchObject({ status: 200, stale: 'true' });
  expect(answer.ms).toBeGreaterThanOrEqual(145);
});

it.each(['nonsense', 'x'.repeat(101), '', "'; select pg_sleep(9); --"])(
  'survives the position %j',
  async (position) => {
    expect((await impatient(50)(position)).status).toBe(200);
  },
);

it('waits for queries of those only who are signed in', async () => {
  expect(await impatient(60_000, false)(never)).toMatchObject({ status: 200, stale: null });
  expect(await impatient(60_000)(never, 'POST')).toMatchObject({ status: 200, stale: null });
  const answer = await world.ask(null, 'GET', '/api/allapis', { headers: { 'x-min-position': never } });
  expect(answer.status).toBe(401);
  expect(answer.headers.has('x-stale')).toBe(false);
});
