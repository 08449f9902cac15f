import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const replay = (operationId: string, json: unknown = { reason: 'The gateway is back' }) =>
  world.ask(world.acme.members.support, 'POST', `/api/operations/${operationId}/replay`, { json });

it('B7: support replays a failed operation once, with a reason', async () => {
  const { operationId } = world.acme.failed;
  const response = await replay(operationId);
  expect(response).toMatchObject({ status: 200, body: { operationId, position: expect.any(String) } });
  const last = (await world.services.store.read(`operation-${operationId}`)).at(-1);
  expect(last).toMatchObject({
    type: 'OperationReplayRequested',
    data: { replay: 1, reason: 'The gateway is back' },
    meta: { actor: { userId: world.acme.members.support.userId, roles: ['ROLE_SUPPORT'] } },
  });
  expect(await replay(operationId)).toMatchObject({ status: 409, body: { code: 'operation.not-replayable' } });
});

it('gets 409 for an operation that has ended, and 404 for a missing one', async () => {
  expect(await replay(world.acme.deployed.operationId)).toMatchObject({
    status: 409,
    body: { code: 'operation.not-replayable', detail: 'Only an operation that failed or waits can be replayed.' },
  });
  for (const id of ['00000000-0000-4000-8000-000000000000', '7', 'x'.repeat(300)])
    expect((await replay(id)).status).toBe(404);
});

it.each([
  [{}, 'reason', 'field.required', 'This is required'],
  [{ reason: '  ' }, 'reason', 'operation.reason-required', 'Enter a reason for the record'],
  [{ reason: 'r'.repeat(501) }, 'reason', 'field.too-long', 'At most 500 characters'],
  [{ reason: 'because', payload: {} }, 'payload', 'field.unknown', 'This field is not known'],
  [{ reason: 'because', deploymentId: 7 }, 'deploymentId', 'field.unknown', 'This field is not known'],
])('refuses %j', async (json, field, code, message) => {
  const before = await world.countEvents();
  const response = await replay(world.partner.failed.operationId, json);
  expect(response).toMatchObject({ status: 400, body: { code, errors: [{ field, code, message }] } });
  expect(await world.countEvents()).toBe(before);
});
