import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { thisRelease } from '#platform/release.ts';
import { prepareCalls, statusForPortal } from '#test/examples/all-route-examples.ts';
import { subjectOf } from '#test/examples/route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { routes } from '../routes.ts';

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; description?: string; $ref?: string }[];
  requestBody?: unknown;
  responses: Record<string, { content?: Record<string, { schema: z.core.JSONSchema.JSONSchema }> }>;
};
type Description = {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, { name: string; in: string; description: string }> };
};

let world: BffWorld;
let callOf: Awaited<ReturnType<typeof prepareCalls>>;
let description: Description;
beforeAll(async () => {
  world = await startBffWorld();
  callOf = await prepareCalls(world);
  const { body } = await world.ask(world.acme.members.user, 'GET', '/api/openapi.json');
  description = body as unknown as Description;
});
afterAll(() => world.close());

it('is OpenAPI 3.1 without an error, in the version of the release', async () => {
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(description.info.version).toBe(thisRelease.version);
  const problems = await lintFromString({
    source: JSON.stringify(description),
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  expect(
    problems
      .filter(({ severity }) => severity === 'error')
      // A call of the specification, which tells it apart from the one without.
      .filter(({ message }) => !message.startsWith('`/api/resources/` should not have a trailing slash'))
      .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
});

it('says which headers a command takes, and which call can answer a failed operation', () => {
  const { parameters } = description.components;
  expect(Object.values(parameters).map(({ name }) => name)).toEqual([
    'x-min-position',
    'idempotency-key',
    'x-undoes',
    'x-answers',
  ]);
  for (const { in: place, description: words } of Object.values(parameters)) {
    expect(place).toBe('header');
    expect(words).toMatch(/\.$/);
  }
  const taken = (path: string, method: string) =>
    (description.paths[path]?.[method]?.parameters ?? []).flatMap(({ $ref = '' }) => $ref.split('/').at(-1) ?? []);
  expect(taken('/api/operations', 'get').filter(Boolean)).toEqual(['MinPosition']);
  const ofCommand = ['MinPosition', 'IdempotencyKey', 'Undoes'];
  expect(taken('/api/business-area', 'post').filter(Boolean)).toEqual(ofCommand);
  expect(taken('/api/swagger/deploy', 'post').filter(Boolean)).toEqual([...ofCommand, 'Answers']);
  const answering = Object.entries(description.paths).filter(([path, methods]) =>
    Object.keys(methods).some((method) => taken(path, method).includes('Answers')),
  );
  expect(answering.map(([path]) => path)).toEqual(['/api/swagger/deploy']);
});

it("says of every page number what it can't promise", () => {
  const pages = Object.values(description.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'page'));
  expect(pages.length).toBeGreaterThan(10);
  for (const { description: words } of pages) expect(words).toContain('on two pages, or on none');
});

it('says of every list that grows how it is read on', () => {
  const parameters = Object.values(description.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => operation.parameters);
  const named = (wanted: string) => parameters.filter(({ name }) => name === wanted);
  expect(named('after').length).toBeGreaterThanOrEqual(8);
  for (const { description: words } of named('after')) expect(words).toContain('`next` of a page');
  expect(named('before')).toHaveLength(named('after').length);
  for (const { description: words } of named('before')) expect(words).toContain('`previous` of a page');
});

it('describes every route, its parameters and its body, and nothing else', () => {
  const described = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  );
  expect(described.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
  for (const { method, path, body, form } of routes) {
    const operation = description.paths[path]?.[method] as Operation;
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(inPath, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(operation.requestBody !== undefined, path).toBe(body !== undefined || form !== undefined);
  }
  const ids = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).map((one) => one.operationId),
  );
  expect(new Set(ids).size).toBe(routes.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
});

describe('B5: a response matches its description, without further fields', () => {
  const strictly = (method: string, path: string) => {
    const schema = description.paths[path]?.[method]?.responses['200']?.content?.['application/json']?.schema;
    return schema === undefined ? undefined : z.fromJSONSchema(schema);
  };
  // The gateway of this world does not respond. deployment-preview.test.ts checks the calls that need one.
  const documented = routes
    .filter(({ response }) => response !== undefined)
    .map(({ method, path }) => ({ method: method.toUpperCase(), path }))
    .filter(({ method, path }) => statusForPortal(`${method} ${path}`).includes('200'));
  /** A GET that decides something finds it undecided only once. */
  const decides = (path: string) => /\/(approve|deny)-/.test(path);
  const isQuery = ({ method, path }: (typeof documented)[number]) => method === 'GET' && !decides(path);
  const queries = documented.filter(isQuery).map(({ path }) => path);
  const commands = documented.filter((call) => !isQuery(call));

  it('finds a field that the description lacks', () => {
    const organizations = strictly('get', '/api/all-organizations');
    expect(organizations?.safeParse([{ id: 1, name: 'Acme', external: false }]).success).toBe(true);
    expect(organizations?.safeParse([{ id: 1, name: 'Acme', external: false, contact: 'x' }]).success).toBe(false);
    const operation = strictly('get', '/api/operations/{id}');
    expect(operation?.safeParse({ id: 'x' }).success).toBe(false);
  });

  it.each(queries)('GET %s', async (path) => {
    const schema = strictly('get', path);
    expect(schema).toBeDefined();
    const { target } = await callOf(`GET ${path}`);
    for (const member of ['portal', 'owner', 'user', 'auditor'] as const) {
      const { status, body } = await world.ask(world.acme.members[member], 'GET', target);
      if (status !== 200) expect([403, 404]).toContain(status);
      else expect(schema?.safeParse(body).error?.issues, member).toBeUndefined();
    }
    expect((await world.ask(world.acme.members.portal, 'GET', target)).status).toBe(200);
  });

  it.each(commands)('$method $path', async ({ method, path }) => {
    const { target, ...options } = await callOf(`${method} ${path}`, subjectOf(world.acme), true);
    const { status, body } = await world.ask(world.acme.members.portal, method, target, options);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(strictly(method.toLowerCase(), path)?.safeParse(body).error?.issues).toBeUndefined();
  });
});
