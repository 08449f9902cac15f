import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import type { OperationCommand } from '#domain/operation/operation.ts';
import { randomId } from '#platform/uuid.ts';
import { runSql } from '#test/postgres/sql.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

type Cause = Readonly<{ id: string; state: string; count: number; apis: number; inProd: number }>;
const support = () => world.acme.members.support;
const get = async (path: string) => (await world.ask(support(), 'GET', path)).body;
const desk = async (query = '') => (await get(`/api/desk${query}`)).causes as unknown as Cause[];
const causeOf = async (id: string) => (await desk('?sort=count')).find((cause) => cause.id === id);
const operationsOf = async (id: string) =>
  ((await get(`/api/desk/${encodeURIComponent(id)}`)).operations as unknown as { id: string }[]).map(
    (operation) => operation.id,
  );
const send = async (operationId: string, ...commands: OperationCommand[]) => {
  let position = '';
  for (const command of commands) position = await world.seed.send(operationDecider, operationId, command);
  await world.shown(position);
};
/** A deployment on a gateway of its own, whose operation has ended or not. */
const deployed = async (
  gatewayId: number,
  state: 'failed' | 'deploying' | 'deployed' = 'failed',
  environment = 'DEV',
) => {
  const made = await world.seed.deployment(world.acme.apiId, gatewayId, state, { environment: environment as 'DEV' });
  await world.shown(made.position);
  return made;
};
const start: OperationCommand = { type: 'StartOperation', data: { worker: 'test' } };
const wait = (code: string, how: 'away' | 'retry' = 'retry'): OperationCommand => ({
  type: 'DelayOperation',
  data: { attempt: 1, class: how, problem: { code }, nextAttemptAt: '2026-11-28T15:00:00.000Z' },
});
const refused = (gatewayId: number) => `failed~permanent~gateway.refused~gateway-${gatewayId}`;

describe('the desk', () => {
  it('groups what failed by its cause and resource, whatever it is about, and the group holds as many as it says', async () => {
    const [one, other] = [await world.seed.gateway('Berlin'), await world.seed.gateway('Lyon')];
    const here = [await deployed(one), await deployed(one, 'failed', 'PROD')];
    const there = await deployed(other);
    const cause = await causeOf(refused(one));
    expect(cause).toMatchObject({
      ...{ state: 'failed', failureClass: 'permanent', problem: { code: 'gateway.refused' }, resource: 'Berlin' },
      ...{ kinds: ['deploy'], count: 2, inProd: 1, apis: 1, organizations: 1, nextAttemptAt: null },
    });
    expect(new Set(await operationsOf(refused(one)))).toEqual(new Set(here.map(({ operationId }) => operationId)));
    expect(await operationsOf(refused(other))).toEqual([there.operationId]);
  });

  it('has the newest effect first', async () => {
    const gateways = [await world.seed.gateway('Bern'), await world.seed.gateway('Genoa')];
    const [bern = '', genoa = ''] = gateways.map(refused);
    const places = async () => {
      const ids = (await desk()).map((cause) => cause.id);
      return ids.filter((id) => id === bern || id === genoa);
    };
    for (const gatewayId of gateways) await deployed(gatewayId);
    expect(await places()).toEqual([genoa, bern]);
    await deployed(gateways[0] ?? 0);
    expect(await places()).toEqual([bern, genoa]);
  });

  it('keeps what waits apart, with the next try, and filters by what is to be done', async () => {
    const gatewayId = await world.seed.gateway('Oslo');
    const { operationId } = await deployed(gatewayId, 'deploying');
    await send(operationId, start, wait('gateway.unreachable'));
    const id = `waiting~retry~gateway.unreachable~gateway-${gatewayId}`;
    expect(await causeOf(id)).toMatchObject({ state: 'waiting', count: 1, nextAttemptAt: '2026-11-28T15:00:00.000Z' });
    expect((await desk('?state=waiting')).map((cause) => cause.id)).toContain(id);
    expect((await desk('?state=failed')).map((cause) => cause.state)).not.toContain('waiting');
  });

  it('shows what is under way only after a while, and nothing that is done', async () => {
    const gatewayId = await world.seed.gateway('Riga');
    const { operationId } = await deployed(gatewayId, 'deploying');
    const done = await deployed(gatewayId, 'deployed');
    const id = `requested~~~gateway-${gatewayId}`;
    expect(await operationsOf(id)).toEqual([]);
    await world.pool.query(`update operations set updated_at = now() - interval '6 minutes' where id = any($1)`, [
      [operationId, done.operationId],
    ]);
    expect(await operationsOf(id)).toEqual([operationId]);
    expect((await desk('?state=slow')).map((cause) => cause.id)).toContain(id);
  });

  it('counts a thing once: a newer try takes the place of a failure, and so does a removal', async () => {
    const gatewayId = await world.seed.gateway('Turin');
    const [again, gone] = [await deployed(gatewayId), await deployed(gatewayId)];
    expect(await causeOf(refused(gatewayId))).toMatchObject({ count: 2 });
    const operationId = randomId();
    await world.shown(
      await world.seed.send(deploymentDecider, again.deploymentId, {
        type: 'RequestDeployment',
        data: {
          ...{ deploymentId: again.deploymentId, operationId, apiId: world.acme.apiId },
          ...{ config: again.config, keepsResponse: false },
        },
      }),
    );
    await send(operationId, start, {
      type: 'FailOperation',
      data: { attempt: 1, class: 'permanent', problems: [{ code: 'gateway.refused' }] },
    });
    expect(await causeOf(refused(gatewayId))).toMatchObject({ count: 2 });
    expect(await operationsOf(refused(gatewayId))).toContain(operationId);
    expect(await operationsOf(refused(gatewayId))).not.toContain(again.operationId);
    await world.shown(
      await world.seed.send(deploymentDecider, gone.deploymentId, {
        type: 'RequestUndeployment',
        data: { operationId: randomId() },
      }),
    );
    expect(await operationsOf(refused(gatewayId))).toEqual([operationId]);
  });

  it('is empty for a cause that nothing has, and knows no others', async () => {
    expect(await get('/api/desk/failed~permanent~gateway.refused~gateway-999')).toEqual({
      cause: null,
      operations: [],
    });
    expect((await world.ask(support(), 'GET', '/api/desk/anything')).status).toBe(404);
  });
});

