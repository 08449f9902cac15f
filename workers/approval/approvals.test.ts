import { afterAll, beforeAll, expect, it } from 'vitest';
import { applicationDecider } from '#domain/application/decider.ts';
import type { ApprovedChange } from '#domain/approval/approval.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { emptyResponseTransformer } from '#domain/deployment/response-transformer.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { withGateway } from '#gateway/admin-api/session.ts';
import { desiredDeployment } from '#gateway/plan/desired-deployment.ts';
import { differenceHash } from '#gateway/plan/difference-hash.ts';
import { actualOfDeployment } from '#gateway/plan/own-entities.ts';
import { placeGuards } from '#gateway/plan/place-guards.ts';
import { randomId } from '#platform/uuid.ts';
import { within } from '#test/runner/limit.ts';
import { startFaultProxy } from '#test/servers/fault-proxy.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { carryOut } from './carry-out.ts';
import { lapseApprovals } from './chores.ts';

let world: WorkedWorld;
let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
const applicationId = 5;
beforeAll(async () => {
  world = await startWorkedWorld({}, async (target) => {
    proxy = await startFaultProxy(target);
    return proxy.url;
  });
  await world.request.publish(1);
  await world.request.publish(2, { applicationId });
});
afterAll(async () => {
  await world.close();
  await proxy.close();
});

let lastPerson = 100;
/** A new portal administrator. */
const newPerson = async (): Promise<number> => {
  lastPerson += 1;
  const userId = lastPerson;
  const names = { firstname: 'Ada', lastname: 'Example', email: `ada-${userId}@company.example` };
  const data = { userId, organizationId: 1, ...names, roles: ['ROLE_PORTAL_ADMIN' as const] };
  await world.send(userDecider, userId, { type: 'RegisterUser', data });
  return userId;
};

/** Identifies the difference that a configuration makes at the gateway now. */
const hashOf = async (deploymentId: number, config: DeploymentConfig): Promise<string> =>
  await withGateway(world, await loadState(world.store, resourceDecider, config.gatewayId), {}, async (session) => {
    const plan = await desiredDeployment(session, { deploymentId, config, operations: undefined });
    const actual = await actualOfDeployment(session, deploymentId, [...plan.entities, ...plan.replaces]);
    return differenceHash(await session.telemetryKey(), plan.entities, actual);
  });

type Asked = Readonly<{ approvalId: number; operationId: string; requestedBy: number; hash: string }>;

type How = Partial<Readonly<{ basis: string | null; apiId: number; follows: number; hash: string }>>;

