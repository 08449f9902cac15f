import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalDecider } from '#domain/approval/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { newDeployment } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { type RegisteredGateway, startRegisteredGateway } from '#test/world/registered-gateway.ts';
import { deployForm } from '../deployment/examples.ts';
import { askingIn } from '../fixtures/asking.ts';
import { newId } from '../http/new-id.ts';

let world: BffWorld;
let gateway: RegisteredGateway;
beforeAll(async () => {
  world = await startBffWorld();
  gateway = await startRegisteredGateway(world);
});
afterAll(async () => {
  await gateway.close();
  await world.close();
});

const { ask } = askingIn(() => world);
const setRule = (environment: string, twoPeople: boolean, who = world.acme.members.portal) =>
  ask(who, 'POST', '/api/approval-rules', { environment, twoPeople });
const deploy = (who: Member, changes: Record<string, unknown> = {}) =>
  ask(who, 'POST', '/api/swagger/deploy', deployForm(world.acme.apiId, gateway.gatewayId, changes));
const detail = (who: Member, id: unknown) => ask(who, 'GET', `/api/approvals/${id}`);
const statusOf = async (id: unknown) => (await loadState(world.services.store, approvalDecider, Number(id))).status;

describe('a change in an environment that two people change', () => {
  it('is made at once while there is no rule, and asked for from the rule on', async () => {
    const { owningAdmin } = world.acme.members;
    expect((await deploy(owningAdmin)).body.approvalId).toBeUndefined();
    expect((await setRule('PROD', true)).status).toBe(200);
    expect((await ask(owningAdmin, 'GET', '/api/approval-rules')).body).toMatchObject({ twoPeople: ['PROD'] });
    expect((await deploy(owningAdmin, { env: 'TEST' })).body.approvalId).toBeUndefined();

    const { status, body } = await deploy(owningAdmin, { contextPath: 'asked-for', name: 'Asked for' });
    expect(status, JSON.stringify(body)).toBe(200);
    const deployment = await loadState(world.services.store, deploymentDecider, Number(body.entityId));
    expect(deployment.status).toBe('none');
    const seen = (await detail(owningAdmin, body.approvalId)).body;
    expect(seen).toMatchObject({
      ...{ state: 'waiting', environment: 'PROD', path: '/asked-for', isNew: true },
      may: { decide: false, withdraw: true },
    });
    // What the requester and whoever decides see is the same.
    const decider = (await detail(world.acme.members.owner, body.approvalId)).body;
    expect({ ...decider, may: seen.may, approver: null }).toEqual(seen);
    expect(decider.may).toEqual({ decide: true, withdraw: false });
    expect((seen.plan as { changes: unknown[] }).changes.length).toBeGreaterThan(2);
    expect((await ask(owningAdmin, 'GET', `/api/approvals/${body.approvalId}/now`)).body).toMatchObject({
      isSame: true,
    });
  });

  it('is approved by another person only, for the difference that was asked for', async () => {
    const { owningAdmin, owner, portal } = world.acme.members;
    const { body } = await deploy(owningAdmin);
    const { approvalId } = body;
    const { hash } = (await detail(owner, approvalId)).body;
    const approve = (who: Member, json: object) => ask(who, 'POST', `/api/approvals/${approvalId}/approve`, json);
    expect((await approve(owningAdmin, { hash })).body.code).toBe('approval.own-request');
    expect((await approve(owner, { hash: 'another' })).body.code).toBe('approval.other-plan');
    expect((await ask(world.acme.members.user, 'POST', `/api/approvals/${approvalId}/approve`, { hash })).status).toBe(
      403,
    );
    expect(
      (await ask(world.partner.members.owner, 'POST', `/api/approvals/${approvalId}/approve`, { hash })).status,
    ).toBe(404);
    const inbox = async (who: Member) =>
      ((await ask(who, 'GET', '/api/inbox?kind=approval')).body.waiting as { key: string }[]).map(({ key }) => key);
    expect(await inbox(owningAdmin)).not.toContain(String(approvalId));
    for (const who of [owner, portal]) expect(await inbox(who)).toContain(String(approvalId));
    expect((await approve(owner, { hash, note: 'As agreed' })).status).toBe(200);
    expect(await statusOf(approvalId)).toBe('approved');
    expect(await inbox(portal)).not.toContain(String(approvalId));
    expect((await approve(portal, { hash })).body.code).toBe('approval.decided-already');
    expect((await detail(owningAdmin, approvalId)).body).toMatchObject({ state: 'approved', note: 'As agreed' });
  });

  it('is asked for once: whoever asks for the same gets the request that waits', async () => {
    const { owningAdmin, owner } = world.acme.members;
    const form = { contextPath: 'asked-twice', name: 'Asked twice' };
    const [first, second] = await Promise.all([deploy(owningAdmin, form), deploy(owningAdmin, form)]);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const { entityId, operationId, approvalId } = first.body;
    expect(second).toMatchObject({ status: 200, body: { entityId, operationId, approvalId } });
    expect((await deploy(world.acme.members.portal, form)).body.approvalId).toBe(approvalId);
    expect((await deploy(owningAdmin, { ...form, contextPath: 'asked-other' })).body.approvalId).not.toBe(approvalId);
    await ask(owner, 'POST', `/api/approvals/${approvalId}/deny`, {});
    expect((await deploy(owningAdmin, form)).body.approvalId).not.toBe(approvalId);
  });

  it('is refused at once for what the change itself would be refused for', async () => {
    const { owningAdmin } = world.acme.members;
    expect((await deploy(owningAdmin, { kongServer: 1_999_999 })).body.code).toBe('deployment.gateway-unknown');
    const away = await deploy(owningAdmin, { kongServer: world.publicGatewayId });
    expect(away.status).toBe(503);
  });

  it('is not approved when the form was changed meanwhile; a removal never waits', async () => {
    const { owningAdmin, owner } = world.acme.members;
    const { deploymentId, config } = await newDeployment(world, world.acme);
    expect(config.environment).not.toBe('PROD');
    await setRule(config.environment, true);
    const removed = await ask(owningAdmin, 'DELETE', `/api/swaggers/deployment/${deploymentId}`);
    expect(removed).toMatchObject({ status: 200 });
    expect(removed.body.approvalId).toBeUndefined();

    const { body } = await deploy(owningAdmin);
    const { hash } = (await detail(owner, body.approvalId)).body;
    const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
    const data = { deploymentId: Number(body.entityId), operationId, apiId: world.acme.apiId, config };
    await world.shown(
      await world.seed.send(deploymentDecider, Number(body.entityId), { type: 'RequestDeployment', data }),
    );
    const late = await ask(owner, 'POST', `/api/approvals/${body.approvalId}/approve`, { hash });
    expect(late.body.code).toBe('approval.form-changed');
  });

  it('is refused while an operation of the deployment runs', async () => {
    const { deploymentId, config } = await newDeployment(world, world.acme);
    await setRule(config.environment, true);
    const data = { deploymentId, operationId: '1b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', apiId: world.acme.apiId, config };
    await world.shown(await world.seed.send(deploymentDecider, deploymentId, { type: 'RequestDeployment', data }));
    const { name, contextPath, environment: env, gatewayId: kongServer } = config;
    const asked = await deploy(world.acme.members.portal, { deploymentId, name, contextPath, env, kongServer });
    expect(asked.body.code).toBe('approval.running');
  });

  it('is seen and withdrawn by whoever asked, also when they maintain the API no longer', async () => {
    const { acme, services, seed } = world;
    const former = await seed.user(acme.organizationId, 'former', []);
    await world.signIn(former);
    const { approvalId } = (await deploy(acme.members.owningAdmin, { name: 'Left', contextPath: 'left' })).body;
    const asked = await loadState(services.store, approvalDecider, Number(approvalId));
    if (asked.status === 'none') throw new Error('it was asked for');
    const { status: _status, approvedBy: _approvedBy, ...data } = asked;
    const ownId = await newId(services.pool, 'approval');
    const own = { ...data, approvalId: ownId, requestedBy: former.userId };
    await world.shown(await seed.send(approvalDecider, ownId, { type: 'RequestApproval', data: own }));
    expect((await detail(former, ownId)).body).toMatchObject({
      may: { decide: false, withdraw: true },
      approver: null,
    });
    expect((await detail(former, approvalId)).status).toBe(404);
    const { approvals } = (await ask(former, 'GET', '/api/approvals')).body as { approvals: { id: number }[] };
    expect(approvals.map(({ id }) => id)).toEqual([ownId]);
    // What is at the gateway now is none of their business any more.
    expect((await ask(former, 'GET', `/api/approvals/${ownId}/now`)).status).toBe(404);
    expect((await ask(former, 'POST', `/api/approvals/${ownId}/withdraw`)).status).toBe(200);
  });

  it('is withdrawn by whoever asked', async () => {
    const { owningAdmin, owner } = world.acme.members;
    const { approvalId } = (await deploy(owningAdmin)).body;
    const withdraw = (who: Member) => ask(who, 'POST', `/api/approvals/${approvalId}/withdraw`);
    expect((await withdraw(owner)).body.code).toBe('approval.not-yours');
    expect((await withdraw(owningAdmin)).status).toBe(200);
    expect(await statusOf(approvalId)).toBe('withdrawn');
  });
});

