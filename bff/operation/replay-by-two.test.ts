import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalDecider } from '#domain/approval/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { randomId } from '#platform/uuid.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { type RegisteredGateway, startRegisteredGateway } from '#test/world/registered-gateway.ts';

let world: BffWorld;
let gateway: RegisteredGateway;
beforeAll(async () => {
  world = await startBffWorld();
  gateway = await startRegisteredGateway(world);
  await ask(world.acme.members.portal, 'POST', '/api/approval-rules', { environment: 'PROD', twoPeople: true });
});
afterAll(async () => {
  await gateway.close();
  await world.close();
});

const ask = async (who: Member, method: 'GET' | 'POST', target: string, json?: object) => {
  const { status, body } = await world.ask(who, method, target, json ? { json } : {});
  if (body.position) await world.shown(body.position);
  return { status, body: body as Readonly<Record<string, unknown>> };
};
const support = () => world.acme.members.support;
const failed = async (environment: 'PROD' | 'DEV', gatewayId = gateway.gatewayId) => {
  const made = await world.seed.deployment(world.acme.apiId, gatewayId, 'failed', { environment });
  await world.shown(made.position);
  return made;
};
const reason = 'The gateway is back';
const replay = (id: string, who = support()) => ask(who, 'POST', `/api/operations/${id}/replay`, { reason });
const replays = async (id: string) => (await loadState(world.services.store, operationDecider, id)).replay;

it('a replay is asked for where two people change, with its dry run, and both see the same', async () => {
  const { operationId } = await failed('PROD');
  const { status, body } = await replay(operationId);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.approvalId).toBeTypeOf('number');
  expect(await replays(operationId)).toBe(0);
  // Once, however often.
  expect((await replay(operationId, world.acme.members.portal)).body.approvalId).toBe(body.approvalId);

  const detail = async (who: Member) => (await ask(who, 'GET', `/api/approvals/${body.approvalId}`)).body;
  const seen = await detail(world.acme.members.portal);
  expect(seen).toMatchObject({ kind: 'replay', environment: 'PROD', operations: 1, reason, may: { decide: true } });
  const preview = await ask(world.acme.members.portal, 'GET', `/api/operations/${operationId}/replay-preview`);
  expect(seen.plan).toEqual(preview.body.plan);
  expect((seen.plan as { changes: unknown[] }).changes.length).toBeGreaterThan(2);
  // Support may not open the deployment.
  expect(await detail(support())).toMatchObject({ plan: null, may: { decide: false, withdraw: true } });
  const now = await ask(world.acme.members.portal, 'GET', `/api/approvals/${body.approvalId}/now`);
  expect(now.body).toMatchObject({ isSame: true });

  const approve = (who: Member) => ask(who, 'POST', `/api/approvals/${body.approvalId}/approve`, { hash: seen.hash });
  expect((await approve(support())).status).toBe(403);
  expect((await approve(world.acme.members.owner)).status).toBe(404);
  expect((await approve(world.acme.members.portal)).status).toBe(200);
  expect((await loadState(world.services.store, approvalDecider, Number(body.approvalId))).status).toBe('approved');
});

it('it can only be denied when the operation was replayed meanwhile', async () => {
  const { operationId } = await failed('PROD');
  const { approvalId } = (await replay(operationId)).body;
  await world.shown(
    await world.seed.send(operationDecider, operationId, {
      type: 'ReplayOperation',
      data: { reason: 'before the rule' },
    }),
  );
  const now = await ask(world.acme.members.portal, 'GET', `/api/approvals/${approvalId}/now`);
  expect(now.body).toMatchObject({ isSame: false });
});

it('a removal is replayed at once, and so is what stands elsewhere', async () => {
  const { deploymentId, operationId: before } = await failed('PROD');
  const operationId = randomId();
  await world.seed.send(deploymentDecider, deploymentId, { type: 'RequestUndeployment', data: { operationId } });
  await world.seed.send(operationDecider, operationId, { type: 'StartOperation', data: { worker: 'test' } });
  await world.shown(
    await world.seed.send(operationDecider, operationId, {
      type: 'DelayOperation',
      data: { attempt: 1, class: 'away', problem: { code: 'gateway.unreachable' } },
    }),
  );
  expect((await replay(operationId)).body).toMatchObject({ operationId });
  expect(await replays(operationId)).toBe(1);
  const elsewhere = await failed('DEV');
  expect((await replay(elsewhere.operationId)).body.approvalId).toBeUndefined();
  expect(await replays(elsewhere.operationId)).toBe(1);
  // A newer request took its place: there is nothing to see, and a replay would do nothing.
  expect((await replay(before)).body.approvalId).toBeTypeOf('number');
});

it('many are one request for each environment that two people change; the others go on', async () => {
  const [one, other, elsewhere] = [await failed('PROD'), await failed('PROD'), await failed('DEV')];
  const away = await failed('PROD', world.publicGatewayId);
  const operationIds = [one, other, elsewhere, away].map(({ operationId }) => operationId);
  const { status, body } = await ask(support(), 'POST', '/api/desk/replays', { operationIds, reason });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    decided: [elsewhere.operationId],
    refused: [{ id: away.operationId }],
    asked: [{ environment: 'PROD', operationIds: [one.operationId, other.operationId] }],
  });
  const [asked] = body.asked as { approvalId: number }[];
  const seen = (await ask(world.acme.members.portal, 'GET', `/api/approvals/${asked?.approvalId}`)).body;
  expect(seen).toMatchObject({ operations: 2, operationId: null });
  for (const id of operationIds.slice(0, 2)) expect(await replays(id)).toBe(0);
});
