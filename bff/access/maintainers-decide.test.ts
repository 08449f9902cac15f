import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { newName } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newCategory, newRequestFor } from './examples.ts';

let world: BffWorld;
/** Requests of Partner: about an API of Acme's application, of another application, and of events. */
let requests: Readonly<{ own: number; other: number; events: number }>;
let apis: Readonly<{ own: number; other: number }>;

beforeAll(async () => {
  world = await startBffWorld();
  const { acme, partner, seed } = world;
  const { organizationId } = partner;
  const elsewhere = await seed.application(acme.organizationId, newName(), [acme.members.admin.userId]);
  apis = {
    own: await seed.api(acme.organizationId, acme.applicationId, 'Own orders'),
    other: await seed.api(acme.organizationId, elsewhere, 'Other orders'),
  };
  await world.allShown();
  requests = {
    own: await newRequestFor(world, partner, { apiId: apis.own, organizationId }),
    other: await newRequestFor(world, partner, { apiId: apis.other, organizationId }),
    events: await newRequestFor(world, partner, { eventCategoryId: await newCategory(world), organizationId }),
  };
});
afterAll(() => world?.close());

const target = '/api/application/edit-application';

/** Sends the form of Acme's application with some fields changed. */
const save = async (who: Member, change: object, without: readonly string[] = []) => {
  const { applicationId, members } = world.acme;
  const { body: form } = await world.ask(members.portal, 'GET', `${target}?id=${applicationId}`);
  const { name, description, external, contact, basedOn, organizationId } = form;
  const owners = (form.owners as { ownerEmail: string }[]).map(({ ownerEmail }) => ownerEmail);
  const kept = owners.filter((email) => !without.includes(email)).join('\n');
  const json = {
    id: applicationId,
    name,
    description: description || 'Sells',
    external,
    contact,
    owners: kept,
    organizationId,
    basedOn,
  };
  return await world.ask(who, 'POST', target, { json: { ...json, ...change } });
};
const letDecide = async (maintainersDecide: boolean) => {
  const saved = await save(world.acme.members.owner, { maintainersDecide });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
};
const decide = (who: Member, id: number, verb: 'approve' | 'deny' = 'deny') =>
  world.ask(who, 'POST', `/api/${verb}-api-access-request`, { json: { apiAccessRequestId: id, note: 'As agreed' } });
const inboxOf = async (who: Member) =>
  ((await world.ask(who, 'GET', '/api/inbox?kind=access')).body.waiting as { id: string }[]).map(({ id }) => id);
const namesIn = async (who: Member, list: string) => {
  const { status, body } = await world.ask(who, 'GET', list);
  if (status !== 200) return status;
  return ((body.requests ?? body.grants) as { apiName: string }[]).map(({ apiName }) => apiName);
};

it('is nobody’s right before an owner switches it on, and the portal’s administrators have it all', async () => {
  const { owner, portal } = world.acme.members;
  expect(await namesIn(owner, '/api/request-access/all')).toBe(403);
  expect((await decide(owner, requests.own)).status).toBe(403);
  expect(await inboxOf(owner)).toEqual([]);
  expect(await inboxOf(portal)).toHaveLength(3);
});

it('is switched on by owners and portal administrators, not by whoever else may change the application', async () => {
  const { gateway, user, owner } = world.acme.members;
  for (const who of [gateway, user]) {
    const { status, body } = await save(who, { maintainersDecide: true });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        why: { action: 'application.let-decide', applicationId: world.acme.applicationId },
        errors: [{ field: 'maintainersDecide', code: 'application.deciders-not-yours' }],
      },
    });
    // The same form without a change of it is theirs.
    expect((await save(who, { maintainersDecide: false })).status).toBe(200);
  }
  await letDecide(true);
  const { body } = await world.ask(owner, 'GET', `/api/application/${world.acme.applicationId}/history`);
  expect((body as unknown as { kind: string }[])[0]?.kind).toBe('maintainers-decide');
  // A page that was opened before this release sends no such field.
  expect((await save(owner, { description: newName() })).status).toBe(200);
  const form = await world.ask(owner, 'GET', `${target}?id=${world.acme.applicationId}`);
  expect(form.body).toMatchObject({ maintainersDecide: true, mayLetDecide: true });
});

it('puts requests into the inbox of the maintainers, and into that of administrators when they wait too long', async () => {
  const { owner, owningAdmin, portal, user } = world.acme.members;
  const own = `access-${requests.own}`;
  for (const who of [owner, owningAdmin]) expect(await inboxOf(who)).toEqual([own]);
  expect(await inboxOf(user)).toEqual([]);
  expect(await inboxOf(portal)).toEqual([`access-${requests.other}`, `access-${requests.events}`]);
  const move = `update access_requests set requested_at = requested_at + $1::interval where id = $2`;
  await world.pool.query(move, ['-73 hours', requests.own]);
  expect(await inboxOf(portal)).toContain(own);
  expect(await inboxOf(owner)).toEqual([own]);
  await world.pool.query(move, ['73 hours', requests.own]);
  expect(await inboxOf(portal)).not.toContain(own);
});

