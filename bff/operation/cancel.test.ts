import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import type { OperationCommand } from '#domain/operation/operation.ts';
import { randomId } from '#platform/uuid.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const support = () => world.acme.members.support;
const act = (operationId: string, name: 'cancel' | 'replay', json: unknown = { reason: 'Nobody wants it any more' }) =>
  world.ask(support(), 'POST', `/api/operations/${operationId}/${name}`, { json });
const waiting = async () => {
  const made = await world.seed.deployment(world.acme.apiId, await world.seed.gateway('Turin'), 'deploying');
  let { position } = made;
  const commands: OperationCommand[] = [
    { type: 'StartOperation', data: { worker: 'test' } },
    { type: 'DelayOperation', data: { attempt: 1, class: 'away', problem: { code: 'gateway.unreachable' } } },
  ];
  for (const command of commands) position = await world.seed.send(operationDecider, made.operationId, command);
  await world.shown(position);
  return made;
};
const typesOf = async (operationId: string) =>
  (await world.services.store.read(`operation-${operationId}`)).map(({ type }) => type);
const onDesk = async (operationId: string) =>
  JSON.stringify((await world.ask(support(), 'GET', `/api/operations/${operationId}/timeline`)).body.cause) !== 'null';

it('B7: support gives up what waits, with a reason, and it leaves the desk', async () => {
  const { operationId } = await waiting();
  expect(await onDesk(operationId)).toBe(true);
  const before = (await world.ask(support(), 'GET', `/api/operations/${operationId}`)).body;
  expect(before).toMatchObject({ may: { cancel: true }, notCancellable: null, cancelled: null });
  const { status, body } = await act(operationId, 'cancel');
  expect({ status, body }).toMatchObject({ status: 200, body: { operationId, position: expect.any(String) } });
  await world.shown(String(body.position));
  expect((await world.services.store.read(`operation-${operationId}`)).at(-1)).toMatchObject({
    type: 'OperationCancelRequested',
    data: { reason: 'Nobody wants it any more', replay: 0 },
    meta: { actor: { userId: support().userId, roles: ['ROLE_SUPPORT'] }, rule: expect.anything() },
  });
  expect((await world.ask(support(), 'GET', `/api/operations/${operationId}`)).body).toMatchObject({
    state: 'cancelling',
    may: { replay: false, cancel: false },
    cancelled: { reason: 'Nobody wants it any more' },
  });
  expect(await onDesk(operationId)).toBe(false);
  expect(await act(operationId, 'cancel')).toMatchObject({ status: 409, body: { code: 'operation.ended' } });
  expect(await act(operationId, 'replay')).toMatchObject({ status: 409, body: { code: 'operation.not-replayable' } });
});

it('two at once: of two who cancel one does, and nobody replays what was cancelled', async () => {
  const { operationId } = await waiting();
  const done = await Promise.all([act(operationId, 'cancel'), act(operationId, 'replay'), act(operationId, 'cancel')]);
  const [first, replayed, second] = done.map(({ status }) => status);
  expect([first, second].toSorted()).toEqual([200, 409]);
  // A replay that came first is cancelled, too, while nobody has begun it.
  const replay = replayed === 200 ? ['OperationReplayRequested'] : [];
  expect((await typesOf(operationId)).filter((type) => type.endsWith('Requested'))).toEqual([
    ...replay,
    'OperationCancelRequested',
  ]);
});