/** Asks for a change, as the BFF does. */
const ask = async (
  deploymentId: number,
  config: DeploymentConfig,
  { basis = null, apiId = 1, follows, hash: other }: How = {},
): Promise<Asked> => {
  const [approvalId, operationId, requestedBy] = [world.nextId(), randomId(), await newPerson()];
  const hash = other ?? (await hashOf(deploymentId, config));
  const change: ApprovedChange = {
    ...({ kind: 'deployment', deploymentId, apiId, operationId, basis, config } as const),
    ...(follows === undefined ? {} : { follows }),
  };
  await world.send(approvalDecider, approvalId, {
    type: 'RequestApproval',
    data: {
      ...{ approvalId, requestedBy, hash, change, plan: { changes: [], more: 0 } },
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  return { approvalId, operationId, requestedBy, hash };
};

const approve = async ({ approvalId, hash }: Asked): Promise<number> => {
  const approvedBy = await newPerson();
  const now = new Date().toISOString();
  const ofOperator = { account: [], role: null };
  const data = { approvedBy, hash, note: '', now, approver: ofOperator, requester: ofOperator };
  await world.send(approvalDecider, approvalId, { type: 'GiveApproval', data });
  return approvedBy;
};

const stateOf = async ({ approvalId }: Asked) => {
  const state = await loadState(world.store, approvalDecider, approvalId);
  if (state.status === 'none') throw new Error('it is not there');
  return state;
};
const lapseOf = async ({ approvalId }: Asked) => {
  const last = (await world.store.read(`approval-${approvalId}`)).at(-1);
  return last?.type === 'ApprovalLapsed' ? last.data.lapse : undefined;
};
const lapsed = (asked: Asked) =>
  within(1_500, async () => {
    const lapse = await lapseOf(asked);
    if (!lapse) throw new Error(`it is ${(await stateOf(asked)).status}`);
    return lapse;
  });

it('an approved change is made once, as the command of whoever asked, and says who approved it', async () => {
  const id = world.nextId();
  const asked = await ask(id, world.configOf('approved'));
  expect(await world.history('deployment', id)).toEqual([]);
  const approvedBy = await approve(asked);
  await world.completed(asked.operationId);
  const events = await world.store.read(`deployment-${id}`);
  expect(events.map(({ type }) => type)).toEqual(['DeploymentRequested', 'DeploymentApplied']);
  expect(events[0]).toMatchObject({
    meta: { actor: { userId: asked.requestedBy, roles: ['ROLE_PORTAL_ADMIN'] } },
    data: { operationId: asked.operationId, approval: { approvalId: asked.approvalId, approvedBy, hash: asked.hash } },
  });
  await within(1_500, async () => expect((await stateOf(asked)).status).toBe('carried-out'));
  // A follower that was killed begins again at the approval.
  const given = (await world.store.read(`approval-${asked.approvalId}`)).find(({ type }) => type === 'ApprovalGiven');
  if (!given) throw new Error('it was approved');
  await carryOut(world, given, asked.approvalId);
  expect(await world.history('deployment', id)).toHaveLength(2);
  expect(await world.history('approval', asked.approvalId)).toHaveLength(3);
});

it('a follower that dies between the two events goes on where it was', async () => {
  const id = world.nextId();
  await world.stopWorker();
  const asked = await ask(id, world.configOf('interrupted'));
  await approve(asked);
  const { store } = world;
  const given = (await store.read(`approval-${asked.approvalId}`)).find(({ type }) => type === 'ApprovalGiven');
  if (!given) throw new Error('it was approved');
  const dying = {
    ...store,
    append: async (appended: Parameters<typeof store.append>[0]) => {
      if (appended.events[0]?.type === 'ApprovalCarriedOut') throw new Error('killed');
      return await store.append(appended);
    },
  };
  await world.allShown();
  await expect(carryOut({ ...world, store: dying }, given, asked.approvalId)).rejects.toThrow('killed');
  expect(await world.history('deployment', id)).toEqual(['DeploymentRequested']);
  await world.startWorker();
  await world.completed(asked.operationId);
  await within(1_500, async () => expect((await stateOf(asked)).status).toBe('carried-out'));
  expect(await world.history('deployment', id)).toEqual(['DeploymentRequested', 'DeploymentApplied']);
});

it('an approval lapses when the gateway was changed by hand meanwhile, and nothing is written there', async () => {
  const { id, operationId } = await world.deployed('moved');
  const asked = await ask(id, world.configOf('moved', { ratePerMinute: 60 }), { basis: operationId });
  const service = (await world.dump()).services?.find(({ name }) => name === world.named('moved-dev'));
  await world.admin('PATCH', `/services/${service?.id}`, { host: 'by-hand.example' });
  const before = await world.dump();
  await approve(asked);
  expect(await world.ended(asked.operationId)).toMatchObject({
    type: 'OperationFailed',
    data: { class: 'permanent', problems: [{ code: 'approval.lapsed-gateway-changed' }] },
  });
  expect(await lapsed(asked)).toBe('gateway-changed');
  expect(await world.dump()).toEqual(before);
  const deployment = await loadState(world.store, deploymentDecider, id);
  expect(deployment).toMatchObject({ status: 'failed', previous: { ratePerMinute: null } });
});

it('an approval lapses when the form was changed, or a person has lost the right meanwhile', async () => {
  const { id, operationId } = await world.deployed('changing');
  const config = world.configOf('changing', { ratePerMinute: 70 });
  const late = await ask(id, config, { basis: operationId });
  await world.completed(await world.request.deploy(id, world.configOf('changing', { ratePerMinute: 80 })));
  await approve(late);
  expect(await lapsed(late)).toBe('form-changed');

  for (const who of ['requester', 'approver'] as const) {
    await world.stopWorker();
    const other = world.nextId();
    const asked = await ask(other, world.configOf(`lost-${who}`));
    const approvedBy = await approve(asked);
    const userId = who === 'requester' ? asked.requestedBy : approvedBy;
    await world.send(userDecider, userId, { type: 'ChangeRoles', data: { roles: ['ROLE_COMPANY_USER'] } });
    await world.allShown();
    await world.startWorker();
    expect(await lapsed(asked)).toBe(`${who}-may-not`);
    expect(await world.history('deployment', other)).toEqual([]);
  }
});

it('a request lapses when its days are over', async () => {
  const asked = await ask(world.nextId(), world.configOf('forgotten'));
  await world.allShown();
  await lapseApprovals(world, new Date());
  expect(await lapseOf(asked)).toBeUndefined();
  await lapseApprovals(world, new Date(Date.now() + 2 * 3_600_000));
  expect(await lapseOf(asked)).toBe('expired');
});

const hostOf = async (name: string) =>
  (await world.dump()).services?.find((service) => service.name === world.named(name))?.host;
const editHost = async (name: string) => {
  const service = (await world.dump()).services?.find((each) => each.name === world.named(name));
  await world.admin('PATCH', `/services/${service?.id}`, { host: 'by-hand.example' });
};

it('an approved change goes on where it was when the answer to its first call is lost', async () => {
  const id = world.nextId();
  const asked = await ask(id, world.configOf('lost-answer'));
  proxy.restart((write) => ({ when: write === 0 ? 'after' : 'before', how: 'reset' }));
  await approve(asked);
  await within(2_000, async () =>
    expect(await world.history('operation', asked.operationId)).toContain('OperationDelayed'),
  );
  expect(await hostOf('lost-answer-dev')).toBeDefined();
  proxy.restart();
  await world.completed(asked.operationId);
  expect((await stateOf(asked)).status).toBe('carried-out');
});

it('a replay of an approved change that failed is compared again, and leaves what somebody changed meanwhile', async () => {
  const { id, operationId } = await world.deployed('replayed');
  const config = world.configOf('replayed', { ratePerMinute: 60 });
  const asked = await ask(id, config, { basis: operationId });
  proxy.restart((_write, { path }) => (path.startsWith('/plugins') ? { when: 'before', how: 400 } : undefined));
  await approve(asked);
  expect((await world.ended(asked.operationId)).type).toBe('OperationFailed');
  proxy.restart();
  expect((await stateOf(asked)).status).toBe('carried-out');
  await editHost('replayed-dev');
  await world.send(operationDecider, asked.operationId, { type: 'ReplayOperation', data: { reason: 'again' } });
  expect(await lapsed(asked)).toBe('gateway-changed');
  await world.ended(asked.operationId);
  expect(await hostOf('replayed-dev')).toBe('by-hand.example');
});

it('what lapsed can be asked for again, and names are taken as the gateway spells them', async () => {
  const first = await ask(world.nextId(), world.configOf('again'), { hash: 'of another gateway' });
  await approve(first);
  expect(await lapsed(first)).toBe('gateway-changed');
  await world.ended(first.operationId);
  await world.allShown();
  const second = await ask(world.nextId(), world.configOf('again'));
  await approve(second);
  await world.completed(second.operationId);

  const { contextPath } = world.configOf('again');
  const prod = { environment: 'PROD', name: 'Other', contextPath: `${contextPath}-dev` } as const;
  const same = await ask(world.nextId(), world.configOf('again', prod));
  await approve(same);
  expect(await lapsed(same)).toBe('refused');
});

it('what only some may fill in lapses when the requester is none of them any more', async () => {
  const adopt = async (asked: Asked, role: 'ROLE_COMPANY_ADMIN' | 'ROLE_COMPANY_USER') => {
    await world.send(userDecider, asked.requestedBy, { type: 'ChangeRoles', data: { roles: [role] } });
    await approve(asked);
    return asked;
  };
  const responseTransformer = { ...emptyResponseTransformer, removeHeaders: ['server'] };
  const plain = await ask(world.nextId(), world.configOf('may'), { apiId: 2 });
  const isNew = await ask(world.nextId(), world.configOf('may-new'), { apiId: 2 });
  const response = await ask(world.nextId(), world.configOf('may-response', { responseTransformer }), { apiId: 2 });
  await world.send(applicationDecider, applicationId, {
    type: 'RegisterApplication',
    data: {
      ...{ applicationId, organizationId: 1, name: 'Maintained', description: '', external: false },
      owners: [plain, isNew, response].map(({ requestedBy }) => requestedBy),
    },
  });
  await adopt(plain, 'ROLE_COMPANY_ADMIN');
  await world.completed(plain.operationId);
  expect(await lapsed(await adopt(isNew, 'ROLE_COMPANY_USER'))).toBe('requester-may-not');
  expect(await lapsed(await adopt(response, 'ROLE_COMPANY_ADMIN'))).toBe('requester-may-not');
});

it('of two approvals at once that take one name the later one lapses', async () => {
  await world.stopWorker();
  const both = [await ask(world.nextId(), world.configOf('race')), await ask(world.nextId(), world.configOf('race'))];
  for (const asked of both) await approve(asked);
  await world.startWorker();
  const [first, second] = both;
  if (!first || !second) throw new Error('both were asked for');
  expect(await lapsed(second)).toBe('refused');
  await world.completed(first.operationId);
});

it('what an approval has requested already is not asked for its rights again', async () => {
  await world.stopWorker();
  const id = world.nextId();
  const config = world.configOf('requested');
  const asked = await ask(id, config);
  const approvedBy = await approve(asked);
  const { approvalId, operationId, requestedBy, hash } = asked;
  const { expiresAt } = await stateOf(asked);
  const approved = { approval: { approvalId, approvedBy, hash, expiresAt }, basis: null };
  const data = { deploymentId: id, apiId: 1, operationId, config, approved };
  await world.send(deploymentDecider, id, { type: 'RequestDeployment', data });
  await world.send(userDecider, requestedBy, { type: 'ChangeRoles', data: { roles: ['ROLE_COMPANY_USER'] } });
  const given = (await world.store.read(`approval-${approvalId}`)).find(({ type }) => type === 'ApprovalGiven');
  if (!given) throw new Error('it was approved');
  await world.allShown();
  await carryOut(world, given, approvalId);
  expect((await stateOf(asked)).status).toBe('carried-out');
  await world.startWorker();
});

it('an approved change passes and raises the guards that the same change passes and raises without an approval', async () => {
  const config = world.configOf('guarded');
  const guarded = async () => {
    const names = [...placeGuards(config), 'resource-1', 'api-1'];
    return (await world.store.readGuards(names)).map(({ version, passes }) => ({ version, passes }));
  };
  const before = await guarded();
  const asked = await ask(world.nextId(), config);
  await approve(asked);
  await world.completed(asked.operationId);
  const raised = ({ version, passes }: { version: number; passes: number }) => ({ version: version + 1, passes });
  const passed = ({ version, passes }: { version: number; passes: number }) => ({ version, passes: passes + 1 });
  expect(await guarded()).toEqual([...before.slice(0, 2).map(raised), ...before.slice(2).map(passed)]);
});

it('an approved move lapses when its original is gone', async () => {
  const { id } = await world.deployed('original');
  const asked = await ask(world.nextId(), world.configOf('follower'), { follows: id });
  await world.send(deploymentDecider, id, { type: 'RequestUndeployment', data: { operationId: randomId() } });
  await approve(asked);
  expect(await lapsed(asked)).toBe('gone');
});

it('the chore lets only what waits lapse', async () => {
  const asked = await ask(world.nextId(), world.configOf('late-chore'), { hash: 'of another gateway' });
  await world.allShown();
  const { pool, store } = world;
  // The tables say that it waits; the log already that it was approved.
  const behind = { query: async () => ({ rows: [{ id: asked.approvalId, lapse: 'gone' }] }) } as unknown as typeof pool;
  await approve(asked);
  expect(await lapseApprovals({ store, pool: behind }, new Date())).toBe(0);
});
