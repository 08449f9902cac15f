import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { authorizationTable } from '#domain/core/authorization.ts';
import { prepareCalls } from '#test/examples/all-route-examples.ts';
import { subjectOf } from '#test/examples/route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { nameless, openCalls, readBuiltCalls } from './fixtures/specified-calls.ts';
import { specifiedFields } from './fixtures/specified-fields.ts';
import type { Route } from './http/route.ts';
import { routes } from './routes.ts';

let world: BffWorld;
let callOf: Awaited<ReturnType<typeof prepareCalls>>;
beforeAll(async () => {
  world = await startBffWorld();
  callOf = await prepareCalls(world);
});
afterAll(() => world.close());

const specified = await readBuiltCalls();

const routeOf = (name: string): Route | undefined =>
  routes.find(({ method, path }) => nameless(`${method.toUpperCase()} ${path}`) === nameless(name));

/** Returns the fields of a schema, `a.b` for a field of an object or of a list's rows. */
const fieldsOf = (schema: z.core.$ZodType | undefined, io: 'input' | 'output'): string[] => {
  const walk = (part: z.core.JSONSchema.BaseSchema, before: string): string[] => [
    ...Object.entries(part.properties ?? {}).flatMap(([name, inner]) => [
      before + name,
      ...walk(inner as z.core.JSONSchema.BaseSchema, `${before}${name}.`),
    ]),
    ...[part.items, ...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])].flatMap((inner) =>
      inner ? walk(inner as z.core.JSONSchema.BaseSchema, before) : [],
    ),
  ];
  return schema ? walk(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), '') : [];
};

it('are the 87 calls of the areas shell, api, people and resources', () => {
  expect(specified).toHaveLength(87);
});

it.each(specified.filter(({ name }) => !openCalls.includes(name)))(
  '$name is a route with a row in the authorization table',
  ({ name }) => {
    const action = routeOf(name)?.action;
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
  const schema = routeOf(name)?.response;
  if (schema) expect(z.safeParse(schema, body).error).toBeUndefined();
});

it('has fields for every call of area people, except calls without body and response', () => {
  const people = specified.filter(({ area }) => area === 'people').map(({ name }) => nameless(name));
  const named = specifiedFields.map(({ name }) => nameless(name));
  expect(people.filter((name) => !named.includes(name))).toEqual(['POST /api/user/changepassword']);
  expect(named.filter((name) => !people.includes(name))).toEqual([]);
});

it.each(specifiedFields)('$name accepts and returns the fields of the specification', ({ name, takes, answers }) => {
  const { query, body, form, response } = routeOf(name) ?? {};
  const taken = [query, body, form?.fields].flatMap((schema) => fieldsOf(schema, 'input'));
  expect(takes.filter((field) => ![...taken, form?.file].includes(field))).toEqual([]);
  const answered = fieldsOf(response, 'output');
  expect(answers.filter((field) => !answered.includes(field))).toEqual([]);
});
