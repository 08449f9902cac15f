import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newName } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { holdAppend } from '#test/world/hold-append.ts';
import { externalFields } from '../organization/examples.ts';

let world: BffWorld;
/** The only active administrator. */
let alone: Member;
/** A member of the partner, of whom somebody made an administrator. */
let partners: Member;
let closed: number;

const post = (who: Member, target: string, json?: object) => world.ask(who, 'POST', target, json ? { json } : {});
const turn = (id: number, deactivated: boolean, who = alone) =>
  post(who, `/api/organization/deactivate-organization?id=${id}&deactivated=${deactivated}`);
const setRoles = (who: Member, whom: Member, boxes: object) => post(who, '/api/user', { id: whom.userId, ...boxes });
const administrators = async (): Promise<number[]> => {
  const { rows } = await world.pool.query<{ id: number }>(
    `select users.id from users join organizations on organizations.id = organization_id
     where active and issuer is not null and status = 'active' and 'ROLE_PORTAL_ADMIN' = any(roles) order by 1`,
  );
  return rows.map(({ id }) => id);
};

beforeAll(async () => {
  world = await startBffWorld({ env: { INTERNAL_EMAIL_DOMAINS: '' } });
  alone = world.acme.members.portal;
  partners = world.partner.members.portal;
  closed = await world.seed.organization(newName(), true);
  await world.allShown();
  expect((await turn(closed, true)).status).toBe(200);
  expect((await setRoles(alone, partners, { portalAdmin: false })).status).toBe(200);
  await world.allShown();
});
beforeEach(async () => {
  await world.allShown();
  expect(await administrators()).toEqual([alone.userId]);
});
afterAll(() => world.close());

const whole = (who: Member, organizationId: number) => ({
  id: who.userId,
  firstname: 'Ada',
  lastname: 'Ross',
  email: who.email,
  organizationId,
});
const lastOne = { status: 409, body: { code: 'user.last-portal-admin' } };

it.each([
  ['/api/user/edit-user', (id: number) => whole(alone, id)],
  ['/api/user/modify-user', (id: number) => whole(alone, id)],
  ['/api/user', (id: number) => ({ id: alone.userId, organizationId: id })],
])('the last administrator does not move into a deactivated organization (%s)', async (target, form) => {
  expect(await post(alone, target, form(closed))).toMatchObject(lastOne);
  expect((await world.ask(alone, 'GET', '/api/users')).status).toBe(200);
});

it('does not move into an organization that is deactivated at the same moment', async () => {
  const open = await world.seed.organization(newName(), true);
  await world.allShown();
  const held = holdAppend(world.services.store, 'UserMoved');
  const moving = post(alone, '/api/user', { id: alone.userId, organizationId: open });
  await held.reached;
  expect((await turn(open, true)).status).toBe(200);
  held.release();
  expect(await moving).toMatchObject(lastOne);
});

it("may move into an active organization, which then can't be deactivated", async () => {
  const { organizationId } = world.acme;
  const open = await world.seed.organization(newName(), true);
  await world.allShown();
  expect((await post(alone, '/api/user', { id: alone.userId, organizationId: open })).status).toBe(200);
  expect(await turn(open, true)).toMatchObject({ status: 409, body: { code: 'organization.last-administrator' } });
  expect((await post(alone, '/api/user', { id: alone.userId, organizationId })).status).toBe(200);
});

it('a colleague who has not joined yet does not count as one, when the organization is deactivated or deleted', async () => {
  const { organizationId } = world.acme;
  const elsewhere = await world.seed.organization(newName(), false);
  await world.allShown();
  const added = await post(alone, '/api/user/edit-user', {
    ...whole(alone, elsewhere),
    id: 0,
    email: `${newName()}@portico.example`,
    portalAdmin: true,
  });
  expect(added.status).toBe(200);
  await world.allShown();
  const refused = { status: 409, body: { code: 'organization.last-administrator' } };
  expect(await turn(organizationId, true)).toMatchObject(refused);
  expect(await post(alone, `/api/organization/delete-organization?id=${organizationId}`)).toMatchObject(refused);
});

it("the portal's own organization does not become external", async () => {
  const { organizationId } = world.acme;
  const form = {
    id: organizationId,
    name: 'Acme',
    contact: 'Ada Ross',
    ...externalFields,
  };
  expect(await post(alone, '/api/organization/edit-organization', form)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'external', code: 'organization.own-stays-internal' }] },
  });
  const other = await world.seed.organization(newName(), false);
  await world.allShown();
  expect(
    (await post(alone, '/api/organization/edit-organization', { ...form, id: other, name: newName() })).status,
  ).toBe(200);
});