describe('the timeline', () => {
  it('goes from the request through each attempt, step and wait to the end, and names who replayed it, and why', async () => {
    const gatewayId = await world.seed.gateway('Vienna');
    const { operationId } = await deployed(gatewayId, 'deploying');
    const twin = await deployed(gatewayId, 'deploying');
    for (const id of [operationId, twin.operationId]) await send(id, start, wait('gateway.busy'));
    await send(operationId, start, {
      type: 'RecordStep',
      data: { attempt: 2, step: 'service', target: 'pay-dev', result: 'created' },
    });
    await send(operationId, {
      ...(wait('gateway.busy') as { type: 'DelayOperation' }),
      data: {
        ...{ attempt: 2, class: 'retry', problem: { code: 'gateway.busy' } },
      },
    });
    const timeline = async () => await get(`/api/operations/${operationId}/timeline`);
    const before = await timeline();
    expect(before).toMatchObject({
      cause: { id: `waiting~retry~gateway.busy~gateway-${gatewayId}`, others: 1 },
      leftOut: 0,
      moments: [
        { type: 'requested' },
        { type: 'started', attempt: 1 },
        {
          type: 'delayed',
          attempt: 1,
          problems: [{ code: 'gateway.busy' }],
          nextAttemptAt: '2026-11-28T15:00:00.000Z',
        },
        { type: 'started', attempt: 2 },
        { type: 'step', attempt: 2, step: 'service', target: 'pay-dev', result: 'created' },
        { type: 'delayed', attempt: 2, nextAttemptAt: null },
      ],
    });
    expect(JSON.stringify(before)).not.toContain('"worker"');
    await world.ask(support(), 'POST', `/api/operations/${operationId}/replay`, { json: { reason: 'It is back' } });
    await send(operationId, start, { type: 'CompleteOperation', data: { attempt: 3 } });
    const after = await timeline();
    expect((after.moments as unknown[]).slice(-3)).toMatchObject([
      { type: 'replayed', reason: 'It is back', by: expect.stringMatching(/./) },
      { type: 'started', attempt: 3 },
      { type: 'completed', attempt: 3 },
    ]);
    expect(after.cause).toBeNull();
  });

  it('has the calls of the attempts that it shows, while they are kept', async () => {
    const gatewayId = await world.seed.gateway('Bergen');
    const { operationId } = await deployed(gatewayId, 'deploying');
    await send(operationId, start, wait('gateway.busy'));
    const at = Date.parse('2026-11-28T14:00:00.000Z');
    const calls = [
      { call: 'GET /services', at, took: 4, times: 2, status: 200 },
      { call: 'PUT /plugins/1', at, took: 9, times: 1, status: 400, said: 'schema violation' },
      { call: 'GET /routes', at, took: 5_000, times: 1, failed: 'gateway.unreachable' },
    ];
    await world.pool.query('insert into operation_calls values ($1, 1, now(), $2, 3)', [
      operationId,
      JSON.stringify(calls),
    ]);
    const line = { at: new Date(at).toISOString(), times: 1, status: null, failed: null, said: null };
    expect((await get(`/api/operations/${operationId}/timeline`)).calls).toEqual([
      { attempt: 1, leftOut: 3, calls: calls.map((call) => ({ ...line, ...call, at: line.at })) },
    ]);
    await world.pool.query('delete from operation_calls');
    expect((await get(`/api/operations/${operationId}/timeline`)).calls).toEqual([]);
  });

  it('has the calls of the newest attempts only, and the number of all others', async () => {
    const { operationId } = await deployed(await world.seed.gateway('Tromso'), 'deploying');
    for (let attempt = 1; attempt <= 7; attempt += 1)
      await send(operationId, start, {
        type: 'DelayOperation',
        data: { attempt, class: 'retry', problem: { code: 'gateway.busy' }, nextAttemptAt: '2026-11-28T15:00:00.000Z' },
      });
    const at = Date.parse('2026-11-28T14:00:00.000Z');
    const calls = Array.from({ length: 200 }, (_, index) => ({
      ...{ call: `GET /routes/${index}`, at, took: 4, times: 2, status: 200 },
    }));
    await world.pool.query('insert into operation_calls select $1, n, now(), $2, 3 from generate_series(1, 7) as n', [
      operationId,
      JSON.stringify(calls),
    ]);
    const { calls: told } = await get(`/api/operations/${operationId}/timeline`);
    expect(
      (told as unknown as { attempt: number; calls: unknown[]; leftOut: number }[]).map((each) => [
        each.attempt,
        each.calls.length,
        each.leftOut,
      ]),
    ).toEqual([1, 2, 3, 4, 5, 6, 7].map((attempt) => (attempt > 2 ? [attempt, 200, 3] : [attempt, 0, 403])));
    await world.pool.query('delete from operation_calls');
  });

  it('has who got it, who lost it, and how long a cause of it was muted, with notes', async () => {
    const gatewayId = await world.seed.gateway('Turin');
    const { portal } = world.acme.members;
    const arrange = async (path: string, json: object) => {
      const { status, body } = await world.ask(support(), 'POST', `/api/desk/${path}`, { json });
      expect([status, body.refused]).toEqual([200, []]);
      await world.shown(String(body.position));
    };
    const causes = [refused(gatewayId)];
    // Before the operation was requested: the first is over by then, the other two are in force.
    await arrange('hand-overs', { causes, to: portal.userId, note: 'long ago' });
    await arrange('take-backs', { causes });
    await arrange('hand-overs', { causes, to: support().userId, note: 'all of these' });
    await arrange('mutes', { causes, days: 3, reason: 'The wall is being moved' });
    const { operationId } = await deployed(gatewayId);
    await arrange('hand-overs', { operationIds: [operationId], to: portal.userId, note: 'yours' });
    await arrange('take-backs', { operationIds: [operationId] });
    await arrange('unmutes', { causes });
    const lines = async () => (await get(`/api/operations/${operationId}/timeline`)).arranged as unknown;
    const names = { by: expect.stringMatching(/./), person: expect.stringMatching(/./) };
    const all = [
      { type: 'handed-over', ofCause: true, note: 'all of these', until: null, ...names },
      {
        ...{ type: 'muted', ofCause: true, note: 'The wall is being moved', person: null },
        until: expect.stringMatching(/Z$/),
      },
      { type: 'handed-over', ofCause: false, note: 'yours', ...names },
      { type: 'given-back', ofCause: false, note: null, ...names },
      { type: 'unmuted', ofCause: true, person: null, note: null },
    ];
    expect(await lines()).toMatchObject(all);
    // It failed for that cause, whatever became of it. What happens to the cause after its end says nothing of it.
    await send(operationId, { type: 'ReplayOperation', data: { reason: 'moved' } }, start, {
      type: 'CompleteOperation',
      data: { attempt: 2 },
    });
    await arrange('mutes', { causes, days: 1, reason: 'again' });
    expect(await lines()).toMatchObject(all);
  });

  it('is there, without a trace, when somebody has forged an event of what it is about', async () => {
    const { deploymentId, operationId } = await deployed(await world.seed.gateway('Porto'));
    const path = `/api/operations/${operationId}/timeline`;
    const { moments } = await get(path);
    await runSql(
      world.ownerUrl,
      'set session_replication_role = replica',
      `update events set data = '{}' where stream = 'deployment-${deploymentId}'`,
    );
    expect(await get(path)).toMatchObject({ moments, traceId: null });
  });

  it('has 404 for a missing operation', async () => {
    const missing = '/api/operations/00000000-0000-4000-8000-000000000000/timeline';
    expect((await world.ask(support(), 'GET', missing)).status).toBe(404);
  });
});

