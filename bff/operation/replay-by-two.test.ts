import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalDecider } from '#domain/approval/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { gatewayObjectDecider } from '#domain/gateway-object/decider.ts';
import { objectStreamId } from '#domain/gateway-object/object-id.ts';
import type { InboxPage } from '#domain/inbox/schema.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { randomId } from '#platform/uuid.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { type RegisteredGateway, startRegisteredGateway } from '#test/world/registered-gateway.ts';
import { newId } from '../http/new-id.ts';

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

  const waits = async (who: Member) => {
    const { waiting } = (await ask(who, 'GET', '/api/inbox')).body as unknown as InboxPage;
    return waiting.some(({ id }) => id === `approval-${body.approvalId}`);
  };
  expect([await waits(world.acme.members.portal), await waits(support())]).toEqual([true, false]);

  const approve = (who: Member) => ask(who, 'POST', `/api/approvals/${body.approvalId}/approve`, { hash: seen.hash });
  expect((await approve(support())).status).toBe(403);
  expect((await approve(world.acme.members.owner)).status).toBe(404);
  expect((await approve(world.acme.members.portal)).status).toBe(200);
  expect((await loadState(world.services.store, approvalDecider, Number(body.approvalId))).status).toBe('approved');
  expect(await waits(world.acme.members.portal)).toBe(false);
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

it('of what nothing binds, no changes are stored or shown: they may be others by then', async () => {
  const { deploymentId } = await world.seed.deployment(world.acme.apiId, gateway.gatewayId, 'deployed', {
    environment: 'PROD',
  });
  const { acme } = world;
  const { operationId, position } = await world.seed.consumer(deploymentId, acme.apiId, acme.organizationId, 'failed');
  await world.shown(position);
  const preview = await ask(acme.members.portal, 'GET', `/api/operations/${operationId}/replay-preview`);
  expect(preview.body).toMatchObject({ outcome: 'changes', plan: { changes: [{}, {}, {}, {}] } });
  const { approvalId } = (await replay(operationId)).body;
  expect(approvalId).toBeTypeOf('number');
  const { body } = await ask(acme.members.portal, 'GET', `/api/approvals/${approvalId}`);
  expect(body.plan).toEqual({ changes: [], more: 0 });
  const now = await ask(acme.members.portal, 'GET', `/api/approvals/${approvalId}/now`);
  expect(now.body).toEqual({ isSame: true, plan: { changes: [], more: 0 } });
});

it('what is set at an object of the gateway is for those who may read it', async () => {
  const { seed, acme } = world;
  const objectId = randomId();
  const operationId = randomId();
  const data = {
    ...({ operationId, gatewayId: gateway.gatewayId, kind: 'service', objectId, name: 'theirs', seen: null } as const),
    fields: { name: 'theirs', host: 'private.example' },
    changes: [{ field: 'host', before: null, after: 'private.example' }],
  };
  await world.shown(
    await seed.send(gatewayObjectDecider, objectStreamId(gateway.gatewayId, objectId), { type: 'SaveObject', data }),
  );
  const preview = async (who: Member) => (await ask(who, 'GET', `/api/operations/${operationId}/replay-preview`)).body;
  expect(await preview(acme.members.portal)).toMatchObject({ outcome: 'changes', plan: null });
  const both = await seed.user(acme.organizationId, 'both', ['ROLE_PORTAL_ADMIN', 'ROLE_KONG_ADMIN']);
  await world.allShown();
  await world.signIn(both);
  expect(await preview(both)).toMatchObject({ outcome: 'changes', plan: { changes: [{ object: 'service' }] } });
});

