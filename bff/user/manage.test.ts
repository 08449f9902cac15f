import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#domain/core/role.ts';
import { userDecider } from '#domain/user/decider.ts';
import { findPersonById } from '#projections/person.ts';
import { newName } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, type Side, startBffWorld } from '#test/world/bff-world.ts';
import { fullName } from '../sql/full-name.ts';

let world: BffWorld;
let portal: Member;
beforeAll(async () => {
  world = await startBffWorld({ env: { INTERNAL_EMAIL_DOMAINS: 'portico.example' } });
  portal = world.acme.members.portal;
});
afterAll(() => world.close());

const somebody = async (side: Side, ...roles: Role[]): Promise<Member> => {
  const member = await world.seed.user(side.organizationId, newName(), roles);
  await world.signIn(member);
  await world.allShown();
  return member;
};
const edit = (who: Member, json: object): ReturnType<typeof world.ask> =>
  untilShown(world.ask(who, 'POST', '/api/user/edit-user', { json }));
const form = (side: Side) => {
  const name = newName();
  const email = `${name}@${side === world.acme ? 'portico' : 'canary'}.example`;
  return { id: 0, firstname: name, lastname: 'Example', email, organizationId: side.organizationId };
};
const rowOf = async (id: unknown) => (await world.ask(portal, 'GET', `/api/userById?id=${id}`)).body;
/** A transaction of another suite in the same cluster can delay the read tables longer than a command waits for them. */
const untilShown = async (asked: ReturnType<typeof world.ask>) => {
  const response = await asked;
  if (response.status === 200) await world.shown(response.body.position);
  return response;
};
const setStatus = (who: Member, id: number, status: string) =>
  untilShown(world.ask(who, 'PUT', '/api/user', { json: { id, status } }));
const setRoles = (who: Member, id: number, boxes: object) =>
  untilShown(world.ask(who, 'POST', '/api/user', { json: { id, ...boxes } }));
const ids = async (query: string, who = portal) =>
  ((await world.ask(who, 'GET', `/api/users?${query}`)).body.users as { id: number }[]).map(({ id }) => id);

describe('the list', () => {
  it('filters by several organizations, roles in both spellings, status and words', async () => {
    const person = await somebody(world.partner, 'ROLE_KONG_ADMIN');
    const word = person.subject.split('-')[0] ?? '';
    const { acme, partner } = world;
    for (const [query, isThere] of [
      [`name=${word}`, true],
      [`name=${word}&org=${partner.organizationId}`, true],
      [`name=${word}&org=${acme.organizationId},${partner.organizationId}`, true],
      [`name=${word}&org=${acme.organizationId}`, false],
      [`name=${word}&kong=true`, true],
      [`name=${word}&filterKong=true&portal=true`, true],
      [`name=${word}&filterPortal=true`, false],
      [`name=${word}&company=1`, false],
      [`name=${word}&role=ROLE_KONG_ADMIN`, true],
      [`email=${person.email}`, true],
      [`name=${word}&standing=disabled`, false],
    ] as const)
      expect(await ids(query), query).toEqual(isThere ? [person.userId] : []);
    const all = await world.ask(portal, 'GET', '/api/users?sort=lastname&order=asc');
    expect(all.body).toMatchObject({ page: 0, total: expect.any(Number) });
    expect(all.body.users).toHaveLength(10);
    expect((await world.ask(portal, 'GET', '/api/users?sort=password')).status).toBe(400);
  });

  it('shows a company administrator only their own people, whatever the filter says', async () => {
    const { acme, partner } = world;
    const own = await ids(`org=${partner.organizationId}&sort=id&order=asc`, partner.members.admin);
    expect(own).toContain(partner.members.user.userId);
    expect(await ids(`org=${acme.organizationId}`, partner.members.admin)).toEqual([]);
    expect(await ids(`org=${acme.organizationId},${partner.organizationId}`, partner.members.admin)).not.toContain(
      acme.members.user.userId,
    );
  });

  it('is downloaded as CSV, where no cell is a formula', async () => {
    const { body } = await edit(portal, { ...form(world.partner), lastname: 'Plain' });
    const command = { type: 'ChangeProfile', data: { firstname: '=1+1', lastname: '@x', phoneNumber: '' } } as const;
    await world.shown(await world.seed.send(userDecider, Number(body.id), command));
    const report = await world.ask(portal, 'GET', `/api/users/download?org=${world.partner.organizationId}`);
    expect(report.headers.get('content-disposition')).toBe('attachment; filename="report.csv"');
    const text = String(report.body.text);
    expect(text).toContain("Partner,'=1+1,'@x,");
    expect(text).not.toContain('Acme');
  });
});

