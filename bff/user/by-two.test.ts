import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvalDecider } from '#domain/approval/decider.ts';
import { streamOf } from '#domain/core/id.ts';
import type { Role } from '#domain/core/role.ts';
import { userDecider } from '#domain/user/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { newName } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { askingIn } from '../fixtures/asking.ts';
import { newRequest } from '../registration/examples.ts';

let world: BffWorld;
let ada: Member;
let elias: Member;
beforeAll(async () => {
  world = await startBffWorld();
  ada = world.acme.members.portal;
  elias = world.partner.members.portal;
});
afterAll(() => world.close());

const { ask, tell, somebody } = askingIn(() => world);
const setRule = (twoPeople: boolean, who = ada) => ask(who, 'POST', '/api/approval-rules/people', { twoPeople });
const stateOf = async (id: unknown) => {
  const state = await loadState(world.services.store, approvalDecider, Number(id));
  if (state.status === 'none') throw new Error('nobody asked');
  return state;
};
const userOf = async (id: unknown) => {
  const state = await loadState(world.services.store, userDecider, Number(id));
  if (state.status === 'none') throw new Error('nobody');
  return state;
};
const countOf = async (id: unknown) => (await world.services.store.read(streamOf('user', Number(id)))).length;
const personOf = (of?: Member) => {
  const name = newName();
  const person = { firstname: name, lastname: 'Example', email: of?.email ?? `${name}@canary.example` };
  return { ...person, organizationId: world.acme.organizationId };
};
const approve = async (who: Member, approvalId: unknown) => {
  const { hash } = await stateOf(approvalId);
  return await ask(who, 'POST', `/api/approvals/${approvalId}/approve`, { hash });
};
const before: readonly Role[] = ['ROLE_COMPANY_USER'];

it('is as ever without the rule', async () => {
  const member = await somebody(...before);
  const { status, body } = await ask(ada, 'POST', '/api/user', { id: member.userId, portalAdmin: true });
  expect(status).toBe(200);
  expect(body.approvalId).toBeUndefined();
  expect((await userOf(member.userId)).roles).toContain('ROLE_PORTAL_ADMIN');
  await tell(member.userId, { type: 'DeleteUser', data: {} });
  expect((await ask(ada, 'POST', '/api/user/erase', { id: member.userId })).body.approvalId).toBeUndefined();
  expect(await userOf(member.userId)).toMatchObject({ erased: true });
});

