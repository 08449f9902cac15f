import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ConsumerGroup } from '#domain/consumer/schema.ts';
import { pluginsOfDeployments } from '#domain/deployment/needed-plugins.ts';
import type { ResourceOption } from '#domain/resource/option.ts';
import { mirroredObject } from '#gateway/mirror/mirrored-object.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { endLook, storeObjects } from '#workers/gateway/mirror/store-mirror.ts';

let world: BffWorld;
const lacking = ['bot-detection', 'cors'];
beforeAll(async () => {
  world = await startBffWorld();
  const plugins = pluginsOfDeployments.map(({ plugin }) => plugin).filter((plugin) => !lacking.includes(plugin));
  const abilities = { version: '3.4.2', router: 'traditional', plugins: [...new Set(plugins), 'zipkin'] };
  await endLook(world.pool, world.publicGatewayId, [], new Date(), abilities);
});
afterAll(() => world.close());

const admin = () => world.acme.members.owningAdmin;
const deploy = (path: string, changes: object) =>
  world.ask(admin(), 'POST', path, {
    json: {
      id: world.acme.apiId,
      name: 'Able',
      env: 'UAT',
      auth: 'apikey',
      contextPath: 'able',
      upstreamUrl: 'https://able.upstream.example',
      kongServer: world.publicGatewayId,
      oAuth2Config: { tokenExpiration: 60 },
      rateLimit: { enabled: false, ratePerMinute: 60 },
      ...changes,
    },
  });
const optionOf = async (id: number) => {
  const { body } = await world.ask(admin(), 'GET', '/api/resources?type=KONG');
  return (body as unknown as readonly ResourceOption[]).find((option) => option.id === id);
};

it('tells what each gateway is and what it lacks, before anything is asked of it', async () => {
  expect((await optionOf(world.publicGatewayId))?.abilities).toEqual({
    version: '3.4.2',
    router: 'traditional',
    lacks: lacking,
    isReadOnly: false,
  });
  expect((await optionOf(world.acme.gatewayId))?.abilities).toBeNull();
});

it('stays known when a later look is not told it', async () => {
  await endLook(world.pool, world.publicGatewayId, [], new Date());
  expect((await optionOf(world.publicGatewayId))?.abilities).toMatchObject({ version: '3.4.2', lacks: lacking });
});

it.each(['/api/swagger/deploy', '/api/swagger/deploy/preview'])(
  'refuses at %s what the gateway can not do, at its field',
  async (path) => {
    const { status, body } = await deploy(path, { botDetection: { enabled: true } });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'deployment.gateway-lacks-plugin' });
    expect(body.errors).toEqual([
      expect.objectContaining({
        field: 'botDetection.enabled',
        message: expect.stringContaining('it has no plugin bot-detection'),
      }),
    ]);
  },
);

it('takes what the gateway can do', async () => {
  expect((await deploy('/api/swagger/deploy', { ipRestriction: { enabled: true, ips: ['10.0.0.1'] } })).status).toBe(
    200,
  );
});

describe('a gateway without a database', () => {
  const service = { id: randomUUID(), name: 'theirs', host: 'theirs.example', created_at: 1 };
  const note = async (hasDatabase: boolean) => {
    const abilities = { version: '3.9.1', router: 'traditional', plugins: [], hasDatabase };
    await endLook(world.pool, world.publicGatewayId, [], new Date(), abilities);
  };
  beforeAll(async () => {
    const found = mirroredObject(world.services.names, 'service', service);
    await storeObjects(world.pool, world.publicGatewayId, found ? [found] : []);
    await note(false);
  });
  afterAll(() => note(true));

  it('is known as read-only wherever it can be chosen or looked at', async () => {
    expect((await optionOf(world.publicGatewayId))?.abilities).toMatchObject({ isReadOnly: true });
    const { gateway } = world.acme.members;
    const { body: all } = await world.ask(gateway, 'GET', '/api/kong/gateways');
    expect(all).toContainEqual(expect.objectContaining({ id: world.publicGatewayId, isReadOnly: true }));
    const { body } = await world.ask(gateway, 'GET', `/api/kong/service/${service.id}`);
    expect(body).toMatchObject({ isReadOnly: true, body: { host: 'theirs.example' } });
  });

  it('is known at the deployments and keys that stand there', async () => {
    const { apiId, deployed } = world.acme;
    const isReadOnly = async () => {
      const { body: api } = await world.ask(admin(), 'GET', `/api/api-detail/${apiId}`);
      const { body: keys } = await world.ask(admin(), 'GET', `/api/consumers?apiId=${apiId}`);
      const deployment = (api as unknown as ApiDetail).deployments.find(({ id }) => id === deployed.deploymentId);
      return [
        deployment?.isReadOnly,
        ...(keys as unknown as readonly ConsumerGroup[]).flatMap((group) =>
          group.deployments.map((key) => key.isReadOnly),
        ),
      ];
    };
    expect(await isReadOnly()).toEqual([true, true]);
    await note(true);
    expect(await isReadOnly()).toEqual([false, false]);
    await note(false);
  });

  it('is refused at its field by the deploy form and its preview', async () => {
    for (const path of ['/api/swagger/deploy', '/api/swagger/deploy/preview'])
      expect((await deploy(path, {})).body, path).toMatchObject({
        errors: [{ field: 'kongServer', code: 'gateway.read-only', message: expect.stringContaining('read-only') }],
      });
  });

  it('is refused by every other change there, with the same sentence and no operation', async () => {
    const before = await world.countEvents();
    const { acme, publicGatewayId: gatewayId } = world;
    const { deploymentId } = acme.deployed;
    const { consumerId } = acme.consumer;
    const form = { gatewayId, name: 'new' };
    const key = { deploymentId, apiModelId: acme.apiId, organizationId: acme.organizationId, nickname: 'new' };
    const upstreamId = randomUUID();
    const calls = [
      ['POST', '/api/kong/service', { ...form, url: 'https://new.example' }],
      ['POST', '/api/kong/routes', { ...form, contextPath: '/new', serviceId: service.id }],
      ['POST', '/api/kong/plugin', { ...form, name: 'cors', config: {} }],
      ['POST', '/api/kong/upstream', { ...form, settings: {} }],
      ['POST', '/api/kong/target', { gatewayId, upstreamId, target: 'new.example:80', weight: 1 }],
      ['DELETE', `/api/kong/service/${service.id}?gatewayId=${gatewayId}`],
      ['DELETE', `/api/swaggers/deployment/${deploymentId}`],
      ['POST', '/api/kong/add-consumer', key],
      ['DELETE', `/api/consumer/${consumerId}`],
      ['PUT', `/api/consumer/${consumerId}`, { nickname: 'other' }],
      ['POST', `/api/consumer/${consumerId}/rotation`, { overlapMinutes: 60 }],
    ] as const;
    for (const [method, path, json] of calls) {
      const member = path.startsWith('/api/kong/') && !path.includes('consumer') ? acme.members.gateway : admin();
      const { status, body } = await world.ask(member, method, path, json ? { json } : {});
      expect({ status, code: body.code, detail: body.detail }, `${method} ${path}`).toEqual({
        status: 409,
        code: 'gateway.read-only',
        detail: expect.stringContaining('read-only because it has no database'),
      });
    }
    expect(await world.countEvents()).toBe(before);
  });
});
