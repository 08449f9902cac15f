import { afterAll, beforeAll, expect, it } from 'vitest';
import { applicationDecider } from '#domain/application/decider.ts';
import type { ApprovedChange } from '#domain/approval/approval.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { emptyResponseTransformer } from '#domain/deployment/response-transformer.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import type { OperationCommand } from '#domain/operation/operation.ts';
import { userDecider } from '#domain/user/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { placeGuards } from '#gateway/plan/place-guards.ts';
import { randomId } from '#platform/uuid.ts';
import { within } from '#test/runner/limit.ts';
import { startFaultProxy } from '#test/servers/fault-proxy.ts';
import { type Asked, approvalsIn } from '#test/world/approvals.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { carryOut } from './carry-out.ts';
import { lapseApprovals } from './chores.ts';

let world: WorkedWorld;
let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
let people: ReturnType<typeof approvalsIn>;
const applicationId = 5;
beforeAll(async () => {
  world = await startWorkedWorld({}, async (target) => {
    proxy = await startFaultProxy(target);
    return proxy.url;
  });
  people = approvalsIn(world);
  await world.request.publish(1);
  await world.request.publish(2, { applicationId });
});
afterAll(async () => {
  await world.close();
  await proxy.close();
});

type How = Partial<Readonly<{ basis: string | null; apiId: number; follows: number; hash: string; answers: string }>>;

