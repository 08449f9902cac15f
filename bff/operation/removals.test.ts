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
type Shown = { id: number; removals: unknown; outage: unknown };
const shownDeployment = async (who: Parameters<BffWorld['ask']>[0]) => {
  const { body } = await world.ask(who, 'GET', `/api/api-detail/${world.partner.apiId}`);
  const { deployments } = body as { deployments: Shown[] };
  return deployments.find(({ id }) => id === world.partner.deployed.deploymentId);
};
const deployment = async (who: Parameters<BffWorld['ask']>[0]) => (await shownDeployment(who))?.removals;

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

it('says at a deployment since when its gateway does not respond, and how many operations wait for it', async () => {
  const outage = async (who: Parameters<BffWorld['ask']>[0]) => (await shownDeployment(who))?.outage;
  const { owner, user } = world.partner.members;
  const [away, other] = [world.publicGatewayId, world.acme.gatewayId].map((id) => `gateway-${id}`);
  await world.pool.query('delete from gateway_outages');
  await world.pool.query('insert into gateway_outages (resource) values ($1)', [other]);
  expect(await outage(owner)).toBeNull();
  await world.pool.query(`insert into gateway_outages (resource, since) values ($1, '2026-11-28T14:02:00Z')`, [away]);
  for (const resource of [away, away, away, other])
    await world.pool.query(
      `insert into waiting_operations (operation_id, resource, job, removal, requested_at)
       values (gen_random_uuid(), $1, '{}', false, now())`,
      [resource],
    );
  expect(await outage(owner)).toEqual({ since: '2026-11-28T14:02:00.000Z', waiting: 3 });
  expect(await outage(user)).toBeNull();
  await world.pool.query('delete from gateway_outages');
  expect(await outage(owner)).toBeNull();
});
