import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalDecider } from '#domain/approval/decider.ts';
import type { AuditRow } from '#domain/audit/schema.ts';
import type { Role } from '#domain/core/role.ts';
import { loadState } from '#eventstore/load.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { undoingIn } from '../fixtures/undoing.ts';

let world: BffWorld;
let ada: Member;
let elias: Member;
beforeAll(async () => {
  world = await startBffWorld();
  ada = world.acme.members.portal;
  elias = world.partner.members.portal;
});
afterAll(() => world.close());

const { ask, tell, somebody, done, newest, previewOf, undo } = undoingIn(() => world);

const somebodyNamed = async (...roles: Role[]): Promise<Member> => {
  const member = await somebody(...roles);
  await tell(member.userId, { type: 'ChangeUser', data: { change: { firstname: 'Noor', lastname: 'Example' } } });
  return member;
};

const rename = async ({ userId, email }: Member, firstname: string): Promise<AuditRow> => {
  const { organizationId } = world.acme;
  const body = { id: userId, firstname, lastname: 'Example', email, organizationId };
  await done(ada, 'POST', '/api/user/modify-user', body);
  return await newest(`user-${userId}`, 'UserDetailsChanged');
};

const takeRoles = async ({ userId }: Member, roles: object): Promise<AuditRow> => {
  await done(ada, 'POST', '/api/user', { id: userId, ...roles });
  return await newest(`user-${userId}`, 'UserRolesChanged');
};

const disable = async ({ userId }: Member): Promise<AuditRow> => {
  await done(ada, 'PUT', '/api/user', { id: userId, status: 'DISABLED' });
  return await newest(`user-${userId}`, 'UserDisabled');
};

const viewsOf = async ({ userId }: Member): Promise<number> => {
  await world.allShown();
  const { rows } = await world.pool.query(
    `select from events where type = 'PersonViewed' and data::jsonb->>'userId' = $1`,
    [String(userId)],
  );
  return rows.length;
};

describe('what a history does not say of people', () => {
  it('is said by the preview, from the value of now to the former one, and that somebody has seen it is recorded', async () => {
    const member = await somebodyNamed('ROLE_COMPANY_USER');
    const changed = await rename(member, 'Nora');
    const before = await viewsOf(member);
    expect(await previewOf(ada, changed)).toMatchObject({
      changes: [{ field: 'firstname', from: 'Nora', to: 'Noor' }],
    });
    expect(await viewsOf(member)).toBe(before + 1);
  });

  it.each([
    [
      'UserSettingsChanged',
      'PUT',
      '/api/user/settings',
      { theme: 'dark' },
      { field: 'theme', from: 'dark', to: 'blue' },
    ],
    [
      'UserMailsChanged',
      'PUT',
      '/api/user/mails',
      { decided: 'never' },
      { field: 'decided', from: 'never', to: 'at-once' },
    ],
    [
      'UserProfileChanged',
      'POST',
      '/api/user',
      { firstname: 'Noor', lastname: 'Example', phoneNumber: '+49(30)-111-1111' },
      { field: 'phoneNumber', from: '+49(30)-111-1111', to: null },
    ],
  ] as const)('is said to oneself of %s', async (type, method, target, json, change) => {
    const member = await somebodyNamed('ROLE_COMPANY_USER');
    await world.signIn(member);
    await done(member, method, target, { ...json, ...(method === 'POST' && { id: member.userId }) });
    const changed = await newest(`user-${member.userId}`, type);
    expect((await previewOf(member, changed)).changes).toEqual([change]);
    expect(await previewOf(ada, changed)).toMatchObject({ reason: 'right', changes: [] });
    await undo(member, changed);
  });
});