describe('before many are approved', () => {
  const now = (approvalId: unknown) => ask(world.acme.members.portal, 'GET', `/api/approvals/${approvalId}/now`);
  const askForMany = async (...operationIds: string[]) => {
    const { body } = await ask(support(), 'POST', '/api/desk/replays', { operationIds, reason });
    return (body.asked as { approvalId: number }[])[0]?.approvalId;
  };

  it('those that have moved are left out; when all have, there is nothing to approve', async () => {
    const [ended, replaced, left] = [await failed('PROD'), await failed('PROD'), await failed('PROD')];
    const asked = await askForMany(ended.operationId, replaced.operationId, left.operationId);
    expect((await now(asked)).body).toMatchObject({ isSame: true });
    const { deploymentId, config } = replaced;
    const data = { deploymentId, operationId: randomId(), apiId: world.acme.apiId, config };
    await world.shown(await world.seed.send(deploymentDecider, deploymentId, { type: 'RequestDeployment', data }));
    await world.seed.send(operationDecider, ended.operationId, { type: 'ReplayOperation', data: { reason } });
    // It runs, but as a replay that nobody asked for here.
    expect((await now(asked)).body).toMatchObject({ isSame: true });
    await world.seed.send(operationDecider, left.operationId, { type: 'ReplayOperation', data: { reason } });
    expect((await now(asked)).body).toMatchObject({ isSame: false });
  });

  it('each that is left has to make the difference that was asked for', async () => {
    const [one, other] = [await failed('PROD'), await failed('PROD')];
    const asked = await askForMany(one.operationId, other.operationId);
    // Somebody makes its service by hand.
    const service = { kind: 'service', id: randomId(), label: 'by hand' } as const;
    await gateway.client.put(service, { name: other.config.name, host: 'by-hand.example' });
    expect((await now(asked)).body).toMatchObject({ isSame: false });
  });

  it('an attempt that happens to run is not compared, and a gateway that is away says so', async () => {
    const running = await world.seed.deployment(world.acme.apiId, gateway.gatewayId, 'deploying', {
      environment: 'PROD',
    });
    await world.shown(running.position);
    const waits = { attempt: 1, class: 'away', problem: { code: 'gateway.unreachable' } } as const;
    const start = () =>
      world.seed.send(operationDecider, running.operationId, { type: 'StartOperation', data: { worker: 'test' } });
    await start();
    await world.shown(
      await world.seed.send(operationDecider, running.operationId, { type: 'DelayOperation', data: waits }),
    );
    const { approvalId } = (await replay(running.operationId)).body;
    await start();
    expect((await now(approvalId)).body).toMatchObject({ isSame: true });

    const away = await failed('PROD', world.publicGatewayId);
    const id = await newId(world.services.pool, 'approval');
    const operations = [{ operationId: away.operationId, replay: 0, hash: 'as asked' }];
    const change = { kind: 'replay', environment: 'PROD', reason, operations } as const;
    const data = {
      ...{ approvalId: id, requestedBy: support().userId, hash: 'of all', plan: { changes: [], more: 0 }, change },
      expiresAt: new Date(world.services.now().getTime() + 3_600_000).toISOString(),
    };
    await world.shown(await world.seed.send(approvalDecider, id, { type: 'RequestApproval', data }));
    expect(await now(id)).toMatchObject({ status: 503, body: { code: 'gateway.unreachable' } });
  });
});

it('another support person who asks for the same may open the request, and not decide about it', async () => {
  const colleague = await world.seed.user(world.acme.organizationId, 'colleague', ['ROLE_SUPPORT']);
  await world.signIn(colleague);
  const { operationId } = await failed('PROD');
  const { approvalId } = (await replay(operationId)).body;
  expect((await replay(operationId, colleague)).body.approvalId).toBe(approvalId);
  const seen = (await ask(colleague, 'GET', `/api/approvals/${approvalId}`)).body;
  expect(seen).toMatchObject({ kind: 'replay', plan: null, approver: null, may: { decide: false, withdraw: false } });
  const listed = (await ask(colleague, 'GET', '/api/approvals')).body.approvals as { id: number; kind: string }[];
  expect(listed.map(({ id }) => id)).toContain(approvalId);
  expect(new Set(listed.map(({ kind }) => kind))).toEqual(new Set(['replay']));
  const decide = (how: string) => ask(colleague, 'POST', `/api/approvals/${approvalId}/${how}`, { hash: seen.hash });
  expect((await decide('approve')).status).toBe(403);
  expect((await ask(colleague, 'POST', `/api/approvals/${approvalId}/withdraw`)).status).toBe(403);
});
