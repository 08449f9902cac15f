import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { TargetProblem } from '#gateway/target/target-policy.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

/** The policy's next results. After them it allows all targets. */
const responses: (TargetProblem | undefined)[] = [];
const targets = vi.fn(async (_target: string, _adminUrls: readonly string[]) => responses.shift());

let world: WorkedWorld;
beforeAll(async () => {
  world = await startWorkedWorld({ targets });
});
afterAll(() => world.close());
beforeEach(() => {
  responses.length = 0;
  targets.mockClear();
});

const failure = async (operationId: string) => {
  const { type, data } = await world.ended(operationId);
  return { type, data };
};

it('D5: asks before each write, with the addresses of the Admin APIs', async () => {
  const before = await world.dump();
  const { operationId } = await world.deployed('asked');
  const writes = (await world.operationEvents(operationId)).filter(
    ({ type, data }) => type === 'OperationStepApplied' && 'result' in data && data.result === 'created',
  );
  expect(writes.length).toBeGreaterThan(2);
  expect(targets).toHaveBeenCalledTimes(writes.length);
  expect(targets.mock.calls[0]).toEqual([world.configOf('asked').upstreamUrl, [world.adminUrl]]);
  expect(await world.dump()).not.toEqual(before);
});

it("D5: fails at the target's field when the target is refused by now, and writes nothing", async () => {
  const before = await world.dump();
  responses.push('deployment.upstream-refused');
  const id = world.nextId();
  expect(await failure(await world.request.deploy(id, world.configOf('refused')))).toMatchObject({
    type: 'OperationFailed',
    data: { class: 'permanent', problems: [{ code: 'deployment.upstream-refused', field: 'upstreamUrl' }] },
  });
  expect(await world.dump()).toEqual(before);
});

it("D5: leaves nothing behind when the target's name changes its address during a deploy", async () => {
  const before = await world.dump();
  responses.push(undefined, undefined, 'deployment.upstream-unresolved');
  const id = world.nextId();
  expect(await failure(await world.request.deploy(id, world.configOf('moving')))).toMatchObject({
    type: 'OperationFailed',
    data: { problems: [{ code: 'deployment.upstream-unresolved', field: 'upstreamUrl' }] },
  });
  expect(targets).toHaveBeenCalledTimes(3);
  expect(await world.dump()).toEqual(before);
});

it('D5: leaves the deployment unchanged when a change is refused', async () => {
  const { id } = await world.deployed('changed');
  const before = await world.dump();
  responses.push('deployment.upstream-refused');
  const operationId = await world.request.deploy(id, world.configOf('changed', { upstreamUrl: 'http://10.0.0.1/' }));
  expect((await failure(operationId)).type).toBe('OperationFailed');
  expect(await world.dump()).toEqual(before);
});

it('D5: waits for a DNS that does not respond', async () => {
  responses.push('deployment.upstream-dns-silent', 'deployment.upstream-dns-silent');
  const id = world.nextId();
  const operationId = await world.request.deploy(id, world.configOf('patient'));
  await world.completed(operationId);
  const attempts = (await world.operationEvents(operationId)).filter(({ type }) => type === 'OperationStarted');
  expect(attempts).toHaveLength(3);
});