describe('with the rule of two people', () => {
  beforeAll(async () => {
    await done(ada, 'POST', '/api/approval-rules/people', { twoPeople: true });
  });

  it('the name of an administrator is undone by one person', async () => {
    const member = await somebodyNamed('ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER');
    const changed = await rename(member, 'Nora');
    const { preview, body } = await undo(ada, changed);
    expect(preview.effects).toEqual([]);
    expect(body.approvalId).toBeUndefined();
    expect(await newest(`user-${member.userId}`, 'UserDetailsChanged')).toMatchObject({ undoes: changed.id });
  });

  it('a disabled administrator is enabled by two, a disabled person by one', async () => {
    const [member, other] = [
      await somebodyNamed('ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER'),
      await somebodyNamed('ROLE_COMPANY_USER'),
    ];
    const { preview, body } = await undo(ada, await disable(member));
    expect(preview.effects).toEqual(['two-people']);
    expect(await loadState(world.services.store, approvalDecider, Number(body.approvalId))).toMatchObject({
      change: { kind: 'administrator', enables: true },
    });
    expect((await undo(ada, await disable(other))).preview.effects).toEqual([]);
  });

  it('a taken role is asked for alone, and not together with one that needs nobody', async () => {
    const [alone, both] = [
      await somebodyNamed('ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER'),
      await somebodyNamed('ROLE_PORTAL_ADMIN', 'ROLE_AUDITOR', 'ROLE_COMPANY_USER'),
    ];
    const { preview, body } = await undo(ada, await takeRoles(alone, { portalAdmin: false }));
    expect(preview.effects).toEqual(['two-people']);
    expect(body.approvalId).toEqual(expect.any(Number));
    const taken = await takeRoles(both, { portalAdmin: false, auditor: false });
    expect(await previewOf(ada, taken)).toMatchObject({ reason: 'together', changes: [], send: null });
  });

  it('who asks for the same with another reason gets the request that waits', async () => {
    const member = await somebodyNamed('ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER');
    const off = await disable(member);
    const on = { id: member.userId, status: 'ACTIVE' };
    const first = await done(elias, 'PUT', '/api/user', on);
    const second = await done(ada, 'PUT', '/api/user', on, off.id);
    expect(second.approvalId).toBe(first.approvalId);
  });

  it('a request for something else says in vain that it undoes an entry', async () => {
    const member = await somebodyNamed('ROLE_COMPANY_USER');
    const changed = await rename(member, 'Nora');
    const count = async () => (await world.pool.query('select from approvals')).rows.length;
    await world.allShown();
    const before = await count();
    const role = { id: member.userId, portalAdmin: true };
    expect(await ask(ada, 'POST', '/api/user', role, changed.id)).toMatchObject({
      status: 409,
      body: { code: 'undo.differs' },
    });
    const admin = await somebodyNamed('ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER');
    const renamed = await rename(admin, 'Nora');
    await disable(admin);
    const on = { id: admin.userId, status: 'ACTIVE' };
    expect(await ask(ada, 'PUT', '/api/user', on, renamed.id)).toMatchObject({ body: { code: 'undo.differs' } });
    await done(ada, 'POST', '/api/approval-rules', { environment: 'DEV', twoPeople: true });
    const devRule = await newest('approval-rule-1');
    await done(ada, 'POST', '/api/approval-rules', { environment: 'TEST', twoPeople: true });
    const other = { environment: 'TEST', twoPeople: false };
    expect(await ask(ada, 'POST', '/api/approval-rules', other, devRule.id)).toMatchObject({
      body: { code: 'undo.differs' },
    });
    await world.allShown();
    expect(await count()).toBe(before);
  });
});

describe('where nobody else is there to ask', () => {
  it('says so, or that one person is enough, as the command does', async () => {
    const member = await somebodyNamed('ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER');
    const taken = await takeRoles(member, { portalAdmin: false });
    const rules = [await newest('approval-rule-1'), await newest('approval-rule-2')];
    for (const rule of rules) expect((await previewOf(ada, rule)).effects).toEqual(['two-people']);
    const { rows } = await world.pool.query<{ id: number }>(
      `select id from users where active and id <> $1 and roles @> '{ROLE_PORTAL_ADMIN}'`,
      [ada.userId],
    );
    for (const { id } of rows) await done(ada, 'PUT', '/api/user', { id, status: 'DISABLED' });
    await world.allShown();
    for (const entry of [taken, ...rules]) expect(await previewOf(ada, entry)).toMatchObject({ reason: 'nobody' });
    // A colleague who was an administrator of late comes back by one click.
    expect((await previewOf(ada, await newest(`user-${elias.userId}`, 'UserDisabled'))).effects).toEqual([]);

    await world.pool.query(`update access_spans set until = until - interval '8 days' where until is not null`);
    for (const entry of [taken, ...rules])
      expect(await previewOf(ada, entry)).toMatchObject({ reason: null, effects: [] });
    // With the role there is somebody to ask again.
    for (const entry of [...rules, taken]) expect((await undo(ada, entry)).body.approvalId).toBeUndefined();
  });
});