/** Asks for a change, as the BFF does. */
const ask = async (
  deploymentId: number,
  config: DeploymentConfig,
  { basis = null, apiId = 1, follows, hash: other, answers }: How = {},
): Promise<Asked> => {
  const [approvalId, operationId, requestedBy] = [world.nextId(), randomId(), await people.newPerson()];
  const hash = other ?? (await people.hashOf(deploymentId, config));
  const change: ApprovedChange = {
    ...({ kind: 'deployment', deploymentId, apiId, operationId, basis, config } as const),
    ...(follows === undefined ? {} : { follows }),
    ...(answers === undefined ? {} : { answers }),
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

/** Makes an operation that failed, of which this happened since. @returns its id */
const failedOperation = async (...since: OperationCommand[]): Promise<string> => {
  const operationId = randomId();
  const problems = [{ code: 'gateway.refused' }];
  for (const command of [
    { type: 'StartOperation', data: { worker: 'test' } } as const,
    { type: 'FailOperation', data: { attempt: 1, class: 'permanent', problems } } as const,
    ...since,
  ])
    await world.send(operationDecider, operationId, command);
  return operationId;
};

it('an approved change is made once, as the command of whoever asked, and says who approved it', async () => {
  const id = world.nextId();
  const answers = await failedOperation();
  const asked = await ask(id, world.configOf('approved'), { answers });
  expect(await world.history('deployment', id)).toEqual([]);
  const approvedBy = await people.approve(asked);
  await world.completed(asked.operationId);
  const events = await world.store.read(`deployment-${id}`);
  expect(events.map(({ type }) => type)).toEqual(['DeploymentRequested', 'DeploymentApplied']);
  expect(events[0]).toMatchObject({
    meta: { actor: { userId: asked.requestedBy, roles: ['ROLE_PORTAL_ADMIN'] }, answers },
    data: { operationId: asked.operationId, approval: { approvalId: asked.approvalId, approvedBy, hash: asked.hash } },
  });
  await within(1_500, async () => expect((await people.stateOf(asked)).status).toBe('carried-out'));
  // A follower that was killed begins again at the approval.
  const given = (await world.store.read(`approval-${asked.approvalId}`)).find(({ type }) => type === 'ApprovalGiven');
  if (!given) throw new Error('it was approved');
  await carryOut(world, given, asked.approvalId);
  expect(await world.history('deployment', id)).toHaveLength(2);
  expect(await world.history('approval', asked.approvalId)).toHaveLength(3);
});

const replay: OperationCommand = { type: 'ReplayOperation', data: { reason: 'the gateway is back' } };
const startAgain: OperationCommand = { type: 'StartOperation', data: { worker: 'test' } };
const cancel: OperationCommand = {
  type: 'CancelOperation',
  data: { reason: 'nobody wants it', lasting: false, cancellable: true, takesBack: true },
};

it.each<[string, OperationCommand[]]>([
  ['is being replayed', [replay, startAgain]],
  ['has been completed by a replay', [replay, startAgain, { type: 'CompleteOperation', data: { attempt: 2 } }]],
  ['is being cancelled', [cancel]],
  ['is cancelled', [cancel, { type: 'EndCancelledOperation', data: {} }]],
])('an approved change no longer answers what %s by now, and is made all the same', async (_name, since) => {
  const id = world.nextId();
  const answers = await failedOperation();
  const asked = await ask(id, world.configOf(`answered-${id}`), { answers });
  for (const command of since) await world.send(operationDecider, answers, command);
  await people.approve(asked);
  await world.completed(asked.operationId);
  const [requested] = await world.store.read(`deployment-${id}`);
  expect(requested).toMatchObject({ type: 'DeploymentRequested', data: { operationId: asked.operationId } });
  expect(requested?.meta).not.toHaveProperty('answers');
});

it('a follower that dies between the two events goes on where it was', async () => {
  const id = world.nextId();
  await world.stopWorker();
  const asked = await ask(id, world.configOf('interrupted'));
  await people.approve(asked);
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
  await within(1_500, async () => expect((await people.stateOf(asked)).status).toBe('carried-out'));
  expect(await world.history('deployment', id)).toEqual(['DeploymentRequested', 'DeploymentApplied']);
});

it('an approval lapses when the gateway was changed by hand meanwhile, and nothing is written there', async () => {
  const { id, operationId } = await world.deployed('moved');
  const asked = await ask(id, world.configOf('moved', { ratePerMinute: 60 }), { basis: operationId });
  const service = (await world.dump()).services?.find(({ name }) => name === world.named('moved-dev'));
  await world.admin('PATCH', `/services/${service?.id}`, { host: 'by-hand.example' });
  const before = await world.dump();
  await people.approve(asked);
  expect(await world.ended(asked.operationId)).toMatchObject({
    type: 'OperationFailed',
    data: { class: 'permanent', problems: [{ code: 'approval.lapsed-gateway-changed' }] },
  });
  expect(await people.lapsed(asked)).toBe('gateway-changed');
  expect(await world.dump()).toEqual(before);
  const deployment = await loadState(world.store, deploymentDecider, id);
  expect(deployment).toMatchObject({ status: 'failed', previous: { ratePerMinute: null } });
});

it('an approval lapses when the form was changed, or a person has lost the right meanwhile', async () => {
  const { id, operationId } = await world.deployed('changing');
  const config = world.configOf('changing', { ratePerMinute: 70 });
  const late = await ask(id, config, { basis: operationId });
  await world.completed(await world.request.deploy(id, world.configOf('changing', { ratePerMinute: 80 })));
  await people.approve(late);
  expect(await people.lapsed(late)).toBe('form-changed');

  for (const who of ['requester', 'approver'] as const) {
    await world.stopWorker();
    const other = world.nextId();
    const asked = await ask(other, world.configOf(`lost-${who}`));
    const approvedBy = await people.approve(asked);
    const userId = who === 'requester' ? asked.requestedBy : approvedBy;
    await world.send(userDecider, userId, { type: 'ChangeRoles', data: { roles: ['ROLE_COMPANY_USER'] } });
    await world.allShown();
    await world.startWorker();
    expect(await people.lapsed(asked)).toBe(`${who}-may-not`);
    expect(await world.history('deployment', other)).toEqual([]);
  }
});

it('a request lapses when its days are over', async () => {
  const asked = await ask(world.nextId(), world.configOf('forgotten'));
  await world.allShown();
  await lapseApprovals(world, new Date());
  expect(await people.lapseOf(asked)).toBeUndefined();
  await lapseApprovals(world, new Date(Date.now() + 2 * 3_600_000));
  expect(await people.lapseOf(asked)).toBe('expired');
});

it('an approved change goes on where it was when the answer to its first call is lost', async () => {
  const id = world.nextId();
  const asked = await ask(id, world.configOf('lost-answer'));
  proxy.restart((write) => ({ when: write === 0 ? 'after' : 'before', how: 'reset' }));
  await people.approve(asked);
  await within(2_000, async () =>
    expect(await world.history('operation', asked.operationId)).toContain('OperationDelayed'),
  );
  expect(await people.hostOf('lost-answer-dev')).toBeDefined();
  proxy.restart();
  await world.completed(asked.operationId);
  expect((await people.stateOf(asked)).status).toBe('carried-out');
});

it('a replay of an approved change that failed is compared again, and leaves what somebody changed meanwhile', async () => {
  const { id, operationId } = await world.deployed('replayed');
  const config = world.configOf('replayed', { ratePerMinute: 60 });
  const asked = await ask(id, config, { basis: operationId });
  proxy.restart((_write, { path }) => (path.startsWith('/plugins') ? { when: 'before', how: 400 } : undefined));
  await people.approve(asked);
  expect((await world.ended(asked.operationId)).type).toBe('OperationFailed');
  proxy.restart();
  expect((await people.stateOf(asked)).status).toBe('carried-out');
  await people.editHost('replayed-dev');
  const { approvedBy, expiresAt } = await people.stateOf(asked);
  const approval = { approvalId: asked.approvalId, approvedBy: approvedBy ?? 0, hash: asked.hash, expiresAt };
  await world.send(operationDecider, asked.operationId, {
    type: 'ReplayOperation',
    data: { reason: 'again', approved: { approval, replay: 0 } },
  });
  expect(await people.lapsed(asked)).toBe('gateway-changed');
  await world.ended(asked.operationId);
  expect(await people.hostOf('replayed-dev')).toBe('by-hand.example');
  // The rule has ended: one person may replay it, whatever was approved before.
  await world.send(operationDecider, asked.operationId, { type: 'ReplayOperation', data: { reason: 'alone' } });
  await within(2_000, async () =>
    expect(await world.history('operation', asked.operationId)).toContain('OperationCompleted'),
  );
  expect(await people.hostOf('replayed-dev')).not.toBe('by-hand.example');
});

it('what lapsed can be asked for again, and names are taken as the gateway spells them', async () => {
  const first = await ask(world.nextId(), world.configOf('again'), { hash: 'of another gateway' });
  await people.approve(first);
  expect(await people.lapsed(first)).toBe('gateway-changed');
  await world.ended(first.operationId);
  await world.allShown();
  const second = await ask(world.nextId(), world.configOf('again'));
  await people.approve(second);
  await world.completed(second.operationId);

  const { contextPath } = world.configOf('again');
  const prod = { environment: 'PROD', name: 'Other', contextPath: `${contextPath}-dev` } as const;
  const same = await ask(world.nextId(), world.configOf('again', prod));
  await people.approve(same);
  expect(await people.lapsed(same)).toBe('refused');
});

it('what only some may fill in lapses when the requester is none of them any more', async () => {
  const adopt = async (asked: Asked, role: 'ROLE_COMPANY_ADMIN' | 'ROLE_COMPANY_USER') => {
    await world.send(userDecider, asked.requestedBy, { type: 'ChangeRoles', data: { roles: [role] } });
    await people.approve(asked);
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
  expect(await people.lapsed(await adopt(isNew, 'ROLE_COMPANY_USER'))).toBe('requester-may-not');
  expect(await people.lapsed(await adopt(response, 'ROLE_COMPANY_ADMIN'))).toBe('requester-may-not');
});

it('of two approvals at once that take one name the later one lapses', async () => {
  await world.stopWorker();
  const both = [await ask(world.nextId(), world.configOf('race')), await ask(world.nextId(), world.configOf('race'))];
  for (const asked of both) await people.approve(asked);
  await world.startWorker();
  const [first, second] = both;
  if (!first || !second) throw new Error('both were asked for');
  expect(await people.lapsed(second)).toBe('refused');
  await world.completed(first.operationId);
});

it('what an approval has requested already is not asked for its rights again', async () => {
  await world.stopWorker();
  const id = world.nextId();
  const config = world.configOf('requested');
  const asked = await ask(id, config);
  const approvedBy = await people.approve(asked);
  const { approvalId, operationId, requestedBy, hash } = asked;
  const { expiresAt } = await people.stateOf(asked);
  const approved = { approval: { approvalId, approvedBy, hash, expiresAt }, basis: null };
  const data = { deploymentId: id, apiId: 1, operationId, config, approved };
  await world.send(deploymentDecider, id, { type: 'RequestDeployment', data });
  await world.send(userDecider, requestedBy, { type: 'ChangeRoles', data: { roles: ['ROLE_COMPANY_USER'] } });
  const given = (await world.store.read(`approval-${approvalId}`)).find(({ type }) => type === 'ApprovalGiven');
  if (!given) throw new Error('it was approved');
  await world.allShown();
  await carryOut(world, given, approvalId);
  expect((await people.stateOf(asked)).status).toBe('carried-out');
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
  await people.approve(asked);
  await world.completed(asked.operationId);
  const raised = ({ version, passes }: { version: number; passes: number }) => ({ version: version + 1, passes });
  const passed = ({ version, passes }: { version: number; passes: number }) => ({ version, passes: passes + 1 });
  expect(await guarded()).toEqual([...before.slice(0, 2).map(raised), ...before.slice(2).map(passed)]);
});

it('an approved move lapses when its original is gone', async () => {
  const { id } = await world.deployed('original');
  const asked = await ask(world.nextId(), world.configOf('follower'), { follows: id });
  await world.send(deploymentDecider, id, { type: 'RequestUndeployment', data: { operationId: randomId() } });
  await people.approve(asked);
  expect(await people.lapsed(asked)).toBe('gone');
});

it('the chore lets only what waits lapse', async () => {
  const asked = await ask(world.nextId(), world.configOf('late-chore'), { hash: 'of another gateway' });
  await world.allShown();
  const { pool, store } = world;
  // The tables say that it waits; the log already that it was approved.
  const behind = { query: async () => ({ rows: [{ id: asked.approvalId, lapse: 'gone' }] }) } as unknown as typeof pool;
  await people.approve(asked);
  expect(await lapseApprovals({ store, pool: behind }, new Date())).toBe(0);
});