describe('a person', () => {
  it('is added, changed and seen by their administrators', async () => {
    const values = form(world.partner);
    const added = await edit(portal, { ...values, companyAdmin: true });
    expect(added).toMatchObject({ status: 200, body: { id: expect.any(Number), position: expect.any(String) } });
    expect(await rowOf(added.body.id)).toMatchObject({
      email: values.email,
      roles: ['ROLE_COMPANY_ADMIN'],
      standing: 'active',
      activeStatus: 'Y',
      lastLogin: null,
    });
    const changed = { ...form(world.acme), id: added.body.id, lastname: 'Other' };
    expect((await world.ask(portal, 'POST', '/api/user/modify-user', { json: changed })).status).toBe(200);
    expect(await rowOf(added.body.id)).toMatchObject({ lastname: 'Other', organizationName: 'Acme' });
  });

  it.each([
    [{ firstname: '' }, 'firstname', 'First name is required'],
    [{ lastname: '' }, 'lastname', 'Last name is required'],
    [
      { lastname: 'R2' },
      'lastname',
      "“2” can't be used here. Use letters, spaces, apostrophes, hyphens and full stops.",
    ],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'nobody' }, 'email', 'Email must be valid'],
    [{ organizationId: 0 }, 'organizationId', 'Organization is required'],
    [{ organizationId: 99_999 }, 'organizationId', 'This organization does not exist'],
    [
      { companyAdmin: true, portalAdmin: true },
      'companyAdmin',
      "A company admin can't be a portal or gateway admin as well",
    ],
  ])('needs a form without %j', async (wrong, field, message) => {
    const before = await world.countEvents();
    expect(await edit(portal, { ...form(world.partner), ...wrong })).toMatchObject({
      status: 400,
      body: { errors: [{ field, message }] },
    });
    expect(await world.countEvents()).toBe(before);
  });

  it('has an address that nobody else has', async () => {
    const values = form(world.acme);
    expect((await edit(portal, values)).status).toBe(200);
    const taken = { status: 400, body: { code: 'user.email-taken', errors: [{ field: 'email' }] } };
    expect(await edit(portal, { ...form(world.acme), email: values.email.toUpperCase() })).toMatchObject(taken);
    const other = await edit(portal, form(world.acme));
    expect(await edit(portal, { ...values, id: other.body.id })).toMatchObject(taken);
  });

  it('with an internal address may be company and portal administrator at once', async () => {
    const values = {
      ...form(world.acme),
      email: `${newName()}@portico.example`,
      companyAdmin: true,
      portalAdmin: true,
    };
    const { body } = await edit(portal, values);
    expect(await rowOf(body.id)).toMatchObject({
      roles: ['ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN'],
      isInternalAddress: true,
    });
  });

  it('keeps the roles whose check boxes a form does not have', async () => {
    const person = await somebody(world.acme, 'ROLE_COMPANY_USER', 'ROLE_AUDITOR');
    await setRoles(portal, person.userId, { portalAdmin: false, kongAdmin: true, companyAdmin: false });
    expect((await rowOf(person.userId)).roles).toEqual(['ROLE_KONG_ADMIN', 'ROLE_AUDITOR', 'ROLE_COMPANY_USER']);
  });

  it('compares only the fields that a form shows with newer changes', async () => {
    const { userId } = await somebody(world.acme, 'ROLE_COMPANY_USER');
    const basedOn = Number((await rowOf(userId)).basedOn);
    await edit(portal, { ...form(world.acme), id: userId });
    // The dock's form has only the roles, which nobody changed.
    expect((await setRoles(portal, userId, { auditor: true, basedOn })).status).toBe(200);
    const older = await setRoles(portal, userId, { auditor: false, basedOn });
    expect(older.body).toMatchObject({
      code: 'form.older',
      changed: { changes: [{ field: 'auditor', from: false, to: true }] },
    });
  });

  it('has new roles from the next call of every session', async () => {
    const person = await somebody(world.acme, 'ROLE_COMPANY_USER');
    const ask = async (by: 'session' | 'bearer') => (await world.ask(person, 'GET', '/api/users', { by })).status;
    expect([await ask('session'), await ask('bearer')]).toEqual([403, 403]);
    expect((await setRoles(portal, person.userId, { portalAdmin: true })).status).toBe(200);
    expect([await ask('session'), await ask('bearer')]).toEqual([200, 200]);
    expect((await setRoles(portal, person.userId, { portalAdmin: false })).status).toBe(200);
    expect([await ask('session'), await ask('bearer')]).toEqual([403, 403]);
    const history = (await world.ask(portal, 'GET', `/api/user/role-history?id=${person.userId}`)).body;
    expect(history).toMatchObject([
      { oldRole: ['ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER'], newRole: ['ROLE_COMPANY_USER'] },
      { oldRole: ['ROLE_COMPANY_USER'], newRole: ['ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_USER'] },
    ]);
    const changes = await world.ask(portal, 'GET', `/api/updatedRole?search=${person.email}`);
    expect(changes.body).toMatchObject({
      total: 2,
      updatedRoles: [{ adminEmail: portal.email, adminOrganizationName: 'Acme', userEmail: person.email }, {}],
    });
  });

  it('if disabled, is told so at the next call, and may sign in again when enabled', async () => {
    const person = await somebody(world.partner, 'ROLE_COMPANY_USER');
    expect((await setStatus(world.partner.members.admin, person.userId, 'DISABLED')).status).toBe(200);
    expect(await world.ask(person, 'GET', '/api/user/settings')).toMatchObject({
      status: 401,
      body: { code: 'user.disabled' },
    });
    expect(await rowOf(person.userId)).toMatchObject({ activeStatus: 'N', standing: 'disabled' });
    expect((await setStatus(world.partner.members.admin, person.userId, 'ACTIVE')).status).toBe(200);
    await world.signIn(person);
    expect((await world.ask(person, 'GET', '/api/user/settings')).status).toBe(200);
  });
});

