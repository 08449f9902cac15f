import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { randomId } from '#platform/uuid.ts';
import { newName } from '#test/examples/route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { holdAppend } from '#test/world/hold-append.ts';
import { insertRows } from '#test/world/insert-rows.ts';
import { addStateMetrics } from '../state-metrics.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

type Cause = Readonly<Record<string, unknown> & { id: string }>;
const support = () => world.acme.members.support;
const portal = () => world.acme.members.portal;
const causes = async (query = '', who = support()) =>
  (await world.ask(who, 'GET', `/api/desk?sort=count${query}`)).body as unknown as {
    causes: Cause[];
    muted: { causes: number; operations: number };
  };
const onDesk = async (cause: string, query = '', who = support()) =>
  (await causes(query, who)).causes.find(({ id }) => id === cause);
const post = async (path: string, json: object, who = support(), headers = {}) => {
  const response = await world.ask(who, 'POST', `/api/desk/${path}`, { json, headers });
  if (response.status === 200) await world.shown(String(response.body.position));
  return response;
};
const failedAt = async (gateway: string, count = 1) => {
  const gatewayId = await world.seed.gateway(gateway);
  const made = [];
  for (let index = 0; index < count; index += 1) {
    const one = await world.seed.deployment(world.acme.apiId, gatewayId, 'failed');
    await world.shown(one.position);
    made.push(one);
  }
  return { cause: `failed~permanent~gateway.refused~gateway-${gatewayId}`, gatewayId, made };
};