describe('with the rule', () => {
  beforeAll(async () => {
    expect((await setRule(true)).status).toBe(200);
    expect((await ask(ada, 'GET', '/api/approval-rules')).body).toMatchObject({ people: true, isAlone: false });
  });

  describe.each([
    ['the dock', () => '/api/user', (of: Member) => ({ id: of.userId, portalAdmin: true, auditor: true })],
    [
      'the form',
      () => '/api/user/modify-user',
      (of: Member) => ({ ...personOf(of), id: of.userId, portalAdmin: true, auditor: true }),
    ],
    [
      'the form of a team',
      () => '/api/user/edit-user',
      (of: Member) => ({ ...personOf(of), id: of.userId, portalAdmin: true, auditor: true }),
    ],
    [
      'a list of roles',
      () => '/api/user',
      (of: Member) => ({ id: of.userId, roles: ['ROLE_PORTAL_ADMIN', 'ROLE_AUDITOR', 'ROLE_COMPANY_USER'] }),
    ],
  ])('the role by %s', (_road, target, form) => {
    it('is asked for, and everything else is saved', async () => {
      const member = await somebody(...before);
      const { status, body } = await ask(ada, 'POST', target(), form(member));
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body).toMatchObject({ userId: member.userId, approvalId: expect.any(Number) });
      const { roles } = await userOf(member.userId);
      expect(roles).not.toContain('ROLE_PORTAL_ADMIN');
      expect(roles).toContain('ROLE_AUDITOR');
      expect((await stateOf(body.approvalId)).change).toMatchObject({
        ...{ kind: 'administrator', userId: member.userId, from: roles, to: ['ROLE_PORTAL_ADMIN', ...roles] },
        enables: false,
      });
    });
  });

  it('a new person comes without the role, with an invitation, and it is asked for once', async () => {
    const form = { ...personOf(), id: 0, invite: true, portalAdmin: true };
    const headers = { 'idempotency-key': `twice-${newName()}` };
    const first = await ask(ada, 'POST', '/api/user/edit-user', form, headers);
    const again = await ask(ada, 'POST', '/api/user/edit-user', form, headers);
    expect(again.body).toEqual(first.body);
    // Whoever approves sees that it is an address, and nobody yet.
    expect((await ask(elias, 'GET', `/api/approvals/${first.body.approvalId}`)).body).toMatchObject({
      about: { standing: 'not-joined' },
    });
    const user = await userOf(first.body.userId);
    expect(user).toMatchObject({ roles: before, invitedUntil: expect.any(String) });
    expect((await stateOf(first.body.approvalId)).change).toMatchObject({ userId: user.userId });
    // Asked again by another key, and by another person: it waits already.
    for (const who of [ada, elias]) {
      const { body } = await ask(who, 'POST', '/api/user', { id: user.userId, portalAdmin: true });
      expect(body.approvalId).toBe(first.body.approvalId);
    }
  });

  it('is decided by another portal administrator only, who sees what both see', async () => {
    const member = await somebody(...before);
    const { approvalId } = (await ask(ada, 'POST', '/api/user', { id: member.userId, portalAdmin: true })).body;
    expect(await approve(ada, approvalId)).toMatchObject({ status: 403, body: { code: 'approval.own-request' } });
    const { auditor, owner, gateway, owningAdmin } = world.acme.members;
    for (const who of [auditor, owner, gateway, owningAdmin, world.partner.members.support]) {
      expect((await ask(who, 'GET', `/api/approvals/${approvalId}`)).status).toBe(404);
      expect([403, 404]).toContain((await approve(who, approvalId)).status);
    }
    const own = (await ask(ada, 'GET', `/api/approvals/${approvalId}`)).body;
    expect(own).toMatchObject({
      ...{ kind: 'administrator', environment: null, person: { id: member.userId }, enables: false },
      about: { email: member.email, standing: 'active' },
      roles: { from: before, to: ['ROLE_PORTAL_ADMIN', ...before] },
      may: { decide: false, withdraw: true },
    });
    const others = (await ask(elias, 'GET', `/api/approvals/${approvalId}`)).body;
    expect({ ...others, may: own.may, approver: null }).toEqual(own);
    expect((await ask(elias, 'GET', `/api/approvals/${approvalId}/now`)).body).toMatchObject({ isSame: true });
    const { waiting } = (await ask(elias, 'GET', '/api/inbox?kind=approval')).body as {
      waiting: { key: string; subject: string }[];
    };
    expect(waiting.find(({ key }) => key === String(approvalId))?.subject).toBe(
      own.person && (own.person as { name: string }).name,
    );
    const list = (await ask(elias, 'GET', '/api/approvals')).body as { approvals: { id: number }[] };
    expect(list.approvals.map(({ id }) => id)).toContain(approvalId);
    expect((await approve(elias, approvalId)).status).toBe(200);
    expect((await stateOf(approvalId)).status).toBe('approved');
  });

  it('is not approved for a person who was changed meanwhile', async () => {
    const member = await somebody(...before);
    const { approvalId } = (await ask(ada, 'POST', '/api/user', { id: member.userId, portalAdmin: true })).body;
    await tell(member.userId, { type: 'ChangeUser', data: { change: { email: `${newName()}@canary.example` } } });
    expect((await ask(elias, 'GET', `/api/approvals/${approvalId}/now`)).body).toMatchObject({ isSame: false });
    expect(await approve(elias, approvalId)).toMatchObject({ status: 409, body: { code: 'approval.person-changed' } });
    // Of the person as they are now it is another request.
    const { body } = await ask(ada, 'POST', '/api/user', { id: member.userId, portalAdmin: true });
    expect(body.approvalId).not.toBe(approvalId);
    expect((await approve(elias, body.approvalId)).status).toBe(200);
  });

  it('is not approved by two people who count as one', async () => {
    const second = await somebody(...before);
    await world.seed.send(userDecider, second.userId, { type: 'ChangeRoles', data: { roles: ['ROLE_PORTAL_ADMIN'] } });
    await world.allShown();
    const made = (await ask(ada, 'POST', '/api/user/edit-user', { ...personOf(), id: 0 })).body;
    await world.seed.send(userDecider, Number(made.userId), {
      type: 'ChangeRoles',
      data: { roles: ['ROLE_PORTAL_ADMIN'] },
    });
    await world.allShown();
    const member = await somebody(...before);
    const { approvalId } = (await ask(ada, 'POST', '/api/user', { id: member.userId, portalAdmin: true })).body;
    const user = await userOf(made.userId);
    const account: Member = { userId: user.userId, email: user.email, roles: [], subject: newName() };
    await world.signIn(account);
    expect(await approve(account, approvalId)).toMatchObject({
      status: 403,
      body: { code: 'approval.approver-from-requester' },
    });
  });

  it('needs no second person to take the role, to disable, or for any other role', async () => {
    const member = await somebody('ROLE_PORTAL_ADMIN', ...before);
    for (const [method, target, json] of [
      ['POST', '/api/user', { id: member.userId, auditor: true }],
      ['PUT', '/api/user', { id: member.userId, status: 'DISABLED' }],
      ['POST', '/api/user', { id: member.userId, portalAdmin: false, kongAdmin: true }],
      ['PUT', '/api/user', { id: member.userId, status: 'ACTIVE' }],
    ] as const) {
      const { status, body } = await ask(ada, method, target, json);
      expect([status, body.approvalId], target).toEqual([200, undefined]);
    }
    expect(await userOf(member.userId)).toMatchObject({
      status: 'active',
      roles: expect.arrayContaining(['ROLE_KONG_ADMIN']),
    });
  });

  it('asks for enabling an administrator, and gives an administrator’s open account to no other address', async () => {
    const member = await somebody('ROLE_PORTAL_ADMIN', ...before);
    await tell(member.userId, { type: 'DisableUser', data: {} });
    const { body } = await ask(ada, 'PUT', '/api/user', { id: member.userId, status: 'ACTIVE' });
    expect((await userOf(member.userId)).status).toBe('disabled');
    expect((await stateOf(body.approvalId)).change).toMatchObject({ kind: 'administrator', enables: true });
    expect((await approve(elias, body.approvalId)).status).toBe(200);

    const open = (await ask(ada, 'POST', '/api/user/edit-user', { ...personOf(), id: 0 })).body;
    await tell(Number(open.userId), { type: 'ChangeRoles', data: { roles: ['ROLE_PORTAL_ADMIN', ...before] } });
    const form = { ...personOf(), id: Number(open.userId) };
    expect(await ask(ada, 'POST', '/api/user/modify-user', form)).toMatchObject({
      status: 409,
      body: { code: 'user.address-of-administrator', errors: expect.anything() },
    });
    expect((await ask(ada, 'POST', '/api/user/modify-user', { ...form, portalAdmin: false })).status).toBe(200);
  });

  it('asks for erasing a person, for a month, and erases nothing before', async () => {
    const member = await somebody(...before);
    expect(await ask(ada, 'POST', '/api/user/erase', { id: member.userId })).toMatchObject({
      status: 409,
      body: { code: 'user.not-deleted' },
    });
    await tell(member.userId, { type: 'DeleteUser', data: {} });
    const events = await countOf(member.userId);
    const { status, body } = await ask(ada, 'POST', '/api/user/erase', { id: member.userId });
    expect(status).toBe(200);
    expect(await countOf(member.userId)).toBe(events);
    const { change, expiresAt } = await stateOf(body.approvalId);
    expect(change).toMatchObject({ kind: 'erasure', userId: member.userId });
    expect((Date.parse(expiresAt) - world.services.now().getTime()) / 86_400_000).toBeCloseTo(30, 1);
    const { rows } = await world.pool.query('select from subject_keys where subject = $1 and wrapped is null', [
      member.userId,
    ]);
    expect(rows).toEqual([]);
    expect((await ask(elias, 'GET', `/api/approvals/${body.approvalId}`)).body).toMatchObject({
      about: { email: member.email, standing: 'deleted' },
    });
    expect((await approve(ada, body.approvalId)).status).toBe(403);
    expect((await approve(elias, body.approvalId)).status).toBe(200);
    expect(await ask(world.acme.members.auditor, 'POST', '/api/user/erase', { id: member.userId })).toMatchObject({
      status: 403,
    });
  });

  it('asks for erasing a denied request', async () => {
    const accessRequestId = await newRequest(world, world.partner);
    await ask(ada, 'POST', '/api/deny-access-request', { accessRequestId, reason: 'Not known here' });
    const { body } = await ask(ada, 'POST', '/api/erase-access-request', { accessRequestId });
    expect((await stateOf(body.approvalId)).change).toMatchObject({ kind: 'erasure', registrationId: accessRequestId });
    expect((await ask(elias, 'GET', `/api/approvals/${body.approvalId}`)).body).toMatchObject({
      ...{ ofRequest: true, about: { standing: 'denied', email: expect.stringContaining('@') } },
    });
    expect((await approve(elias, body.approvalId)).status).toBe(200);
  });

  it('tells a person in their own file that somebody asked for a change of them', async () => {
    const member = await somebody(...before);
    await world.signIn(member);
    const { approvalId } = (await ask(ada, 'POST', '/api/user', { id: member.userId, portalAdmin: true })).body;
    const file = (await ask(member, 'GET', '/api/user/my-data')).body;
    expect(file.changesAboutMe).toEqual([expect.objectContaining({ id: approvalId, kind: 'administrator' })]);
  });

  it('ends with the approval of another administrator', async () => {
    const { body } = await setRule(false);
    expect((await stateOf(body.approvalId)).change).toEqual({ kind: 'people-rule' });
    expect((await ask(ada, 'GET', '/api/approval-rules')).body).toMatchObject({ people: true });
    expect((await ask(elias, 'GET', `/api/approvals/${body.approvalId}`)).body).toMatchObject({
      person: null,
      about: null,
    });
    expect((await approve(elias, body.approvalId)).status).toBe(200);
  });
});

