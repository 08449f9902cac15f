import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventAccessIdOf } from '#domain/access/access.ts';
import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import { newName } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

/** Adds an API and an event category of the same id: ids are per kind. */
const twins = async (name = newName()) => {
  const { acme, businessAreaId, seed } = world;
  const id = await seed.api(acme.organizationId, acme.applicationId, newName());
  const data = { eventCategoryId: id, name, description: '', type: '', businessAreaId, events: [] };
  await seed.send(eventCategoryDecider, id, { type: 'AddEventCategory', data });
  await world.allShown();
  return id;
};
const ask = async (productId: number, more: object = {}, who: Member = world.partner.members.user) => {
  const { organizationId } = world.partner;
  const json = { organizationId, type: 'event', productId, ...more };
  const asked = await world.ask(who, 'POST', '/api/request-access', { json });
  await world.allShown();
  return asked;
};
const decide = async (verb: 'approve' | 'deny', apiAccessRequestId: unknown, note = '') => {
  const json = { apiAccessRequestId, note };
  const decided = await world.ask(world.acme.members.portal, 'POST', `/api/${verb}-api-access-request`, { json });
  await world.allShown();
  return decided;
};
const grant = async (productId: number, more: object = {}) =>
  (await decide('approve', (await ask(productId, more)).body.id)).body.grantId;
const revoke = async (grantId: unknown) => {
  const revoked = await world.ask(world.acme.members.portal, 'DELETE', `/api/api-access/${grantId}`);
  await world.allShown();
  return revoked;
};
const read = async (path: string, who: Member = world.partner.members.user) =>
  (await world.ask(who, 'GET', path)).body as never as Record<string, unknown>;
const lastOf = (id: number, type?: string) =>
  read(`/api/request-access?apiId=${id}&orgId=${world.partner.organizationId}${type ? `&type=${type}` : ''}`);

it('is asked for, denied with a note, asked for again, given and taken away', async () => {
  const id = await twins('Shipments');
  expect(await lastOf(id, 'event')).toBeNull();
  const asked = await ask(id, { reason: 'We ship.' });
  expect(asked).toMatchObject({ status: 200, body: { status: 'NEW' } });
  const row = { type: 'event', productId: id, apiName: 'Shipments', apiOrganizationName: '', reason: 'We ship.' };
  expect(await lastOf(id, 'event')).toMatchObject({ ...row, status: 'NEW' });
  // A colleague joins, and a second click changes nothing.
  expect((await ask(id, {}, world.partner.members.admin)).body.id).toBe(asked.body.id);
  await decide('deny', asked.body.id, 'Sign first');
  expect(await lastOf(id, 'event')).toMatchObject({ status: 'DENIED', note: 'Sign first' });
  const grantId = await grant(id);
  expect(await read(`/api/event-category/${id}`)).toMatchObject({ hasAccess: true });
  // Everybody may read what it is; only the partner has access.
  expect(await read(`/api/event-category/${id}`, world.acme.members.user)).toMatchObject({ hasAccess: false });
  expect(await ask(id)).toMatchObject({ status: 409, body: { code: 'access.granted-already' } });
  expect(await revoke(grantId)).toMatchObject({ status: 200, body: { entityId: grantId } });
  expect(await read(`/api/event-category/${id}`)).toMatchObject({ hasAccess: false });
  expect((await revoke(grantId)).status).toBe(404);
  const stream = `access-${eventAccessIdOf(id, world.partner.organizationId)}`;
  expect((await world.services.store.read(stream)).map(({ type }) => type)).toEqual([
    'EventAccessRequested',
    'EventAccessRequestJoined',
    'EventAccessDenied',
    'EventAccessRequested',
    'EventAccessApproved',
    'EventAccessGranted',
    'EventAccessRevoked',
  ]);
});

it('never opens the API of the same id, nor the API the category', async () => {
  const id = await twins();
  const { deploymentId } = await world.seed.deployment(id, world.publicGatewayId);
  await world.allShown();
  await grant(id);
  const { organizationId, members } = world.partner;
  expect(await lastOf(id)).toBeNull();
  const detail = { hasAccess: false, deployments: [], may: { requestAccess: true, addKey: false } };
  expect(await read(`/api/api-detail/${id}`)).toMatchObject(detail);
  const json = { deploymentId, apiModelId: id, organizationId };
  expect((await world.ask(members.user, 'POST', '/api/kong/add-consumer', { json })).status).toBe(404);
  const mine = async () =>
    ((await read('/api/swaggers?my=true&sort=id&order=desc')) as { apis: { id: number }[] }).apis.map((api) => api.id);
  expect(await mine()).not.toContain(id);

  const other = await twins();
  await grant(other, { type: 'api' });
  expect(await read(`/api/event-category/${other}`)).toMatchObject({ hasAccess: false });
  expect(await read(`/api/api-detail/${other}`)).toMatchObject({ hasAccess: true });
  expect(await mine()).toContain(other);
});

it('is taken away without the keys for the API of the same id', async () => {
  const id = await twins();
  const [apiGrant, eventGrant] = [await grant(id, { type: 'api' }), await grant(id)];
  const losing = await read(`/api/api-access/${eventGrant}/losing-keys`, world.acme.members.portal);
  expect(losing).toMatchObject({ keys: 0, calls: 0, organizations: { total: 0 } });
  await revoke(eventGrant);
  expect(await read(`/api/api-detail/${id}`)).toMatchObject({ hasAccess: true });
  await revoke(apiGrant);
  expect(await read(`/api/api-detail/${id}`)).toMatchObject({ hasAccess: false });
});