describe('handing over', () => {
  it('gives operations and a whole cause to somebody, with a note; the desk shows whose they are', async () => {
    const { cause, made } = await failedAt('Madrid', 2);
    const [one] = made;
    const ids = [one?.operationId ?? ''];
    const to = portal().userId;
    expect((await post('hand-overs', { operationIds: ids, to, note: 'You know Madrid' })).body).toMatchObject({
      decided: ids,
      refused: [],
    });
    expect(await onDesk(cause)).toMatchObject({ count: 2, held: 1, mine: 0, holder: null });
    expect(await onDesk(cause, '&holder=mine')).toBeUndefined();
    expect(await onDesk(cause, '&holder=mine', portal())).toMatchObject({ mine: 1 });
    // The other one is nobody's.
    expect(await onDesk(cause, '&holder=nobody')).toBeDefined();
    expect((await world.ask(support(), 'GET', `/api/operations/${ids[0]}`)).body.holder).toMatchObject({ id: to });
    // Whoever asked for the operation does not read which of the staff has it.
    expect((await world.ask(world.acme.members.owner, 'GET', `/api/operations/${ids[0]}`)).body.holder).toBeNull();

    await post('hand-overs', { causes: [cause], to: support().userId, note: 'All of it' });
    expect(await onDesk(cause)).toMatchObject({ holder: { id: support().userId, note: 'All of it' } });
    expect(await onDesk(cause, '&holder=nobody')).toBeUndefined();
    expect(await onDesk(cause, '&holder=mine')).toBeDefined();
    expect((await post('hand-overs', { causes: [cause], to: support().userId, note: 'again' })).body).toMatchObject({
      decided: [],
      refused: [{ id: cause, code: 'desk-case.has-it' }],
    });
    await post('take-backs', { causes: [cause] });
    expect(await onDesk(cause)).toMatchObject({ holder: null });
  });

  it('to an owner of the application goes an operation, not a cause, and to nobody who may not read it', async () => {
    const { cause, made } = await failedAt('Sevilla');
    const operationId = made[0]?.operationId ?? '';
    const { people } = (await world.ask(support(), 'GET', `/api/desk-people?operationId=${operationId}`)).body as {
      people: { id: number; isOwner: boolean }[];
    };
    const owner = people.find(({ isOwner }) => isOwner);
    expect(owner).toBeDefined();
    expect(people.filter(({ isOwner }) => !isOwner).map(({ id }) => id)).toEqual(
      expect.arrayContaining([support().userId, portal().userId]),
    );
    expect(people.map(({ id }) => id)).not.toContain(world.acme.members.auditor.userId);
    const to = owner?.id ?? 0;
    expect((await post('hand-overs', { operationIds: [operationId], to, note: 'yours' })).body.decided).toEqual([
      operationId,
    ]);
    for (const [what, person] of [
      [{ causes: [cause] }, to],
      [{ operationIds: [operationId] }, world.acme.members.auditor.userId],
      [{ operationIds: [operationId] }, 2_000_000_000],
    ] as const)
      expect((await post('hand-overs', { ...what, to: person, note: 'yours' })).body).toMatchObject({
        decided: [],
        refused: [{ code: 'desk-case.not-for-them' }],
      });
    const { status } = await world.ask(support(), 'GET', `/api/desk-people?operationId=${randomId()}`);
    expect(status).toBe(404);
  });

  it('to somebody whom a long list does not show', async () => {
    const { made } = await failedAt('Toledo');
    const operationId = made[0]?.operationId ?? '';
    const colleagues = Array.from({ length: 101 }, (_, index) => 1_900_000_000 + index);
    const colleague = { lastname: 'Zz', roles: ['ROLE_SUPPORT'], active: true };
    await insertRows(
      world.pool,
      'users',
      colleagues.map((id) => ({ ...colleague, id, email_lower: `${id}@many.example` })),
    );
    const { people } = (await world.ask(support(), 'GET', `/api/desk-people?operationId=${operationId}`)).body as {
      people: { id: number; isOwner: boolean }[];
    };
    const last = colleagues.at(-1) ?? 0;
    expect(people.map(({ id }) => id)).not.toContain(last);
    const owner = people.find(({ isOwner }) => isOwner);
    expect(owner).toBeDefined();
    for (const to of [last, owner?.id])
      expect((await post('hand-overs', { operationIds: [operationId], to, note: 'yours' })).body.decided).toEqual([
        operationId,
      ]);
    await world.pool.query('delete from users where id = any($1)', [colleagues]);
  });

  it('is told apart from another one with the same idempotency key', async () => {
    const { cause, made } = await failedAt('Malaga');
    const operationIds = [made[0]?.operationId ?? ''];
    const headers = { 'idempotency-key': `twice-${randomId()}` };
    const gives = { operationIds, to: portal().userId, note: 'yours' };
    const first = await post('hand-overs', gives, support(), headers);
    expect(first.body.decided).toEqual(operationIds);
    expect((await post('hand-overs', gives, support(), headers)).body).toEqual(first.body);
    const reused = [{ code: 'idempotency-key.reused' }];
    for (const other of [{ to: support().userId }, { note: 'mine' }])
      expect((await post('hand-overs', { ...gives, ...other }, support(), headers)).body).toMatchObject({
        decided: [],
        refused: reused,
      });
    const mutes = { causes: [cause], days: 3, reason: 'Planned work' };
    expect((await post('mutes', mutes, support(), headers)).body.decided).toEqual([cause]);
    for (const other of [{ days: 4 }, { reason: 'Other work' }])
      expect((await post('mutes', { ...mutes, ...other }, support(), headers)).body.refused).toMatchObject(reused);
    await post('unmutes', { causes: [cause] });
  });

  it('of several to one person reads that person once, unless somebody deletes them in between', async () => {
    const hired = async () => {
      const [name, { organizationId }] = [newName(), world.acme];
      const form = { id: 0, firstname: name, lastname: 'Example', email: `${name}@desk.example`, organizationId };
      const json = { ...form, support: true };
      const { status, body } = await world.ask(portal(), 'POST', '/api/user/edit-user', { json });
      expect(status, JSON.stringify(body)).toBe(200);
      await world.shown(String(body.position));
      return Number(body.userId);
    };
    const names = [1, 2, 3].map((gateway) => `failed~permanent~gateway.refused~gateway-${gateway}`);
    const reads = vi.spyOn(world.services.store, 'read');
    const to = await hired();
    expect((await post('hand-overs', { causes: names, to, note: 'yours' })).body.decided).toEqual(names);
    expect(reads.mock.calls.filter(([stream]) => stream === `user-${to}`)).toHaveLength(1);
    reads.mockRestore();

    const leaver = await hired();
    const held = holdAppend(world.services.store, 'DeskCaseHandedOver');
    const giving = post('hand-overs', { causes: names, to: leaver, note: 'yours' });
    await held.reached;
    expect((await world.ask(portal(), 'DELETE', `/api/user?id=${leaver}`)).status).toBe(200);
    held.release();
    const { decided, refused } = (await giving).body as { decided: string[]; refused: { code: string }[] };
    expect(decided).toEqual([]);
    expect(refused).toHaveLength(names.length);
  });

  it('two at once: each hands over, and the last one counts, as the log has it', async () => {
    const { made } = await failedAt('Bilbao');
    const operationId = made[0]?.operationId ?? '';
    const give = (to: number) => post('hand-overs', { operationIds: [operationId], to, note: 'yours' });
    const done = await Promise.all([give(support().userId), give(portal().userId)]);
    expect(done.map(({ body }) => body.decided)).toEqual([[operationId], [operationId]]);
    const last = (await world.services.store.read(`desk-case-${operationId}`)).at(-1);
    const { holder } = (await world.ask(support(), 'GET', `/api/operations/${operationId}`)).body as {
      holder: { id: number };
    };
    expect(last?.data).toMatchObject({ to: holder.id });
  });
});