describe('a team', () => {
  it('is managed by its company administrator, who gives no roles beyond the company', async () => {
    const { admin, portal: theirPortal } = world.partner.members;
    const added = await edit(admin, { ...form(world.partner), companyAdmin: true, invite: true });
    expect(await rowOf(added.body.id)).toMatchObject({ roles: ['ROLE_COMPANY_ADMIN'], standing: 'invited' });
    expect((await edit(admin, { ...form(world.partner), portalAdmin: true })).body.code).toBe('user.not-of-team');
    expect((await setStatus(admin, theirPortal.userId, 'DISABLED')).body.code).toBe('user.not-of-team');
    expect((await edit(admin, { ...form(world.partner), email: 'new@portico.example' })).body.code).toBe(
      'user.email-internal',
    );
    expect((await edit(admin, { ...form(world.acme), id: added.body.id })).status).toBe(404);
  });

  it('invites for 14 days, invites again, and withdraws an invitation', async () => {
    const { admin } = world.partner.members;
    const { body } = await edit(admin, { ...form(world.partner), invite: true });
    const daysLeft = async () =>
      Math.round((Date.parse(String((await rowOf(body.id)).invitedUntil)) - Date.now()) / 86_400_000);
    expect(await daysLeft()).toBe(14);
    const again = { json: { id: body.id } };
    expect((await world.ask(admin, 'POST', '/api/user/invite', again)).status).toBe(200);
    const withdraw = () => world.ask(admin, 'DELETE', `/api/user/invite?id=${body.id}`);
    expect(await withdraw()).toMatchObject({ status: 200, body: { entityId: body.id } });
    expect((await withdraw()).status).toBe(404);
    expect((await rowOf(body.id)).standing).toBe('deleted');
    expect((await world.ask(admin, 'GET', `/api/userById?id=${body.id}`)).status).toBe(404);
  });

  it('keeps one of two company administrators who demote each other at once', async () => {
    const { admin, owningAdmin } = world.partner.members;
    for (const one of (await world.ask(portal, 'GET', `/api/users?company=1&org=${world.partner.organizationId}`)).body
      .users as { id: number }[])
      if (one.id !== admin.userId && one.id !== owningAdmin.userId) await setStatus(portal, one.id, 'DISABLED');
    const demote = (who: Member, whom: Member) =>
      edit(who, { ...form(world.partner), id: whom.userId, email: whom.email, companyAdmin: false });
    const results = await Promise.all([demote(admin, owningAdmin), demote(owningAdmin, admin)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(results.find(({ status }) => status === 409)?.body.code).toBe('user.last-company-admin');
  });
});

describe('a deleted person', () => {
  it('is in no list and signed out, and the history still shows their changes', async () => {
    const person = await somebody(world.partner, 'ROLE_COMPANY_USER');
    expect(await world.ask(portal, 'DELETE', `/api/user?id=${person.userId}`)).toMatchObject({
      status: 200,
      body: { entityId: person.userId },
    });
    expect((await world.ask(person, 'GET', '/api/user/settings')).status).toBe(401);
    expect(await ids(`email=${person.email}`)).toEqual([]);
    expect(await ids(`email=${person.email}&standing=deleted`)).toEqual([person.userId]);
    expect((await setStatus(portal, person.userId, 'ACTIVE')).status).toBe(404);
    expect((await world.ask(portal, 'GET', `/api/user?email=${person.email}`)).status).toBe(404);
  });

  it('E5: is erased, and no text about them stays', async () => {
    const values = { ...form(world.partner), firstname: 'Wilhelmina' };
    const { body } = await edit(portal, values);
    const erase = () => world.ask(portal, 'POST', '/api/user/erase', { json: { id: body.id } });
    expect((await erase()).body.code).toBe('user.not-deleted');
    expect((await rowOf(body.id)).firstname).toBe('Wilhelmina');
    await world.ask(portal, 'DELETE', `/api/user?id=${body.id}`);
    expect((await erase()).status).toBe(200);
    const erased = { firstname: '[erased]', lastname: '[erased]', email: '[erased]', standing: 'erased' };
    expect(await rowOf(body.id)).toMatchObject(erased);
    const named = world.services.db.selectFrom('users').select(fullName('users').as('name'));
    expect(await named.where('id', '=', Number(body.id)).execute()).toEqual([{ name: '[erased]' }]);
    expect(await findPersonById(world.pool, Number(body.id))).toMatchObject({ name: '[erased]' });
    expect(await world.services.store.read(`user-${body.id}`)).toMatchObject([
      { type: 'UserRegistered', data: { firstname: expect.stringMatching(/erased|Wilhelmina/) } },
      { type: 'UserDeleted', meta: { actor: { userId: portal.userId } } },
      { type: 'UserErasureBegun', meta: { actor: { userId: portal.userId } } },
      { type: 'UserErased', meta: { actor: { userId: portal.userId } } },
    ]);
    const stored = await world.pool.query(`select from commands where outcome::text ilike '%${values.email}%'`);
    expect(stored.rowCount).toBe(0);
  });
});

describe('the portal keeps an administrator', () => {
  it("because people can't disable or delete themselves", async () => {
    expect((await setStatus(portal, portal.userId, 'DISABLED')).body.code).toBe('user.own-account');
    expect((await world.ask(portal, 'DELETE', `/api/user?id=${portal.userId}`)).body.code).toBe('user.own-account');
  });

  it.each(['DISABLED', 'DELETE', 'demote'] as const)('if the last two are removed at once: %s', async (how) => {
    const [one, other] = [
      await somebody(world.acme, 'ROLE_PORTAL_ADMIN'),
      await somebody(world.acme, 'ROLE_PORTAL_ADMIN'),
    ];
    const { rows } = await world.pool.query<{ id: number }>(
      `select id from users where active and 'ROLE_PORTAL_ADMIN' = any(roles) and id not in ($1, $2)`,
      [one.userId, other.userId],
    );
    for (const { id } of rows) await setStatus(one, id, 'DISABLED');
    const end = (who: Member, { userId }: Member) => {
      if (how === 'DELETE') return world.ask(who, 'DELETE', `/api/user?id=${userId}`);
      return how === 'demote' ? setRoles(who, userId, { portalAdmin: false }) : setStatus(who, userId, how);
    };
    const results = await Promise.all([end(one, other), end(other, one)]);
    const refused = results.filter(({ status }) => status !== 200);
    // On a busy machine the second is asked when its person has lost the role already.
    const tooLate = refused[0]?.status === 403;
    expect(refused).toMatchObject([
      tooLate
        ? { status: 403 }
        : {
            status: 409,
            body: {
              code: 'user.last-portal-admin',
              detail: 'This is the last active portal administrator. Make somebody else a portal administrator first.',
            },
          },
    ]);
    const [left] = await ids('portal=true&standing=active', results[0]?.status === 200 ? one : other);
    expect(left).toBe((results[0]?.status === 200 ? one : other).userId);
    portal = results[0]?.status === 200 ? one : other;
  });
});