it('says why a removal, a thing half done and one under way stay', async () => {
  const made = await world.seed.deployment(world.acme.apiId, await world.seed.gateway('Genoa'), 'deployed');
  await world.shown(made.position);
  const removal = randomId();
  await world.shown(
    await world.seed.send(deploymentDecider, made.deploymentId, {
      type: 'RequestUndeployment',
      data: { operationId: removal },
    }),
  );
  expect((await world.ask(support(), 'GET', `/api/operations/${removal}`)).body).toMatchObject({
    notCancellable: { code: 'operation.removal-stays' },
  });
  expect(await act(removal, 'cancel')).toMatchObject({ status: 409, body: { code: 'operation.removal-stays' } });

  const half = await waiting();
  for (const command of [
    { type: 'StartOperation', data: { worker: 'test' } },
    { type: 'RecordStep', data: { attempt: 2, step: 'put service', target: 'x', result: 'created' } },
  ] satisfies OperationCommand[])
    await world.shown(await world.seed.send(operationDecider, half.operationId, command));
  expect(await act(half.operationId, 'cancel')).toMatchObject({ status: 409, body: { code: 'operation.under-way' } });
  await world.shown(
    await world.seed.send(operationDecider, half.operationId, {
      type: 'DelayOperation',
      data: { attempt: 2, class: 'away', problem: { code: 'gateway.unreachable' } },
    }),
  );
  expect((await world.ask(support(), 'GET', `/api/operations/${half.operationId}`)).body).toMatchObject({
    notCancellable: { code: 'operation.half-done', parameters: { number: 1 } },
  });
  expect(await act(half.operationId, 'cancel')).toMatchObject({
    status: 409,
    body: { code: 'operation.half-done', detail: expect.stringContaining('1') },
  });
});

it.each([
  [{}, 'reason', 'field.required'],
  [{ reason: ' ' }, 'reason', 'operation.reason-required'],
  [{ reason: 'r'.repeat(501) }, 'reason', 'field.too-long'],
  [{ reason: 'because', force: true }, 'force', 'field.unknown'],
])('refuses %j', async (json, field, code) => {
  const before = await world.countEvents();
  expect(await act(world.acme.failed.operationId, 'cancel', json)).toMatchObject({
    status: 400,
    body: { code, errors: [{ field, code }] },
  });
  expect(await world.countEvents()).toBe(before);
});

describe('many cancellations at once', () => {
  const many = (operationIds: readonly string[], headers = {}) =>
    world.ask(support(), 'POST', '/api/desk/cancellations', {
      json: { operationIds, reason: 'Nobody wants these' },
      headers,
    });

  it('are commands of their own: one that is done, or is missing, does not stop the others', async () => {
    const [one, two] = [await waiting(), await waiting()];
    const done = await world.seed.deployment(world.acme.apiId, await world.seed.gateway('Milan'), 'deployed');
    await world.shown(done.position);
    const missing = '00000000-0000-4000-8000-000000000000';
    const key = { 'idempotency-key': `cancel-${one.operationId}` };
    const ids = [one.operationId, done.operationId, two.operationId, missing, one.operationId];
    const { status, body } = await many(ids, key);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        decided: [one.operationId, two.operationId],
        refused: [
          { id: done.operationId, code: 'operation.ended' },
          { id: missing, code: 'not-found' },
        ],
      },
    });
    const cancellations = async () =>
      (await Promise.all([one, two].map(({ operationId }) => typesOf(operationId)))).map(
        (types) => types.filter((type) => type === 'OperationCancelRequested').length,
      );
    expect(await cancellations()).toEqual([1, 1]);
    // The same call again, as after a lost answer, gives nothing up twice.
    expect((await many(ids, key)).body).toMatchObject({ decided: [one.operationId, two.operationId] });
    expect(await cancellations()).toEqual([1, 1]);
    await world.shown(String(body.position));
    expect((await world.ask(support(), 'GET', `/api/operations/${two.operationId}`)).body).toMatchObject({
      cancelled: { reason: 'Nobody wants these' },
    });
  });

  it('are at most a hundred, with a reason', async () => {
    const { operationId } = await waiting();
    const tooMany = Array.from({ length: 101 }, randomId);
    for (const json of [
      { operationIds: tooMany, reason: 'x' },
      { operationIds: [operationId], reason: ' ' },
      { operationIds: [], reason: 'x' },
    ])
      expect((await world.ask(support(), 'POST', '/api/desk/cancellations', { json })).status).toBe(400);
    expect(await typesOf(operationId)).not.toContain('OperationCancelRequested');
  });
});
