import { afterAll, beforeAll, expect, it } from 'vitest';
import { pluginsOfDeployments } from '#domain/deployment/needed-plugins.ts';
import type { ResourceOption } from '#domain/resource/option.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { endLook } from '#workers/gateway/mirror/store-mirror.ts';

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