describe('muting', () => {
  const mute = (cause: string, days = 3) => post('mutes', { causes: [cause], days, reason: 'Planned work' });

  it('takes a cause off the desk, counts it, and shows it when asked; a cause that differs stays', async () => {
    const { cause, gatewayId } = await failedAt('Porto', 2);
    const { cause: other } = await failedAt('Faro');
    const before = (await causes()).muted;
    expect((await mute(cause)).body).toMatchObject({ decided: [cause], refused: [] });
    expect(await onDesk(cause)).toBeUndefined();
    expect(await onDesk(other)).toBeDefined();
    const { muted } = await causes();
    expect(muted).toEqual({ causes: before.causes + 1, operations: before.operations + 2 });
    expect(await onDesk(cause, '&show=muted')).toMatchObject({ count: 2, muted: { reason: 'Planned work' } });
    expect(await onDesk(other, '&show=muted')).toBeUndefined();
    // It fails differently: that is another cause.
    await world.pool.query(
      `update operations set problems = '[{"code": "gateway.name-taken"}]'
       where id = (select id from operations where cause = $1 limit 1)`,
      [cause],
    );
    expect(await onDesk(`failed~permanent~gateway.name-taken~gateway-${gatewayId}`)).toMatchObject({ count: 1 });
    await post('unmutes', { causes: [cause] });
    expect(await onDesk(cause)).toMatchObject({ muted: null });
  });

  it('ends by itself', async () => {
    const { cause } = await failedAt('Braga');
    await mute(cause, 1);
    expect(await onDesk(cause)).toBeUndefined();
    await world.pool.query(`update desk_cases set muted_until = now() - interval '1 second' where about = $1`, [cause]);
    expect(await onDesk(cause)).toMatchObject({ muted: null, count: 1 });
  });

  it('never hides what takes something away as long as it is open', async () => {
    const gatewayId = await world.seed.gateway('Evora');
    const made = await world.seed.deployment(world.acme.apiId, gatewayId, 'deployed');
    const operationId = randomId();
    const position = await world.seed.send(deploymentDecider, made.deploymentId, {
      type: 'RequestUndeployment',
      data: { operationId },
    });
    await world.shown(position);
    await world.pool.query(`update operations set updated_at = now() - interval '6 minutes' where id = $1`, [
      operationId,
    ]);
    const cause = `requested~~~gateway-${gatewayId}`;
    await mute(cause);
    expect(await onDesk(cause)).toMatchObject({ removals: 1, muted: { reason: 'Planned work' } });
    expect(await onDesk(cause, '&show=muted')).toBeUndefined();
  });

  it('changes no metric: who is paged is paged all the same', async () => {
    const { cause } = await failedAt('Lagos');
    const metrics = async () => {
      const registry = new Registry();
      addStateMetrics(registry, world.pool);
      return (await registry.metrics()).split('\n').filter((line) => /^portico_operations(_failed.*)?[{ ]/.test(line));
    };
    const before = await metrics();
    expect(before.join('\n')).toContain('failed');
    await mute(cause);
    expect(await onDesk(cause)).toBeUndefined();
    expect(await metrics()).toEqual(before);
  });

  it.each([
    ['mutes', { causes: ['failed~permanent~gateway.refused~gateway-1'], days: 31, reason: 'x' }],
    ['mutes', { causes: ['failed~permanent~gateway.refused~gateway-1'], days: 0, reason: 'x' }],
    ['mutes', { causes: ['failed~permanent~gateway.refused~gateway-1'], days: 3, reason: ' ' }],
    ['mutes', { causes: ['no cause'], days: 3, reason: 'x' }],
    ['mutes', { causes: [], days: 3, reason: 'x' }],
    ['hand-overs', { to: 1, note: 'x' }],
    ['hand-overs', { causes: ['failed~permanent~gateway.refused~gateway-1'], to: 1, note: '' }],
    ['hand-overs', { operationIds: Array.from({ length: 101 }, () => randomId()), to: 1, note: 'x' }],
  ])('refuses %s %j', async (path, json) => {
    const before = await world.countEvents();
    expect((await post(path, json)).status).toBe(400);
    expect(await world.countEvents()).toBe(before);
  });
});

it('whoever gets a case is told, in their own organization, and not who takes it themselves', async () => {
  const { made, cause } = await failedAt('Cadiz');
  const operationId = made[0]?.operationId ?? '';
  const told = async (who = portal()) =>
    (
      (await world.ask(who, 'GET', '/api/notices')).body as unknown as {
        notices: { kind: string; object: string; operation: { id: string } | null }[];
      }
    ).notices.filter(({ kind }) => kind.endsWith('-handed-over'));
  const before = (await told()).length;
  const newest = async () => (await told()).slice(0, (await told()).length - before);
  await post('hand-overs', { operationIds: [operationId], to: portal().userId, note: 'yours' });
  await post('hand-overs', { causes: [cause], to: portal().userId, note: 'yours' });
  const ofCause = { kind: 'cause-handed-over', object: cause };
  expect(await newest()).toMatchObject([ofCause, { kind: 'case-handed-over', operation: { id: operationId } }]);
  // What somebody else has now is no news for them any more.
  await post('hand-overs', { operationIds: [operationId], to: support().userId, note: 'mine' });
  expect(await newest()).toMatchObject([ofCause]);
  expect(await told(support())).toEqual([]);
});
