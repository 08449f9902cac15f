import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventMeta } from '#domain/core/event.ts';
import { userDecider } from '#domain/user/decider.ts';
import { type Member, specText } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { sessionHash } from '../auth/session-store.ts';
import { sessionMark } from './event-meta.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const bodyOf = (nickname = 'one') => ({
  deploymentId: world.acme.deployed.deploymentId,
  apiModelId: world.acme.apiId,
  organizationId: world.acme.organizationId,
  nickname,
});
const add = (key: string, json = bodyOf(), who: Member = world.acme.members.portal) =>
  world.ask(who, 'POST', '/api/kong/add-consumer', { json, headers: { 'idempotency-key': key } });

/** Returns the events that requested the operations of these responses. */
const eventsOf = async (responses: readonly { body: Readonly<Record<string, unknown>> }[]) => {
  const operations = responses.map(({ body }) => String(body.operationId));
  const { rows } = await world.pool.query<{ count: number }>(
    `select count(*) as count from events where type = 'ConsumerRequested' and data::text like any($1)`,
    [operations.map((id) => `%${id}%`)],
  );
  return rows[0]?.count;
};

describe('the same Idempotency-Key (G3)', () => {
  it('is the same command: one event, one response', async () => {
    const first = await add('key-0001');
    const second = await add('key-0001');
    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(await eventsOf([first, second])).toBe(1);
  });

  it('is one command ten times at once', async () => {
    const before = await world.countEvents();
    const responses = await Promise.all(Array.from({ length: 10 }, () => add('key-0002')));
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
    expect(await world.countEvents()).toBe(before + 1);
  });

  it('is one command for an upload too, even if the first one made the same upload impossible', async () => {
    const upload = () => {
      const form = new FormData();
      form.set('jsonFile', new File([specText('Twice')], 'spec.json'));
      return world.ask(world.acme.members.portal, 'POST', '/api/swagger/import', {
        body: form,
        headers: { 'idempotency-key': 'key-0003' },
      });
    };
    const [first, second] = [await upload(), await upload()];
    expect(second.body).toEqual(first.body);

    const { operationId } = world.acme.failed;
    const replay = () =>
      world.ask(world.acme.members.support, 'POST', `/api/operations/${operationId}/replay`, {
        json: { reason: 'because' },
        headers: { 'idempotency-key': 'key-0004' },
      });
    const [once, twice] = [await replay(), await replay()];
    expect(once.status).toBe(200);
    expect(twice).toMatchObject({ status: 200, body: once.body });
  });

  it('is a conflict with another request', async () => {
    await add('key-0005');
    for (const response of [
      await add('key-0005', bodyOf('two')),
      await world.ask(world.acme.members.portal, 'DELETE', `/api/consumer/${world.acme.consumer.consumerId}`, {
        headers: { 'idempotency-key': 'key-0005' },
      }),
    ])
      expect(response).toMatchObject({
        status: 409,
        body: { code: 'idempotency-key.reused', detail: 'This Idempotency-Key was used for another request.' },
      });
  });

  it('is another command for another user', async () => {
    const first = await add('key-0006');
    const other = await add('key-0006', bodyOf(), world.acme.members.owner);
    expect(other.status).toBe(200);
    expect(other.body.operationId).not.toBe(first.body.operationId);
    expect(await eventsOf([first, other])).toBe(2);
  });

  it('does not make a refused command succeed later', async () => {
    const nobody = { ...bodyOf(), organizationId: 999 };
    for (let time = 0; time < 2; time += 1) expect((await add('key-0007', nobody)).status).toBe(400);
    expect((await add('key-0007')).status).toBe(200);
  });

  it.each(['short', 'a'.repeat(201), 'with a space', 'ümlaut-key'])('refuses the key %s', async (key) => {
    const before = await world.countEvents();
    expect(await add(key)).toMatchObject({ status: 400, body: { code: 'idempotency-key.invalid' } });
    expect(await world.countEvents()).toBe(before);
  });
});

