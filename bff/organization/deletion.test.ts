import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrganizationEvent } from '#domain/organization/organization.ts';
import { newName } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let portal: Member;
let colleague: Member;
beforeAll(async () => {
  world = await startBffWorld();
  portal = world.acme.members.portal;
  colleague = world.partner.members.portal;
});
afterAll(() => world.close());

const root = '/api/organization';
const save = (json: object, who = portal) => world.ask(who, 'POST', `${root}/edit-organization`, { json });
const read = async (target: string, position?: unknown, who = portal) =>
  (
    await world.ask(who, 'GET', target, {
      headers: position === undefined ? {} : { 'x-min-position': String(position) },
    })
  ).body;
const add = async (more: object = {}) => {
  const { body } = await save({ name: newName(), contact: 'Ada Example', external: false, ...more });
  await world.shown(body.position);
  return Number(body.id);
};
const requestDeletion = (id: number, who = portal, accepted: readonly number[] = []) =>
  world.ask(who, 'POST', `${root}/delete-organization?id=${id}&accepted=${accepted}`);
const withdraw = (id: number, orgId: number, who = portal) =>
  world.ask(who, 'POST', `${root}/withdraw-delete-organization?id=${id}&orgId=${orgId}`);
const decide = (verb: 'approve' | 'deny', id: number, orgId: number, who = colleague, accepted?: readonly number[]) =>
  world.ask(
    who,
    'POST',
    `${root}/${verb}-delete-organization?id=${id}&orgId=${orgId}${accepted ? `&accepted=${accepted}` : ''}`,
  );
/** Counts calls with a key of an organization. */
const use = (organizationId: number, age: string, apiId = world.acme.apiId, calls = 1) =>
  world.pool.query(
    `insert into gateway_request_counts (hour, api_id, organization_id, environment, status, count)
     values (date_trunc('hour', now() - $2::interval), $3, $1, 'DEV', 200, $4)`,
    [organizationId, age, apiId, calls],
  );

