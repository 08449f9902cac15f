import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { specText } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

type Form = Record<string, unknown>;

const deploy = (changes: Form, who = world.acme.members.owningAdmin) =>
  world.ask(who, 'POST', '/api/swagger/deploy', {
    json: {
      id: world.acme.apiId,
      name: 'Guarded',
      env: 'TEST',
      auth: 'apikey',
      contextPath: 'guarded',
      upstreamUrl: 'http://10.7.7.7/orders',
      kongServer: world.publicGatewayId,
      oAuth2Config: { tokenExpiration: 86_400 },
      rateLimit: { enabled: false, ratePerMinute: 60 },
      ...changes,
    },
  });

/** Publishes an API with this description for Acme's application. Returns its id. */
const publish = async (text: string): Promise<number> => {
  const form = new FormData();
  form.set('bizappId', String(world.acme.applicationId));
  form.set('jsonFile', new File([text], 'api.json', { type: 'application/json' }));
  const { body } = await world.ask(world.acme.members.owner, 'POST', '/api/swagger/import', { body: form });
  await world.shown(body.position as string);
  return body.apiId as number;
};

describe('the rules for gateway calls', () => {
  it('allow keys in the query only if the form says so, and never without keys', async () => {
    const asked = async (changes: Form): Promise<unknown> => {
      const { status, body } = await deploy({ name: 'Queried', contextPath: 'queried', ...changes });
      expect(status).toBe(200);
      await world.shown(body.position as string);
      const path = `/api/swaggers/deployment/${body.entityId}`;
      const { body: form } = await world.ask(world.acme.members.owningAdmin, 'GET', path);
      return { deploymentId: body.entityId, keyInQuery: form.keyInQuery };
    };
    const { deploymentId } = (await asked({})) as { deploymentId: number };
    for (const [changes, keyInQuery] of [
      [{}, false],
      [{ keyInQuery: true }, true],
      [{ keyInQuery: true, auth: 'oauth2' }, false],
    ] as const)
      expect(await asked({ deploymentId, ...changes })).toEqual({ deploymentId, keyInQuery });
  });

  it.each([
    [{ ipRestriction: { enabled: true, ips: '' } }, 'ipRestriction.ips', 'Please input at least one IP address'],
    [
      { ipRestriction: { enabled: true, ips: '10.0.0.1; host' } },
      'ipRestriction.ips',
      'One of these is not an IP address or range',
    ],
    [
      { ipRestriction: { enabled: true, ips: Array.from({ length: 201 }, (_, n) => `10.0.${n}.1`) } },
      'ipRestriction.ips',
      'At most 200 addresses or ranges',
    ],
    [{ requestTransformer: { addHeaders: ['X-Shop'] } }, 'requestTransformer.addHeaders.0', 'Write name:value'],
    [{ requestTransformer: { renameQuerystring: ['q'] } }, 'requestTransformer.renameQuerystring.0', 'Write old:new'],
    [
      { requestTransformer: { removeBody: ['card:number'] } },
      'requestTransformer.removeBody.0',
      'Write a name alone, without a colon',
    ],
    [
      { requestTransformer: { addHeaders: ['X-Shop:$(os.exit())'] } },
      'requestTransformer.addHeaders.0',
      '$( is not allowed: the gateway would run the text after it as a program',
    ],
    [
      { requestTransformer: { addHeaders: ['Content-Length:1'] } },
      'requestTransformer.addHeaders.0',
      "The gateway sets this header itself: it can't be changed",
    ],
    [
      { requestTransformer: { addBody: Array.from({ length: 51 }, (_, n) => `a${n}:b`) } },
      'requestTransformer.addBody',
      'At most 50 entries',
    ],
  ] as [Form, string, string][])('refuse %j at its field', async (changes, field, message) => {
    const before = await world.countEvents();
    const response = await deploy(changes);
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([expect.objectContaining({ field, message })]);
    expect(await world.countEvents()).toBe(before);
  });

  it('let only portal administrators change responses', async () => {
    const responseTransformer = { enabled: true, removeHeaders: ['Server'] };
    expect(await deploy({ responseTransformer })).toMatchObject({
      status: 400,
      body: {
        errors: [{ field: 'responseTransformer', message: 'Only portal administrators set the response transformer' }],
      },
    });
    expect((await deploy({ responseTransformer }, world.acme.members.portal)).status).toBe(200);
  });
});