it('is in the lists with its type, by which they are filtered', async () => {
  const id = await twins('Customs');
  await grant(id);
  await ask(id, { type: 'api' });
  const { portal } = world.acme.members;
  const typesOf = async (path: string, items: string) => {
    const rows = (await read(path, portal))[items] as { type: string; productId: number }[];
    return new Set(rows.map(({ type }) => type));
  };
  for (const [path, items] of [
    ['/api/request-access/all', 'requests'],
    ['/api/all-api-access', 'grants'],
  ] as const) {
    expect(await typesOf(path, items)).toContain('event');
    expect(await typesOf(`${path}?type=event`, items)).toEqual(new Set(['event']));
    expect(await typesOf(`${path}?type=event&search=custom`, items)).toEqual(new Set(['event']));
    expect((await world.ask(portal, 'GET', `${path}?type=topic`)).status).toBe(400);
  }
  const filtered = async (json: object) =>
    (await world.ask(portal, 'POST', '/api/request-access/filter', { json })).body;
  expect(await filtered({ apiId: id, type: 'event' })).toMatchObject({ total: 1, requests: [{ type: 'event' }] });
  // Without a type it is an API.
  expect(await filtered({ apiId: id })).toMatchObject({ total: 1, requests: [{ type: 'api', productId: id }] });
  const grants = (await read(`/api/available-api-access/${world.partner.organizationId}`)) as never as object[];
  expect(grants).toContainEqual(expect.objectContaining({ type: 'event', productId: id, apiName: 'Customs', keys: 0 }));
  const file = await world.ask(portal, 'GET', '/api/all-api-access/download?type=event&search=custom');
  const lines = String(file.body.text).split('\r\n');
  expect(lines[0]).toContain('Id,Type,API or event category,Organization');
  expect(lines[1]).toContain(',Event category,Customs,Partner,');
});

it('lets reviewers see what else of its kind the organization has, and no environments', async () => {
  const [given, id] = [await twins('Given'), await twins()];
  await grant(given);
  const asked = await ask(id);
  const facts = await read(`/api/request-access/${asked.body.id}/facts`, world.acme.members.portal);
  expect(facts).toMatchObject({ environments: [], denied: null });
  const { names } = facts.granted as { names: string[] };
  expect(names).toContain('Given');
});

it('keeps a category from being deleted while an organization has access or asks for it', async () => {
  const id = await twins();
  const remove = () => world.ask(world.acme.members.portal, 'DELETE', `/api/event-category/${id}`);
  const asked = await ask(id);
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'event-category.in-use' } });
  const { grantId } = (await decide('approve', asked.body.id)).body;
  expect((await remove()).status).toBe(409);
  await revoke(grantId);
  expect((await remove()).status).toBe(200);
  await world.allShown();
  expect((await ask(id)).status).toBe(404);
  const portal = world.acme.members.portal;
  const { requests } = await read('/api/request-access/all?status=APPROVED&type=event', portal);
  expect((requests as { productId: number }[]).map(({ productId }) => productId)).not.toContain(id);
});

it('is told in notices, own requests and the history of the category', async () => {
  const id = await twins('Berths');
  const asked = await ask(id);
  const { user } = world.partner.members;
  const { portal } = world.acme.members;
  const newest = async (who: Member) => ((await read('/api/notices', who)).notices as object[])[0];
  const eventCategory = { id, name: 'Berths', deleted: false };
  expect(await newest(portal)).toMatchObject({ kind: 'access-asked', api: null, eventCategory, subject: 'Partner' });
  await decide('deny', asked.body.id, 'Not yet');
  expect(await newest(user)).toMatchObject({ kind: 'access-denied', api: null, eventCategory, note: 'Not yet' });
  const mine = { kind: 'access', state: 'denied', api: null, eventCategory, note: 'Not yet' };
  expect(((await read('/api/my-requests?kind=access', user)).requests as object[])[0]).toMatchObject(mine);
  await revoke(await grant(id));
  expect(await newest(user)).toMatchObject({ kind: 'access-revoked', api: null, eventCategory });
  const history = (await read(`/api/event-category/${id}/history`, portal)) as never as object[];
  const entries = ['access-revoked', 'access-granted', 'access-requested', 'access-denied', 'access-requested'];
  expect(history).toMatchObject([...entries.map((kind) => ({ kind, about: 'Partner' })), { kind: 'added' }]);
  // A category that is gone keeps its name where people read of it.
  await world.ask(portal, 'DELETE', `/api/event-category/${id}`);
  await world.allShown();
  expect(await newest(user)).toMatchObject({ eventCategory: { id, name: 'Berths', deleted: true } });
});

it('is refused for a category that does not exist, and for another organization', async () => {
  expect((await ask(2_000_000_000)).status).toBe(404);
  const id = await twins();
  expect((await ask(id, { organizationId: world.acme.organizationId })).status).toBe(404);
  expect((await ask(id, {}, world.partner.members.auditor)).status).toBe(403);
  // Also the portal's own organization asks: a category belongs to nobody.
  const { organizationId, members } = world.acme;
  expect((await ask(id, { organizationId }, members.user)).status).toBe(200);
});