describe('deleting', () => {
  const requested = async (more: object = {}) => {
    const orgId = await add(more);
    const { body } = await requestDeletion(orgId);
    await world.shown(body.position);
    return { orgId, id: Number(body.requestId) };
  };

  it('many are denied in one act; one that is refused does not stop the others', async () => {
    const asked = [await requested(), await requested()];
    const denied = await requested();
    await decide('deny', denied.id, denied.orgId);
    const ownOrgId = await add();
    const own = await requestDeletion(ownOrgId, colleague);
    await world.shown(own.body.position);
    const denials = (requestIds: readonly number[], who = colleague) =>
      world.ask(who, 'POST', '/api/delete-organization-requests/denials', { json: { requestIds } });
    expect((await denials([])).status).toBe(400);
    const refused = [denied.id, Number(own.body.requestId), 999_999];
    const { status, body } = await denials([...asked.map(({ id }) => id), ...refused]);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { decided: asked.map(({ id }) => String(id)), refused: refused.map((id) => ({ id: String(id) })) },
    });
    const deletionOf = async (orgId: number) =>
      ((await read(`${root}/${orgId}`, body.position)).organization as { deletion: unknown }).deletion;
    for (const { orgId } of asked) expect(await deletionOf(orgId)).toBeNull();
    // Nobody decides about what they asked for themselves.
    expect(await deletionOf(ownOrgId)).not.toBeNull();
  });

  it('is requested once, listed, and approved by another administrator', async () => {
    const name = newName();
    const { orgId, id } = await requested({ name });
    expect((await requestDeletion(orgId, colleague)).body).toMatchObject({ requestDeleted: true, requestId: id });
    expect(await read(`/api/delete-organization-requests?search=${name}`)).toMatchObject({
      total: 1,
      requests: [{ id, organizationId: orgId, organizationName: name, email: portal.email }],
    });
    expect(await read(`${root}/${orgId}`)).toMatchObject({
      organization: { requestDeleted: true, deletion: { id, requestedBy: { id: portal.userId } } },
    });
    for (const verb of ['approve', 'deny'] as const)
      expect(await decide(verb, id, orgId, portal)).toMatchObject({
        status: 409,
        body: { code: `organization.another-admin-to-${verb}` },
      });
    const approved = await decide('approve', id, orgId);
    expect(approved).toMatchObject({ status: 200, body: { id, orgId, operationId: expect.any(String) } });
    expect(await read(`/api/delete-organization-requests?search=${name}`)).toMatchObject({ total: 0 });
    expect(await read(`/api/grant-organization-requests?search=${name}`)).toMatchObject({
      total: 1,
      grants: [{ action: 'approved', email: colleague.email, operationId: approved.body.operationId }],
    });
    expect(await save({ id: orgId, name, contact: 'Late', external: false })).toMatchObject({
      status: 409,
      body: { code: 'organization.deleting' },
    });
    expect(await decide('deny', id, orgId)).toMatchObject({
      status: 409,
      body: { code: 'organization.decided-already' },
    });
    const options = (await read('/api/all-organizations')) as unknown as { id: number }[];
    expect(options.map((option) => option.id)).not.toContain(orgId);
  });

  it('is not approved by somebody whom the requester has just made an administrator; the review says so', async () => {
    const { orgId, id } = await requested();
    const helper = await world.seed.user(world.partner.organizationId, 'helper', []);
    await world.signIn(helper);
    await world.allShown();
    const review = (who = helper) =>
      read(`/api/delete-organization-requests/approver?id=${id}&orgId=${orgId}`, undefined, who);
    const give = (roles: readonly string[], who: Member) =>
      world.ask(who, 'POST', '/api/user/edit-user', {
        json: {
          ...{ id: helper.userId, firstname: 'Hal', lastname: 'Per', email: helper.email, roles },
          organizationId: world.partner.organizationId,
        },
      });
    const given = await give(['ROLE_PORTAL_ADMIN'], portal);
    expect(given.status, JSON.stringify(given.body)).toBe(200);
    await world.shown(given.body.position);
    expect(await review()).toEqual({
      since: expect.any(String),
      from: { id: portal.userId, name: expect.stringContaining('Acme-portal') },
      isFromRequester: true,
    });
    expect(await decide('approve', id, orgId, helper)).toMatchObject({
      status: 409,
      body: { code: 'organization.approver-from-requester', parameters: { days: 7 } },
    });
    // From the seed: the portal's operator.
    expect(await review(colleague)).toEqual({ since: expect.any(String), from: null, isFromRequester: false });
    for (const roles of [[], ['ROLE_PORTAL_ADMIN']]) await world.shown((await give(roles, colleague)).body.position);
    expect(await review()).toMatchObject({ from: { id: colleague.userId }, isFromRequester: false });
    expect((await decide('approve', id, orgId, helper)).status).toBe(200);
  });

  it('is denied, and can be requested again', async () => {
    const { orgId, id } = await requested();
    expect((await decide('deny', id, orgId)).status).toBe(200);
    expect(await decide('approve', id, orgId)).toMatchObject({
      status: 409,
      body: { code: 'organization.decided-already' },
    });
    const again = await requestDeletion(orgId);
    expect(Number(again.body.requestId)).toBeGreaterThan(id);
  });

  it('is decided once by two administrators at the same moment', async () => {
    const { orgId, id } = await requested();
    const other = await world.seed.user(world.partner.organizationId, 'second', ['ROLE_PORTAL_ADMIN']);
    await world.signIn(other);
    await world.allShown();
    const done = await Promise.all([decide('approve', id, orgId), decide('deny', id, orgId, other)]);
    expect(done.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each(['29 days', '1 minute'])(
    'is refused when a key was used %s ago, at the request and at the approval',
    async (age) => {
      const fresh = await add();
      await use(fresh, age);
      expect(await read(`/api/organiztion/check-organization-consumers?id=${fresh}`)).toBe(false);
      expect(await requestDeletion(fresh)).toMatchObject({
        status: 409,
        body: {
          detail: 'You can not delete this organization, since its consumers have been used in last 30 days.',
        },
      });
      const { orgId, id } = await requested();
      expect(await read(`${root}/check-organization-consumers?id=${orgId}`)).toBe(true);
      await use(orgId, age);
      expect(await decide('approve', id, orgId)).toMatchObject({ body: { code: 'organization.used-lately' } });
    },
  );

  it('is allowed when the last use is more than 30 days ago', async () => {
    const id = await add();
    await use(id, '31 days');
    expect((await requestDeletion(id)).status).toBe(200);
  });

  describe('while others use its APIs', () => {
    /** An organization whose API a partner calls 20 times a second, and another one has a key for. */
    const usedByOthers = async () => {
      const orgId = await add();
      const applicationId = await world.seed.application(orgId, newName(), [portal.userId]);
      const apiId = await world.seed.api(orgId, applicationId, newName());
      const { deploymentId } = await world.seed.deployment(apiId, world.publicGatewayId, 'deployed', {}, orgId);
      const [caller, quiet, former] = [await add(), await add(), await add()];
      await world.seed.consumer(deploymentId, apiId, quiet);
      for (const age of ['1 minute', '2 hours']) await use(caller, age, apiId, 72_000);
      await use(former, '31 days', apiId, 5);
      await world.allShown();
      return { orgId, caller, quiet };
    };

    it('shows them with their calls, and is not deleted unless the callers are accepted by both', async () => {
      const { orgId, caller, quiet } = await usedByOthers();
      expect(await read(`${root}/check-organization-consumers?id=${orgId}`)).toBe(false);
      expect(await read(`${root}/${orgId}/belongings`)).toMatchObject({
        usedLately: false,
        others: [
          { id: caller, calls: 144_000, keys: 0 },
          { id: quiet, calls: 0, keys: 1 },
        ],
      });
      const { name } = await read(`${root}/edit-organization?id=${caller}`);
      const refused = {
        status: 409,
        body: { code: 'organization.used-by-others', parameters: { organizations: name } },
      };
      expect(await requestDeletion(orgId)).toMatchObject(refused);
      expect(await requestDeletion(orgId, portal, [quiet])).toMatchObject(refused);
      const asked = await requestDeletion(orgId, portal, [caller]);
      expect(asked.status).toBe(200);
      const id = Number(asked.body.requestId);
      expect(await decide('approve', id, orgId)).toMatchObject(refused);
      expect((await decide('approve', id, orgId, colleague, [caller])).status).toBe(200);
      const events = await world.services.store.read<OrganizationEvent>(`organization-${orgId}`);
      expect(events.slice(-2)).toMatchObject([
        { type: 'OrganizationDeletionRequested', data: { acceptedCallers: [caller] } },
        { type: 'OrganizationDeletionApproved', data: { acceptedCallers: [caller] } },
      ]);
    });
  });

  it('is withdrawn by the requester only, and can be requested again', async () => {
    const name = newName();
    const { orgId, id } = await requested({ name });
    expect(await withdraw(id, orgId, colleague)).toMatchObject({
      status: 409,
      body: { code: 'organization.requester-withdraws' },
    });
    expect((await withdraw(id, orgId)).status).toBe(200);
    expect(await read(`/api/delete-organization-requests?id=${id}`)).toMatchObject({ total: 0 });
    expect(await read(`/api/grant-organization-requests?id=${id}`)).toMatchObject({
      total: 1,
      grants: [{ id, organizationName: name, action: 'withdrawn', user: portal.userId, operationId: null }],
    });
    expect(await decide('approve', id, orgId)).toMatchObject({ body: { code: 'organization.decided-already' } });
    expect(await read(`${root}/${orgId}`)).toMatchObject({ organization: { requestDeleted: false, deletion: null } });
    expect((await requestDeletion(orgId)).body.requestId).not.toBe(id);
  });

  it('shows in advance what goes with it', async () => {
    const { acme } = world;
    expect(await read(`${root}/${acme.organizationId}/belongings`)).toMatchObject({
      applications: { total: 1, first: [{ id: acme.applicationId, name: 'Acme shop' }] },
      apis: { total: 1, first: [{ id: acme.apiId, name: 'Acme orders' }] },
      deployments: 3,
      keys: 1,
      people: { total: Object.keys(acme.members).length },
    });
  });
});
