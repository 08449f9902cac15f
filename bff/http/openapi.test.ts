import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type BffWorld, startBffWorld } from '#test/bff-world.ts';
import { routes } from '../routes.ts';

type Operation = {
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: unknown;
  responses: Record<string, { content?: Record<string, { schema: z.core.JSONSchema.JSONSchema }> }>;
};
type Description = { openapi: string; paths: Record<string, Record<string, Operation>> };

let world: BffWorld;
let description: Description;
beforeAll(async () => {
  world = await startBffWorld();
  const { body } = await world.ask(world.acme.members.user, 'GET', '/api/openapi.json');
  description = body as unknown as Description;
});
afterAll(() => world.close());

it('is OpenAPI 3.1 without an error', async () => {
  expect(description.openapi).toMatch(/^3\.1\./);
  const problems = await lintFromString({
    source: JSON.stringify(description),
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  expect(
    problems
      .filter(({ severity }) => severity === 'error')
      .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
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

describe('B5: an answer is what is described, and has no field more', () => {
  const strictly = (method: string, path: string) => {
    const schema = description.paths[path]?.[method]?.responses['200']?.content?.['application/json']?.schema;
    return schema === undefined ? undefined : z.fromJSONSchema(schema);
  };
  const queries: Record<string, () => string> = {
    '/api/user': () => `?email=${world.acme.members.owner.email}`,
    '/api/user/detail': () => `?email=${world.acme.members.owner.email}`,
    '/api/userById': () => `?id=${world.acme.members.owner.userId}`,
    '/api/swagger/{id}/compare': () => '?from=1&to=1',
    '/api/consumers': () => `?apiId=${world.acme.apiId}`,
    '/api/request-access': () => `?apiId=${world.acme.apiId}&orgId=${world.acme.organizationId}`,
  };
  let issueId: string;
  beforeAll(async () => {
    const form = new FormData();
    form.set('title', 'The gallery is empty');
    form.set('description', 'Since this morning');
    const { body } = await world.ask(world.acme.members.user, 'POST', '/api/user/reportIssue', { body: form });
    const { issueId: id, position } = body as { issueId: number; position: string };
    await world.shown(position);
    issueId = String(id);
  });

  const targetOf = (path: string) =>
    path
      .replace('/issues/{id}', `/issues/${issueId}`)
      .replace('/operations/{id}', `/operations/${world.acme.failed.operationId}`)
      .replace('/deployment/{id}', `/deployment/${world.acme.deployed.deploymentId}`)
      .replace('{orgId}', String(world.acme.organizationId))
      .replace('{id}', String(world.acme.apiId)) + (queries[path]?.() ?? '');

  // This world's gateway is away: what it answers is held to its schema in deployment-preview.test.ts.
  const asksGateway = ['/api/swaggers/deployment/{id}/kong-config'];
  const documented = routes.filter(
    ({ method, response, path }) => method === 'get' && response && !asksGateway.includes(path),
  );

  it('would be noticed', () => {
    const organizations = strictly('get', '/api/all-organizations');
    expect(organizations?.safeParse([{ id: 1, name: 'Acme', external: false }]).success).toBe(true);
    expect(organizations?.safeParse([{ id: 1, name: 'Acme', external: false, contact: 'x' }]).success).toBe(false);
    const operation = strictly('get', '/api/operations/{id}');
    expect(operation?.safeParse({ id: 'x' }).success).toBe(false);
  });

  it.each(documented.map(({ path }) => path))('GET %s', async (path) => {
    const schema = strictly('get', path);
    expect(schema).toBeDefined();
    for (const member of ['portal', 'owner', 'user', 'auditor'] as const) {
      const { status, body } = await world.ask(world.acme.members[member], 'GET', targetOf(path));
      if (status !== 200) expect([403, 404]).toContain(status);
      else expect(schema?.safeParse(body).error?.issues, member).toBeUndefined();
    }
    expect((await world.ask(world.acme.members.portal, 'GET', targetOf(path))).status).toBe(200);
  });

  it('commands too', async () => {
    const { portal, support } = world.acme.members;
    const { deployed, failed, consumer, apiId, organizationId } = world.acme;
    const sent: [string, string, string, unknown][] = [
      [
        'post',
        '/api/kong/add-consumer',
        '',
        { deploymentId: deployed.deploymentId, apiModelId: apiId, organizationId },
      ],
      ['post', '/api/record-consumer', '', { consumerId: consumer.consumerId }],
      ['post', '/api/operations/{id}/replay', `/api/operations/${failed.operationId}/replay`, { reason: 'because' }],
      ['delete', '/api/consumer/{id}', `/api/consumer/${consumer.consumerId}`, undefined],
      ['delete', '/api/swaggers/deployment/{id}', `/api/swaggers/deployment/${deployed.deploymentId}`, undefined],
    ];
    for (const [method, path, target, json] of sent) {
      const who = path.includes('replay') ? support : portal;
      const { status, body } = await world.ask(who, method.toUpperCase(), target || path, { json });
      expect(status, path).toBe(200);
      expect(strictly(method, path)?.safeParse(body).error?.issues, path).toBeUndefined();
    }
  });
});