describe('A8: a removed right', () => {
  /*
   * The promise: the caller's rights are read from the read tables when a request begins, in the statement that finds
   * the session. So a request that begins after the change is shown has the new rights. A request that began before may
   * still use the old rights.
   */
  it.each(['session', 'bearer'] as const)(
    'is gone in every request that begins after the change is shown, by %s',
    async (by) => {
      const member = world.acme.members[by === 'session' ? 'portal' : 'gateway'];
      const before = member.roles;
      const ask = (nickname: string) =>
        world.ask(member, 'POST', '/api/kong/add-consumer', { json: bodyOf(nickname), by });
      expect((await ask('before')).status).toBe(200);

      const underWay = Array.from({ length: 50 }, (_none, index) => ask(`under way ${index}`));
      const changed = await world.seed.send(userDecider, member.userId, {
        type: 'ChangeRoles',
        data: { roles: ['ROLE_AUDITOR'] },
      });
      await world.shown(changed);
      const after = await Promise.all(Array.from({ length: 50 }, (_none, index) => ask(`after ${index}`)));
      const settled = await Promise.all(underWay);

      expect(new Set(after.map(({ status }) => status))).toEqual(new Set([404]));
      // 409: others added keys to the same deployment all the time, and each counts those before it.
      expect(settled.every(({ status }) => [200, 404, 409].includes(status))).toBe(true);
      expect(settled.some(({ status }) => status === 200)).toBe(true);
      const { rows } = await world.pool.query<{ nickname: string; roles: string[] }>(
        `select (data::jsonb)->>'nickname' as nickname, (meta::jsonb)->'actor'->'roles' as roles
       from events where type = 'ConsumerRequested' and (meta::jsonb)->'actor'->>'userId' = $1
         and (data::jsonb)->>'nickname' ~ '^(before|under way|after)'`,
        [String(member.userId)],
      );
      // No later request was carried out, and the events of the others hold the rights that were used.
      expect(rows.filter(({ nickname }) => nickname.startsWith('after'))).toEqual([]);
      expect(rows.every(({ roles }) => roles.join() === before.join())).toBe(true);
      expect(rows).toHaveLength(1 + settled.filter(({ status }) => status === 200).length);
      await world.seed.send(userDecider, member.userId, { type: 'ChangeRoles', data: { roles: [...before] } });
    },
  );

  it('a disabled user is signed out', async () => {
    const { support } = world.partner.members;
    expect((await world.ask(support, 'GET', '/api/operations')).status).toBe(200);
    await world.shown(await world.seed.send(userDecider, support.userId, { type: 'DisableUser', data: {} }));
    for (const by of ['session', 'bearer'] as const)
      expect(await world.ask(support, 'GET', '/api/operations', { by })).toMatchObject({
        status: 401,
        body: { code: 'user.disabled' },
      });
  });
});

describe('the events of a command', () => {
  const metaOf = async (by: 'session' | 'bearer', nickname: string) => {
    const { portal } = world.acme.members;
    const { body } = await world.ask(portal, 'POST', '/api/kong/add-consumer', { json: bodyOf(nickname), by });
    const { rows } = await world.pool.query<{ meta: string }>(
      "select meta from events where type = 'ConsumerRequested' and data::json ->> 'operationId' = $1",
      [body.operationId],
    );
    return JSON.parse(rows[0]?.meta ?? '') as EventMeta;
  };

  it('name the rule, and the session by a hash that only this installation can compute', async () => {
    const { session, ...meta } = await metaOf('session', 'by session');
    expect(meta).toMatchObject({ rule: 'consumer.add', actor: { userId: world.acme.members.portal.userId } });
    const id = world.credentials(world.acme.members.portal).cookie?.split('=')[1] ?? '';
    expect(session).toBe(sessionMark(world.services.settings.PORTICO_KEY, sessionHash(id)));
    expect(session).not.toBe(sessionMark(Buffer.alloc(32), sessionHash(id)));
  });

  it('name no session for a token', async () => {
    const meta = await metaOf('bearer', 'by token');
    expect(meta).toMatchObject({ rule: 'consumer.add' });
    expect(meta).not.toHaveProperty('session');
  });
});
