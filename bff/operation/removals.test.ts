import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
const operationId = randomUUID();
/** Makes a key whose removal waits for a gateway that does not respond. */
beforeAll(async () => {
  world = await startBffWorld();
  const { consumerId } = world.partner.consumer;
  await world.seed.send(
    consumerDecider,
    consumerId,
    { type: 'RequestRemoval', data: { operationId } },
    world.partner.organizationId,
  );
  await world.seed.send(operationDecider, operationId, { type: 'StartOperation', data: { worker: 'test' } });
  await world.shown(
    await world.seed.send(operationDecider, operationId, {
      type: 'DelayOperation',
      data: { attempt: 1, class: 'away', problem: { code: 'gateway.unreachable' } },
    }),
  );
});
afterAll(() => world.close());

const requested = (ago: string) =>
  world.pool.query(`update operations set requested_at = now() - $2::interval where id = $1`, [operationId, ago]);
const list = async () => (await world.ask(world.acme.members.support, 'GET', '/api/operations?kind=deploy')).body;
const one = async (who: Parameters<BffWorld['ask']>[0]) =>
  (await world.ask(who, 'GET', `/api/operations/${operationId}`)).body;
const deployment = async (who: Parameters<BffWorld['ask']>[0]) => {
  const { body } = await world.ask(who, 'GET', `/api/api-detail/${world.partner.apiId}`);
  const { deployments } = body as { deployments: { id: number; removals: unknown }[] };
  return deployments.find(({ id }) => id === world.partner.deployed.deploymentId)?.removals;
};

it('a removal that has just begun is not reported', async () => {
  expect((await list()).removals).toBeNull();
  expect(await deployment(world.partner.members.owner)).toBeNull();
});

it('an overdue removal is counted above the operations and at its deployment, and becomes an alarm', async () => {
  await requested('1 minute');
  expect((await list()).removals).toMatchObject({ counts: [{ kind: 'remove-consumer', count: 1 }], overdue: false });
  expect(await deployment(world.partner.members.owner)).toMatchObject({ keys: 1, since: expect.any(String) });
  expect(await deployment(world.partner.members.user)).toBeNull();
  expect(await one(world.acme.members.support)).toMatchObject({ overdue: false });
  await requested('6 minutes');
  expect((await list()).removals).toMatchObject({ counts: [{ kind: 'remove-consumer', count: 1 }], overdue: true });
  expect(await one(world.acme.members.support)).toMatchObject({ overdue: true });
});

it('shows the gateway that it waits for to people who may see gateways', async () => {
  const waitsFor = { gateway: 'Public gateway', since: expect.any(String) };
  expect(await one(world.acme.members.support)).toMatchObject({ state: 'waiting', failureClass: 'away', waitsFor });
  expect(await one(world.partner.members.owner)).toMatchObject({ waitsFor });
  expect(await one(world.partner.members.user)).toMatchObject({ waitsFor: { ...waitsFor, gateway: null } });
});
