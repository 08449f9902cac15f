import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizationTable } from '#domain/core/authorization.ts';
import { prepareCalls } from '#test/all-route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/bff-world.ts';
import { subjectOf } from '#test/route-examples.ts';
import { nameless, openCalls, readBuiltCalls } from './fixtures/specified-calls.ts';
import { routes } from './routes.ts';

let world: BffWorld;
let callOf: Awaited<ReturnType<typeof prepareCalls>>;
beforeAll(async () => {
  world = await startBffWorld();
  callOf = await prepareCalls(world);
});
afterAll(() => world.close());

const specified = await readBuiltCalls();

const mounted = new Map(
  routes.map(({ method, path, action }) => [nameless(`${method.toUpperCase()} ${path}`), action] as const),
);

it('are the 73 calls of the areas shell, api and people', () => {
  expect(specified).toHaveLength(73);
});

it.each(specified.filter(({ name }) => !openCalls.includes(name)))(
  '$name is a route with a row in the authorization table',
  ({ name }) => {
    const action = mounted.get(nameless(name));
    expect(action, 'is mounted').toBeDefined();
    if (action) expect(authorizationTable[action].length, action).toBeGreaterThan(0);
  },
);

it.each(specified)('$name responds to a person with the right', async ({ name }) => {
  const [method = ''] = name.split(' ');
  // The examples of each noun say who may. A portal administrator may make all these calls.
  const who = openCalls.includes(name) ? null : world.acme.members.portal;
  const { target, ...options } = await callOf(name, subjectOf(world.acme), true);
  const { status, body } = await world.ask(who, method, target, options);
  expect(status, JSON.stringify(body)).toBe(200);
});
