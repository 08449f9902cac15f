import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { approvalRuleDecider, peopleRuleId } from '#domain/approval-rule/approval-rule.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { holdAppend } from '#test/world/hold-append.ts';
import { askingIn } from '../fixtures/asking.ts';
import { newDenial } from '../registration/examples.ts';

let world: BffWorld;
let ada: Member;
beforeAll(async () => {
  world = await startBffWorld();
  ada = world.acme.members.portal;
});
afterAll(() => world.close());

const { ask, tell, somebody } = askingIn(() => world);
const setRule = (twoPeople: boolean) => ask(ada, 'POST', '/api/approval-rules/people', { twoPeople });

/** Whoever may be erased: a deleted person, and a denied request. */
const erasable = [
  [
    'a person',
    'UserErasureBegun',
    'UserErased',
    async () => {
      const { userId } = await somebody('ROLE_COMPANY_USER');
      await tell(userId, { type: 'DeleteUser', data: {} });
      return { stream: `user-${userId}`, erase: () => ask(ada, 'POST', '/api/user/erase', { id: userId }) };
    },
  ],
  [
    'a denied request',
    'RegistrationErasureBegun',
    'RegistrationErased',
    async () => {
      const id = await newDenial(world, world.partner);
      const erase = () => ask(ada, 'POST', '/api/erase-access-request', { accessRequestId: id });
      return { stream: `registration-${id}`, erase };
    },
  ],
] as const;

/** The types of a stream's events, and whether the key of its person is destroyed. */
const erasureOf = async (stream: string) => {
  const events = await world.services.store.read(stream);
  const { userId } = (events[0]?.data ?? {}) as { userId?: number };
  const keys = 'select from subject_keys where subject = $1 and wrapped is null';
  const { rowCount } = await world.pool.query(keys, [userId]);
  return { types: events.map(({ type }) => type), isDestroyed: rowCount === 1, events };
};

describe.each(erasable)('an erasing of %s while the rule comes', (_name, begun, done, made) => {
  const end = () =>
    world.seed.send(approvalRuleDecider, peopleRuleId, {
      type: 'SetPeopleRule',
      data: { twoPeople: false, otherAdministrator: true, formerAdministrator: true, isApproved: true },
    });
  afterEach(async () => await world.shown(await end()));

  it('is asked for when it had not begun, and nothing is destroyed', async () => {
    const { stream, erase } = await made();
    const held = holdAppend(world.services.store, begun);
    const erasing = erase();
    await held.reached;
    expect((await erasureOf(stream)).isDestroyed).toBe(false);
    expect((await setRule(true)).status).toBe(200);
    held.release();
    expect(await erasing).toMatchObject({ status: 200, body: { approvalId: expect.any(Number) } });
    const { types, isDestroyed } = await erasureOf(stream);
    expect(isDestroyed).toBe(false);
    expect(types).not.toContain(begun);
    expect(types).not.toContain(done);
  });

  it('is carried to its end when it had begun, and the log says who began it before the rule', async () => {
    const { stream, erase } = await made();
    const held = holdAppend(world.services.store, done);
    const erasing = erase();
    await held.reached;
    expect((await setRule(true)).status).toBe(200);
    held.release();
    const { status, body } = await erasing;
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.approvalId).toBeUndefined();
    const { types, isDestroyed, events } = await erasureOf(stream);
    expect(isDestroyed).toBe(true);
    expect(types.slice(-2)).toEqual([begun, done]);
    expect(events.at(-2)?.meta.actor.userId).toBe(ada.userId);
    const { rows } = await world.pool.query(
      `select type from events where type = any($1) order by xid desc, pos desc limit 3`,
      [[begun, done, 'PeopleRuleSet']],
    );
    expect(rows.map(({ type }) => type)).toEqual([done, 'PeopleRuleSet', begun]);
  });

  it('that broke off after it had begun is ended by the same click, also under the rule', async () => {
    const { stream, erase } = await made();
    const { append } = world.services.store;
    const dying: typeof append = (events) =>
      events.events.some(({ type }) => type === done) ? Promise.reject(new Error('the process died')) : append(events);
    Object.assign(world.services.store, { append: dying });
    expect((await erase()).status).toBe(500);
    Object.assign(world.services.store, { append });
    expect((await setRule(true)).status).toBe(200);
    const { status, body } = await erase();
    expect([status, body.approvalId]).toEqual([200, undefined]);
    expect((await erasureOf(stream)).types.slice(-2)).toEqual([begun, done]);
  });
});