describe('path lockdown', () => {
  const form = { name: 'Locked', contextPath: 'locked', enablePathLockdown: true };

  it('needs a description with paths', async () => {
    const without = { ...JSON.parse(specText('Pathless', '1.0.0')), paths: {} };
    const id = await publish(JSON.stringify(without));
    const before = await world.countEvents();
    expect(await deploy({ ...form, id })).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            field: 'enablePathLockdown',
            message: "The API's description has no paths that a lockdown could allow",
          },
        ],
      },
    });
    expect(await world.countEvents()).toBe(before);
  });

  it('is refused, with the path, when the target does not lead to the servers of a path', async () => {
    const get = { responses: { 200: { description: 'Done' } } };
    const described = {
      ...JSON.parse(specText('Servers', '1.0.0')),
      servers: [{ url: 'https://api.example/v1' }],
      paths: { '/a': { get }, '/b': { get, servers: [{ url: 'https://api.example/v2' }] } },
    };
    const id = await publish(JSON.stringify(described));
    const before = await world.countEvents();
    const asked = { ...form, id, name: 'Servers', contextPath: 'servers' };
    expect(await deploy({ ...asked, upstreamUrl: 'http://10.7.7.7:8080/v1' })).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            field: 'upstreamUrl',
            code: 'deployment.target-misses-path',
            message:
              'The description has /b under /v2, where the path of this target does not lead. For a lockdown, write the target without its path: http://10.7.7.7:8080',
          },
        ],
      },
    });
    expect(await world.countEvents()).toBe(before);
    const response = await deploy({ ...asked, upstreamUrl: 'http://10.7.7.7:8080' });
    expect(response).toMatchObject({ status: 200 });
    const deployment = await loadState(world.services.store, deploymentDecider, Number(response.body.entityId));
    const lockdown = deployment.status === 'none' ? undefined : deployment.wanted.lockdown;
    expect(await loadOperations(world.pool, String(lockdown?.operations))).toEqual({
      basePath: '/v1',
      paths: [
        { path: '/a', methods: ['GET'] },
        { path: '/b', methods: ['GET'], basePath: '/v2' },
      ],
    });
  });

  it('leaves out a path that no call reaches, and keeps the others', async () => {
    const get = { responses: { 200: { description: 'Done' } } };
    const paths = Object.fromEntries(
      ['/nul\0', '/\ud800', '/%ff', '/../up', '/größe/{id}', '/日本', '/a b'].map((path) => [path, { get }]),
    );
    const id = await publish(JSON.stringify({ ...JSON.parse(specText('Odd', '1.0.0')), paths }));
    const response = await deploy({ ...form, id, name: 'Odd', contextPath: 'odd' });
    expect(response).toMatchObject({ status: 200 });
    const deployment = await loadState(world.services.store, deploymentDecider, Number(response.body.entityId));
    const lockdown = deployment.status === 'none' ? undefined : deployment.wanted.lockdown;
    const kept = await loadOperations(world.pool, String(lockdown?.operations));
    expect(kept.paths.map(({ path }) => path)).toEqual(['/\ufffd', '/größe/{id}', '/日本', '/a b']);
    const { body } = await world.ask(world.acme.members.owner, 'GET', `/api/swagger/${id}/calls`);
    expect(body).toMatchObject({
      example: { method: 'GET', path: '/%EF%BF%BD' },
      uncallable: { paths: ['/nul\0', '/%ff', '/../up'], total: 3 },
    });
  });

  it('accepts a very large description, with 1,200 paths', async () => {
    const operation = { responses: { 200: { description: 'Done' } } };
    const paths = Object.fromEntries(
      Array.from({ length: 1_200 }, (_, n) => [`/repos/{owner}/${n}/{name}`, { get: operation, delete: operation }]),
    );
    const id = await publish(JSON.stringify({ ...JSON.parse(specText('Platform', '1.0.0')), paths }));
    const response = await deploy({ ...form, id, name: 'Platform', contextPath: 'platform' });
    expect(response).toMatchObject({ status: 200 });
    await world.shown(response.body.position as string);
    const { body } = await world.ask(
      world.acme.members.owningAdmin,
      'GET',
      `/api/swaggers/deployment/${response.body.entityId}`,
    );
    expect(body).toMatchObject({ enablePathLockdown: true, protection: { lockedRevision: 1 } });
  });

  it('uses the paths of the named revision, even if another is uploaded meanwhile', async () => {
    const id = await publish(specText('Moving', '1.0.0'));
    const next = { ...JSON.parse(specText('Moving', '2.0.0')), paths: { '/moved': { get: { responses: {} } } } };
    const upload = async (): Promise<void> => {
      const form = new FormData();
      form.set('id', String(id));
      form.set('jsonFile', new File([JSON.stringify(next)], 'api.json'));
      const { body } = await world.ask(world.acme.members.owner, 'POST', '/api/swagger/import', { body: form });
      await world.shown(body.position);
    };
    let isUploaded = false;
    /** Uploads as soon as the command has read the description that it is checked against. */
    const meanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const isFirst = !isUploaded && result.rows.some((row) => row.admin_urls !== undefined);
        isUploaded ||= isFirst;
        if (isFirst) await upload();
        return result;
      },
    };
    const { db } = world.services;
    Object.assign(world.services, { db: db.withPlugin(meanwhile) });
    const response = await deploy({ ...form, id, name: 'Moving', contextPath: 'moving' });
    Object.assign(world.services, { db });
    expect(isUploaded).toBe(true);
    const deployment = await loadState(world.services.store, deploymentDecider, Number(response.body.entityId));
    const lockdown = deployment.status === 'none' ? undefined : deployment.wanted.lockdown;
    expect(lockdown).toMatchObject({ revision: 2 });
    expect(await loadOperations(world.pool, String(lockdown?.operations))).toMatchObject({
      paths: [{ path: '/moved' }],
    });
  });
});

