import { afterAll, beforeAll, expect, it } from 'vitest';
import { newName, noId, noOperation } from '#test/examples/route-examples.ts';
import { type Ask, type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { deployForm } from '../deployment/examples.ts';

type People = BffWorld['acme']['members'];

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world?.close());

const refusal = async (name: keyof People, method: string, target: string, json?: Ask['json'], side = world.acme) => {
  const { status, body } = await world.ask(side.members[name], method, target, json === undefined ? {} : { json });
  return { status, code: body.code, why: body.why };
};

it('a field that is not one’s own has its question', async () => {
  const { apiId, applicationId, consumer } = world.acme;
  const deploy = (changes = {}) =>
    ['POST', '/api/swagger/deploy', deployForm(apiId, world.publicGatewayId, changes)] as const;
  const change = (settings: object) =>
    ['PUT', `/api/consumer/${consumer.consumerId}`, { nickname: '', ...settings }] as const;
  const responseTransformer = { enabled: true, removeHeaders: ['Server'] };
  expect([
    await refusal('owner', ...deploy()),
    await refusal('owningAdmin', ...deploy({ responseTransformer })),
    await refusal('admin', ...change({ enabledRateLimit: true, rateLimitPerHour: 20 })),
    await refusal('admin', ...change({ enableRequestTransformer: true, removeHeaders: 'x-one' })),
    await refusal('owner', 'POST', '/api/application/edit-application', {
      ...{ id: applicationId, name: newName(), description: 'Sells', external: false, contact: '', owners: '' },
      organizationId: world.partner.organizationId,
    }),
  ]).toEqual(
    [
      ['deployment.environment-not-yours', { action: 'deployment.choose-environment', apiId }],
      ['deployment.response-transformer-not-yours', { action: 'deployment.transform-response', apiId }],
      ['consumer.limit-not-yours', { action: 'consumer.limit', apiId }],
      ['consumer.transform-not-yours', { action: 'consumer.transform', apiId }],
      ['application.organization-fixed', { action: 'application.move', applicationId }],
    ].map(([code, why]) => ({ status: 400, code, why })),
  );
});

it('what is missing has the row that would find it, not that of its list', async () => {
  const { partner, acme } = world;
  const found = await refusal('user', 'GET', `/api/applications?orgId=${acme.organizationId}`, undefined, partner);
  expect(found.why).toEqual({ action: 'application.read' });
  const file = await refusal(
    'user',
    'GET',
    `/api/applications/download?orgId=${acme.organizationId}`,
    undefined,
    partner,
  );
  expect(file.why).toEqual({ action: 'application.read' });
  expect((await refusal('user', 'GET', `/api/codegen/${noOperation}/file`)).why).toEqual({ action: 'code.download' });
  for (const part of ['', '/download'])
    expect((await refusal('user', 'GET', `/api/api-history/${noId}${part}`)).why).toEqual({
      action: 'history.list-all',
    });
});

it('neither a state nor a missing explanation has a question', async () => {
  expect(await refusal('owningAdmin', 'POST', '/api/swagger/deploy', deployForm(noId, world.publicGatewayId))).toEqual({
    status: 404,
    code: 'deployment.api-gone',
    why: undefined,
  });
  const ask = `/api/why-not?action=api.publish&personId=${world.partner.members.user.userId}`;
  expect(await refusal('user', 'GET', ask)).toEqual({ status: 404, code: 'not-found', why: undefined });
});

it('names no organization that the reader could not ask about', async () => {
  const { acme, partner, seed } = world;
  const { apiId, deployed } = partner;
  const unrelated = await seed.organization('Unrelated to Partner', true);
  await seed.consumer(deployed.deploymentId, apiId, acme.organizationId);
  await world.allShown();
  const add = async (organizationId: number) => {
    const json = { deploymentId: deployed.deploymentId, apiModelId: apiId, organizationId };
    return await refusal('admin', 'POST', '/api/kong/add-consumer', json, partner);
  };
  const why = { action: 'consumer.add', apiId };
  expect(await add(unrelated)).toEqual({ status: 403, code: 'forbidden', why });
  expect((await add(acme.organizationId)).why).toEqual({ ...why, organizationId: acme.organizationId });
});