describe('many replays at once', () => {
  const many = (operationIds: readonly string[], headers = {}) =>
    world.ask(support(), 'POST', '/api/desk/replays', { json: { operationIds, reason: 'The name is free' }, headers });

  it('are commands of their own: one that has ended, or is missing, does not stop the others', async () => {
    const gatewayId = await world.seed.gateway('Ghent');
    const [one, two, done] = [
      await deployed(gatewayId),
      await deployed(gatewayId, 'failed', 'PROD'),
      await deployed(gatewayId, 'deployed'),
    ];
    const missing = '00000000-0000-4000-8000-000000000000';
    const ids = [one, done, two].map(({ operationId }) => operationId);
    const { status, body } = await many([...ids, missing]);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        decided: [one.operationId, two.operationId],
        refused: [{ id: done.operationId, code: 'operation.not-replayable' }, { id: missing }],
      },
    });
    await world.shown(body.position);
    expect(await operationsOf(refused(gatewayId))).toEqual([]);
    const last = await Promise.all(
      [one, two].map(async ({ operationId }) => (await world.services.store.read(`operation-${operationId}`)).at(-1)),
    );
    expect(last.map((event) => event?.type)).toEqual(['OperationReplayRequested', 'OperationReplayRequested']);
    // The work on many is one large task, which leaves room for others.
    expect(new Set(last.map((event) => event?.meta.correlationId)).size).toBe(1);
    expect((await many(ids)).body).toMatchObject({ decided: [], refused: [{}, {}, {}] });
  });

  it('are at most a hundred', async () => {
    expect((await many(Array.from({ length: 101 }, () => randomId()))).status).toBe(400);
    expect((await many([])).status).toBe(400);
  });
});

describe('the dry run of a replay', () => {
  const preview = (id: string) => get(`/api/operations/${id}/replay-preview`);

  it('says that it would wait for a gateway that does not respond, and changes nothing', async () => {
    const before = await world.countEvents();
    expect(await preview(world.acme.failed.operationId)).toMatchObject({
      outcome: 'away',
      plan: null,
      problem: { code: expect.stringMatching(/^gateway\./) },
    });
    expect(await world.countEvents()).toBe(before);
  });

  it('says that a newer request took its place, and what it can not tell', async () => {
    const gatewayId = await world.seed.gateway('Porto');
    const { deploymentId, operationId } = await deployed(gatewayId);
    await world.shown(
      await world.seed.send(deploymentDecider, deploymentId, {
        type: 'RequestUndeployment',
        data: { operationId: randomId() },
      }),
    );
    expect(await preview(operationId)).toEqual({ outcome: 'replaced', at: 'gateway', plan: null, problem: null });
    await world.pool.query(`update operations set kind = 'suspend-keys' where id = $1`, [operationId]);
    expect(await preview(operationId)).toEqual({ outcome: 'unknown', at: 'gateway', plan: null, problem: null });
  });
});