it('shows callers of a deployment nothing of its target', async () => {
  const { acme, partner, publicGatewayId, seed } = world;
  const { deploymentId, position, config } = await seed.deployment(acme.apiId, publicGatewayId);
  await world.shown(position);
  const consumer = await seed.consumer(deploymentId, acme.apiId, partner.organizationId);
  await world.shown(consumer.position);
  const seenBy = async (who: typeof partner.members.user) =>
    ((await world.ask(who, 'GET', `/api/api-info/${acme.apiId}`)).body as unknown as { id: number }[]).find(
      ({ id }) => id === deploymentId,
    );
  expect(await seenBy(acme.members.owner)).toMatchObject({
    upstreamUrl: config.upstreamUrl,
    kongServer: { id: publicGatewayId },
  });
  const caller = await seenBy(partner.members.user);
  expect(caller).toMatchObject({ id: deploymentId, upstreamUrl: null, kongServer: null });
  expect(JSON.stringify(caller)).not.toContain(config.upstreamUrl);
});

it("shows an operation's plan only to people who may open the deployment", async () => {
  const { acme, partner, publicGatewayId, seed } = world;
  const { operationId } = await seed.deployment(acme.apiId, publicGatewayId, 'deploying', {}, acme.organizationId);
  const behind = 'orders.behind.example';
  const fields = [{ field: 'host', removed: [], added: [behind], more: 0 }];
  const plan = { changes: [{ action: 'add' as const, object: 'service', name: 'orders', fields }], more: 0 };
  await seed.send(operationDecider, operationId, { type: 'StartOperation', data: { worker: 'test' } });
  await world.shown(
    await seed.send(operationDecider, operationId, { type: 'PlanOperation', data: { attempt: 1, plan } }),
  );
  const read = (who: typeof acme.members.user) => world.ask(who, 'GET', `/api/operations/${operationId}`);
  for (const who of [acme.members.owner, partner.members.portal, partner.members.gateway])
    expect((await read(who)).body).toMatchObject({ id: operationId, plan });
  for (const who of [acme.members.user, partner.members.support]) {
    const response = await read(who);
    expect(response).toMatchObject({ status: 200, body: { id: operationId, state: 'started', plan: null } });
    expect(JSON.stringify(response.body)).not.toContain(behind);
  }
});
