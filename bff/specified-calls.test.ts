import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { authorizationTable } from '#domain/core/authorization.ts';
import { type BffWorld, startBffWorld } from '#test/bff-world.ts';
import { nameless, readSpecifiedCalls } from './fixtures/specified-calls.ts';
import { newId } from './http/new-id.ts';
import { routes } from './routes.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const specified = (await readSpecifiedCalls()).filter(({ area }) => area === 'shell' || area === 'api');

const mounted = new Map(
  routes.map(({ method, path, action }) => [nameless(`${method.toUpperCase()} ${path}`), action] as const),
);
/** What anybody may ask, without a session: it is no route of the table. */
const open = ['GET /actuator/info'];

/** What a call may take away is made for it. */
const fresh: Readonly<Record<string, () => Promise<number>>> = {
  'DELETE /api/swaggers/{id}': async () => {
    const apiId = await world.seed.api(world.acme.organizationId, world.acme.applicationId, 'Old orders');
    await world.allShown();
    return apiId;
  },
  'DELETE /api/swaggers/deployment/{id}': async () => {
    const { apiId, organizationId } = world.acme;
    const made = await world.seed.deployment(apiId, world.publicGatewayId, 'deployed', {}, organizationId);
    await world.shown(made.position);
    return made.deploymentId;
  },
  'DELETE /api/consumer/{id}': () => freshKey(),
  'DELETE /api/consumer/{id}/{user}': () => freshKey(),
  'DELETE /api/api-access/{id}': async () => {
    const { partner, acme } = world;
    const [grantId, apiId, organizationId] = [
      await newId(world.pool, 'access-grant'),
      acme.apiId,
      partner.organizationId,
    ];
    const command = { type: 'GrantAccess', data: { grantId, apiId, organizationId } } as const;
    await world.shown(await world.seed.send(accessDecider, accessIdOf(apiId, organizationId), command));
    return grantId;
  },
};
const freshKey = async () => {
  const { deployed, apiId, organizationId } = world.acme;
  const made = await world.seed.consumer(deployed.deploymentId, apiId, organizationId);
  await world.shown(made.position);
  return made.consumerId;
};

const targetOf = async (name: string): Promise<string> => {
  const made = await fresh[name]?.();
  const [, path = ''] = name.split(' ');
  return path
    .replace('{deployId}', String(world.acme.deployed.deploymentId))
    .replace('{user}', 'somebody')
    .replace('{orgId}', String(world.acme.organizationId))
    .replace('{id}', String(made ?? world.acme.apiId));
};

/** What a call cannot do without. */
const queryOf = (name: string): string => {
  const { apiId, organizationId, members } = world.acme;
  const queries: Readonly<Record<string, string>> = {
    'GET /api/user': `?email=${members.user.email}`,
    'GET /api/consumers': `?apiId=${apiId}`,
    'GET /api/request-access': `?apiId=${apiId}&orgId=${organizationId}`,
  };
  return queries[name] ?? '';
};

it('are the 32 calls of the areas shell and api', () => {
  expect(specified).toHaveLength(32);
});

it.each(specified.filter(({ name }) => !open.includes(name)))('$name is a route with a rule', ({ name }) => {
  const action = mounted.get(nameless(name));
  expect(action, 'is mounted').toBeDefined();
  if (action) expect(authorizationTable[action].length, action).toBeGreaterThan(0);
});

it.each(specified)('$name answers who may', async ({ name }) => {
  const [method = ''] = name.split(' ');
  // Whom it is made for is in the authorization matrix; a portal administrator may ask all of these.
  const { status, body } = await world.ask(
    open.includes(name) ? null : world.acme.members.portal,
    method,
    (await targetOf(name)) + queryOf(name),
    method === 'GET' ? {} : { json: {} },
  );
  // What asks for more than it gets here says so at the fields.
  if (method === 'GET' || method === 'DELETE') expect(status, JSON.stringify(body)).toBe(200);
  else expect([200, 400, 415], JSON.stringify(body)).toContain(status);
});
