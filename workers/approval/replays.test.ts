import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalDecider } from '#domain/approval/decider.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { within } from '#test/runner/limit.ts';
import { startFaultProxy } from '#test/servers/fault-proxy.ts';
import { type Asked, approvalsIn } from '#test/world/approvals.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { carryOut } from './carry-out.ts';

let world: WorkedWorld;
let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
let people: ReturnType<typeof approvalsIn>;
beforeAll(async () => {
  world = await startWorkedWorld({}, async (target) => {
    proxy = await startFaultProxy(target);
    return proxy.url;
  });
  people = approvalsIn(world);
  await world.request.publish(1);
});
afterAll(async () => {
  await world.close();
  await proxy.close();
});

/** Waits until a replay is done. */
const done = (operationId: string) =>
  within(2_000, async () => expect(await world.history('operation', operationId)).toContain('OperationCompleted'));

/** Asks for replays, as the BFF does. */
const askToReplay = async (hash: string, ...operationIds: string[]): Promise<Asked> => {
  const [approvalId, requestedBy] = [world.nextId(), await people.newPerson()];
  const operations = operationIds.map((operationId) => ({ operationId, replay: 0, hash }));
  const data = {
    ...{ approvalId, requestedBy, hash: 'of all', plan: { changes: [], more: 0 } },
    change: { kind: 'replay', environment: 'DEV', reason: 'The gateway is back', operations } as const,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  };
  await world.send(approvalDecider, approvalId, { type: 'RequestApproval', data });
  return { approvalId, requestedBy, hash: 'of all', operationId: operationIds[0] ?? '' };
};
/** A change of a deployment that its gateway refused. */
const failedChange = async (name: string) => {
  const { id } = await world.deployed(name);
  const config = world.configOf(name, { ratePerMinute: 60 });
  proxy.restart((_write, { path }) => (path.startsWith('/plugins') ? { when: 'before', how: 400 } : undefined));
  const operationId = await world.request.deploy(id, config);
  expect((await world.ended(operationId)).type).toBe('OperationFailed');
  proxy.restart();
  return { id, operationId, hash: await people.hashOf(id, config) };
};

it('an approved replay is made in the name of whoever asked, and says who approved it', async () => {
  const { operationId, hash } = await failedChange('replay');
  const asked = await askToReplay(hash, operationId);
  const approvedBy = await people.approve(asked);
  await within(1_500, async () => expect((await people.stateOf(asked)).status).toBe('carried-out'));
  await done(operationId);
  const replayed = (await world.store.read(`operation-${operationId}`)).filter(
    ({ type }) => type === 'OperationReplayRequested',
  );
  expect(replayed).toMatchObject([
    {
      data: { replay: 1, reason: 'The gateway is back', approval: { approvalId: asked.approvalId, approvedBy, hash } },
      meta: { actor: { userId: asked.requestedBy } },
    },
  ]);
});

it('an approved replay lapses when the gateway was changed meanwhile, and what is there stays', async () => {
  const { operationId, hash } = await failedChange('replay-moved');
  const asked = await askToReplay(hash, operationId);
  await people.editHost('replay-moved-dev');
  await people.approve(asked);
  expect(await people.lapsed(asked)).toBe('gateway-changed');
  await world.ended(operationId);
  expect(await people.hostOf('replay-moved-dev')).toBe('by-hand.example');
});

it('of many approved replays those that have moved are left out; when all have, it lapses', async () => {
  const [first, second] = [await failedChange('replay-one'), await failedChange('replay-two')];
  const both = await askToReplay('', first.operationId, second.operationId);
  const moved = await askToReplay('', first.operationId);
  await world.send(operationDecider, first.operationId, { type: 'ReplayOperation', data: { reason: 'alone' } });
  await done(first.operationId);
  await people.approve(moved);
  expect(await people.lapsed(moved)).toBe('operations-moved');
  const exact = await askToReplay(second.hash, first.operationId, second.operationId);
  await people.approve(exact);
  await done(second.operationId);
  await people.approve(both);
  expect(await people.lapsed(both)).toBe('operations-moved');
});

it('an attempt that happens to run is waited for, two minutes at most, and the others go on', async () => {
  await world.stopWorker();
  const waiting = async (name: string) => {
    const id = world.nextId();
    const operationId = await world.request.deploy(id, world.configOf(name));
    return { operationId, hash: await people.hashOf(id, world.configOf(name)) };
  };
  const [calm, busy] = [await waiting('replay-calm'), await waiting('replay-busy')];
  const start = (operationId: string) =>
    world.send(operationDecider, operationId, { type: 'StartOperation', data: { worker: 'test' } });
  const delay = (operationId: string, attempt: number) =>
    world.send(operationDecider, operationId, {
      type: 'DelayOperation',
      data: { attempt, class: 'away', problem: { code: 'gateway.unreachable' } },
    });
  for (const { operationId } of [calm, busy]) {
    await start(operationId);
    await delay(operationId, 1);
  }
  const both = await askToReplay('', calm.operationId, busy.operationId);
  const only = await askToReplay(busy.hash, busy.operationId);
  await start(busy.operationId);
  const given = async (asked: Asked) => {
    await people.approve(asked);
    await world.allShown();
    const event = (await world.store.read(`approval-${asked.approvalId}`)).find(({ type }) => type === 'ApprovalGiven');
    if (!event) throw new Error('it was approved');
    return event;
  };
  const ofBoth = await given(both);
  await expect(carryOut(world, ofBoth, both.approvalId)).rejects.toThrow('running');
  expect(await world.history('operation', calm.operationId)).toContain('OperationReplayRequested');
  expect((await people.stateOf(both)).status).toBe('approved');

  const ofOnly = await given(only);
  await expect(carryOut(world, ofOnly, only.approvalId)).rejects.toThrow('running');
  const earlier = new Date(Date.now() - 3 * 60_000).toISOString();
  await carryOut(world, { ...ofOnly, meta: { ...ofOnly.meta, time: earlier } }, only.approvalId);
  expect(await people.lapseOf(only)).toBe('refused');

  await delay(busy.operationId, 2);
  await carryOut(world, ofBoth, both.approvalId);
  expect(await world.history('operation', busy.operationId)).toContain('OperationReplayRequested');
  expect((await people.stateOf(both)).status).toBe('carried-out');
  await world.startWorker();
});