describe('the only administrator', () => {
  let colleague: number;
  beforeEach(async () => {
    const { rows } = await world.pool.query<{ id: number }>(
      `select id from users where active and id <> $1 and roles @> '{ROLE_PORTAL_ADMIN}'`,
      [ada.userId],
    );
    for (const { id } of rows) await ask(ada, 'PUT', '/api/user', { id, status: 'DISABLED' });
    colleague = elias.userId;
  });

  const wait = { status: 409, body: { code: 'approval-rule.nobody-to-approve', parameters: { days: 7 } } };

  it('waits for 7 days after the others, but undoes the disabling of a colleague', async () => {
    const member = await somebody(...before);
    const gone = await somebody(...before);
    await tell(gone.userId, { type: 'DeleteUser', data: {} });
    expect(await ask(ada, 'POST', '/api/user', { id: member.userId, portalAdmin: true })).toMatchObject(wait);
    expect(await ask(ada, 'POST', '/api/user/erase', { id: gone.userId })).toMatchObject(wait);
    // Somebody who was none of late does not come back so.
    const leaver = await somebody('ROLE_PORTAL_ADMIN');
    await tell(leaver.userId, { type: 'DisableUser', data: {} });
    await world.pool.query(
      `update access_spans set until = until - interval '8 days' where user_id = ${leaver.userId}`,
    );
    expect(await ask(ada, 'PUT', '/api/user', { id: leaver.userId, status: 'ACTIVE' })).toMatchObject(wait);

    const { status, body } = await ask(ada, 'PUT', '/api/user', { id: colleague, status: 'ACTIVE' });
    expect([status, body.approvalId]).toEqual([200, undefined]);
    expect((await userOf(colleague)).status).toBe('active');
  });

  it('does all of it alone from then on, so that nobody is locked out', async () => {
    await world.pool.query(`update access_spans set until = until - interval '8 days' where until is not null`);
    const member = await somebody(...before);
    const { status, body } = await ask(ada, 'POST', '/api/user', { id: member.userId, portalAdmin: true });
    expect([status, body.approvalId]).toEqual([200, undefined]);
    expect((await userOf(member.userId)).roles).toContain('ROLE_PORTAL_ADMIN');
  });
});