describe('the rule of an environment', () => {
  it('is passed by whoever changes a deployment alone, so no such change comes after it', async () => {
    const { store } = world.services;
    const passes = async () => (await store.readGuards(['approval-rule-1']))[0];
    const { owningAdmin } = world.acme.members;
    const before = await passes();
    const { status, body } = await deploy(owningAdmin, { env: 'UAT', contextPath: 'alone', name: 'Alone' });
    expect({ status, approvalId: body.approvalId }).toEqual({ status: 200, approvalId: undefined });
    const after = await passes();
    expect(after?.passes).toBe((before?.passes ?? 0) + 1);
    expect((await setRule('UAT', true)).status).toBe(200);
    expect((await passes())?.version).toBe((after?.version ?? 0) + 1);
  });

  it('is asked to end once, and not approved by whoever the requester has just made an administrator', async () => {
    const { acme, seed, partner } = world;
    const { portal } = acme.members;
    await setRule('TEST', true);
    const { approvalId } = (await setRule('TEST', false)).body;
    expect((await setRule('TEST', false, partner.members.portal)).body.approvalId).toBe(approvalId);
    const helper = await seed.user(acme.organizationId, 'helper', []);
    await world.signIn(helper);
    const json = {
      ...{ id: helper.userId, firstname: 'Hal', lastname: 'Per', email: helper.email, roles: ['ROLE_PORTAL_ADMIN'] },
      organizationId: acme.organizationId,
    };
    expect((await ask(portal, 'POST', '/api/user/edit-user', json)).status).toBe(200);
    expect((await detail(helper, approvalId)).body.approver).toMatchObject({
      from: { id: portal.userId },
      tooClose: 'approver-from-requester',
    });
    const approve = (who: Member, id: unknown) => ask(who, 'POST', `/api/approvals/${id}/approve`, { hash: '' });
    expect((await approve(helper, approvalId)).body).toMatchObject({
      code: 'approval.approver-from-requester',
      parameters: { days: 7 },
    });
    // Nor the other way round: the new account asks, and its maker approves.
    expect((await ask(portal, 'POST', `/api/approvals/${approvalId}/withdraw`)).status).toBe(200);
    const byHelper = (await setRule('TEST', false, helper)).body.approvalId;
    expect((await approve(portal, byHelper)).body.code).toBe('approval.requester-from-approver');
    expect((await detail(partner.members.portal, byHelper)).body.approver).toMatchObject({
      from: null,
      tooClose: null,
    });
    expect((await approve(partner.members.portal, byHelper)).status).toBe(200);
  });

  it('ends only when another administrator approves, as long as there is one', async () => {
    const { acme, partner } = world;
    const { body } = await setRule('PROD', false);
    expect(body.approvalId).toBeTypeOf('number');
    expect((await ask(acme.members.portal, 'GET', '/api/approval-rules')).body.twoPeople).toContain('PROD');
    expect((await detail(acme.members.owner, body.approvalId)).status).toBe(404);
    const own = await ask(acme.members.portal, 'POST', `/api/approvals/${body.approvalId}/approve`, { hash: '' });
    expect(own.body.code).toBe('approval.own-request');
    const done = await ask(partner.members.portal, 'POST', `/api/approvals/${body.approvalId}/approve`, { hash: '' });
    expect(done.status).toBe(200);
  });
});