it('shows maintainers their APIs and nothing of others', async () => {
  const { owner, portal } = world.acme.members;
  expect(await namesIn(owner, '/api/request-access/all')).toEqual(['Own orders']);
  expect(await namesIn(portal, '/api/request-access/all')).toHaveLength(3);
  expect(await namesIn(owner, '/api/request-access/all?search=other')).toEqual([]);
  expect(await namesIn(owner, `/api/request-access/all?id=${requests.other}`)).toEqual([]);
  const filtered = await world.ask(owner, 'POST', '/api/request-access/filter', { json: { status: 'NEW' } });
  expect(filtered.body.total).toBe(1);
  const facts = (id: number) => world.ask(owner, 'GET', `/api/request-access/${id}/facts`);
  expect((await facts(requests.own)).status).toBe(200);
  for (const id of [requests.other, requests.events]) {
    expect((await facts(id)).status).toBe(404);
    for (const verb of ['approve', 'deny'] as const) expect((await decide(owner, id, verb)).status).toBe(404);
  }
  const both = { apiAccessRequestIds: [requests.own, requests.other], note: '' };
  expect((await world.ask(owner, 'POST', '/api/deny-api-access-requests', { json: both })).status).toBe(404);
  expect(await inboxOf(owner)).toEqual([`access-${requests.own}`]);
});

it('never decides about a request of one’s own, alone or with others', async () => {
  const { acme, partner } = world;
  const outsider = partner.members.user;
  // An owner of another organization who asks for that one.
  const named = await save(acme.members.portal, {
    owners: [acme.members.owner.email, acme.members.owningAdmin.email, outsider.email].join('\n'),
  });
  expect(named.status).toBe(200);
  expect(await inboxOf(outsider)).toEqual([]);
  expect(await decide(outsider, requests.own)).toMatchObject({ status: 409, body: { code: 'access.own-request' } });
  expect((await save(acme.members.portal, {}, [outsider.email])).status).toBe(200);
  expect((await decide(outsider, requests.own)).status).toBe(403);
});

it('ends with the ownership and with the switch, for the very next call', async () => {
  const { owner, owningAdmin, portal } = world.acme.members;
  expect((await save(portal, {}, [owner.email])).status).toBe(200);
  expect((await decide(owner, requests.own)).status).toBe(403);
  expect(await inboxOf(owner)).toEqual([]);
  const again = await save(portal, { owners: `${owner.email}\n${owningAdmin.email}` });
  expect(again.status).toBe(200);
  await letDecide(false);
  expect((await decide(owner, requests.own)).status).toBe(403);
  expect(await inboxOf(portal)).toContain(`access-${requests.own}`);
  await letDecide(true);
});

it('says why one may not, and who could change that', async () => {
  const { owner, portal, user } = world.acme.members;
  const ask = async (who: Member, query: string) =>
    (await world.ask(portal, 'GET', `/api/why-not?action=access.decide&personId=${who.userId}&${query}`)).body
      .parts as { verdict: string; rules: unknown[]; changes: { fact: string; by: string }[]; beyond: string[] }[];
  const [mine] = await ask(owner, `apiId=${apis.own}`);
  expect(mine).toMatchObject({ verdict: 'allowed', beyond: ['own-request'] });
  const [notMine] = await ask(user, `apiId=${apis.own}`);
  expect(notMine).toMatchObject({ verdict: 'refused' });
  const changesOf = (part: typeof mine) => part?.changes.map(({ fact, by }) => `${fact} by ${by}`).sort();
  expect(changesOf(notMine)).toEqual(['maintainer by application.change', 'portalAdmin by user.administer']);
  const [off] = await ask(world.acme.members.admin, `apiId=${apis.other}`);
  expect(changesOf(off)).toEqual(['maintainersDecide by application.let-decide', 'portalAdmin by user.administer']);
});

it('decides, changes the end and revokes, and the record says who it was and by which right', async () => {
  const { acme, partner } = world;
  const { owner, portal } = acme.members;
  const { status, body } = await decide(owner, requests.own, 'approve');
  expect({ status, body }).toMatchObject({ status: 200, body: { apiAccessRequestId: requests.own } });
  await world.shown(body.position);
  expect(await inboxOf(owner)).toEqual([]);
  const { body: list } = await world.ask(portal, 'GET', `/api/request-access/all?id=${requests.own}`);
  expect(list.requests).toMatchObject([{ status: 'APPROVED', decidedBy: expect.stringContaining('Acme-owner') }]);
  const events = await world.services.store.read(`access-${accessIdOf(apis.own, partner.organizationId)}`);
  expect(events.map(({ meta }) => [meta.actor.userId, meta.rule]).at(-1)).toEqual([owner.userId, 'access.decide']);

  const grants = '/api/all-api-access';
  expect(await namesIn(owner, grants)).toEqual(['Own orders']);
  const id = body.grantId;
  const losing = await world.ask(owner, 'GET', `/api/api-access/${id}/losing-keys`);
  expect(losing.status).toBe(200);
  const end = { endsOn: '2099-12-31', seen: null };
  const ended = await world.ask(owner, 'PUT', `/api/api-access/${id}/end`, { json: end });
  expect(ended.status).toBe(200);
  await world.shown(ended.body.position);
  // Access to an API of others, which an administrator gave.
  const given = await decide(portal, requests.other, 'approve');
  await world.shown(given.body.position);
  const others = given.body.grantId;
  expect((await world.ask(owner, 'DELETE', `/api/api-access/${others}`)).status).toBe(404);
  expect((await world.ask(owner, 'PUT', `/api/api-access/${others}/end`, { json: end })).status).toBe(404);
  expect((await world.ask(owner, 'GET', `/api/api-access/${others}/losing-keys`)).status).toBe(404);
  expect((await world.ask(owner, 'DELETE', `/api/api-access/${id}`)).status).toBe(200);
});
