import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newGrant, newOffer } from '../access/examples.ts';

const limit = 3;
let world: BffWorld;
/** A deployment of Acme's that Partner has access to. */
let offer: { apiId: number; deploymentId: number };

beforeAll(async () => {
  world = await startBffWorld({ env: { KEYS_PER_ORGANIZATION: String(limit) } });
});
afterAll(() => world.close());

const newDeployment = async () => {
  const apiId = await newOffer(world, world.partner);
  const made = await world.seed.deployment(apiId, world.publicGatewayId);
  await world.shown(made.position);
  await newGrant(world, world.partner, apiId);
  offer = { apiId, deploymentId: made.deploymentId };
};
const add = () =>
  world.ask(world.partner.members.user, 'POST', '/api/kong/add-consumer', {
    json: {
      deploymentId: offer.deploymentId,
      apiModelId: offer.apiId,
      organizationId: world.partner.organizationId,
    },
  });
const confirm = async ({ entityId, operationId }: Readonly<Record<string, unknown>>) =>
  await world.shown(
    await world.seed.send(consumerDecider, Number(entityId), {
      type: 'ConfirmConsumer',
      data: { operationId: String(operationId) },
    }),
  );
const group = async () => {
  const { body } = await world.ask(world.partner.members.user, 'GET', `/api/consumers?apiId=${offer.apiId}`);
  return (body as unknown as { deployments: unknown[] }[])[0];
};

describe('the keys of an organization on a deployment', () => {
  it('are limited in number by a setting, also when many are added at once', async () => {
    await newDeployment();
    const responses = await Promise.all(Array.from({ length: limit + 3 }, add));
    const added = responses.filter(({ status }) => status === 200);
    for (const { body } of added) await world.shown(body.position);
    expect((await group())?.deployments).toHaveLength(limit);
    expect(added).toHaveLength(limit);
    expect(await add()).toMatchObject({
      status: 409,
      body: {
        code: 'consumer.too-many-keys',
        detail: expect.stringContaining(`has ${limit} keys`),
        errors: [{ field: 'deploymentId', code: 'consumer.too-many-keys' }],
      },
    });
  });

  it('are counted without deleted keys and second credentials of a rotation', async () => {
    await newDeployment();
    const [first] = await Promise.all([add(), add(), add()]);
    await confirm(first.body);
    const rotated = await world.ask(
      world.partner.members.admin,
      'POST',
      `/api/consumer/${first.body.entityId}/rotation`,
      { json: { overlapMinutes: 60 } },
    );
    expect(rotated.status).toBe(200);
    expect((await add()).status).toBe(409);
    const removed = await world.ask(world.partner.members.admin, 'DELETE', `/api/consumer/${first.body.entityId}`);
    await world.shown(removed.body.position);
    expect((await add()).status).toBe(200);
    expect((await add()).status).toBe(409);
  });

  it('are shown with the highest number that is allowed', async () => {
    await newDeployment();
    await world.shown((await add()).body.position);
    expect(await group()).toMatchObject({ keyLimit: limit });
  });
});
