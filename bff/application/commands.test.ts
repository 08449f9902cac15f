import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDecider } from '#domain/api/decider.ts';
import { applicationDecider } from '#domain/application/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { randomId } from '#platform/uuid.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

/** A new name each: two applications of one organization never have the same. */
const form = () => ({
  name: `Till ${randomId().slice(-8)}`,
  description: 'Takes money',
  organizationId: world.acme.organizationId,
  external: false,
  contact: 'till@acme.example',
  owners: '',
});
const save = (json: Record<string, unknown>, who: Member = world.acme.members.user, headers = {}) =>
  world.ask(who, 'POST', '/api/application/edit-application', { json: { ...form(), ...json }, headers });
const add = async (json: Record<string, unknown> = {}, who?: Member) => {
  const { status, body } = await save(json, who);
  expect(status, JSON.stringify(body)).toBe(200);
  await world.shown(body.position);
  return Number(body.id);
};
const read = async (id: number, who: Member = world.acme.members.user) =>
  (await world.ask(who, 'GET', `/api/application/${id}`)).body;
const formOf = async (id: number, who: Member = world.acme.members.user) =>
  (await world.ask(who, 'GET', `/api/application/edit-application?id=${id}`)).body;
const remove = (id: number, who: Member = world.acme.members.user) =>
  world.ask(who, 'DELETE', `/api/application/${id}`);
const eventsOf = async (id: number) => (await world.services.store.read(`application-${id}`)).map(({ type }) => type);
const shown = async (body: Readonly<Record<string, unknown>>) => await world.shown(body.position);

describe('an application', () => {
  it('is added with its contact and its owners, with and without an account', async () => {
    const { user, owner } = world.acme.members;
    const id = await add({
      name: 'Till',
      owners: `${owner.email.toUpperCase()}\n\n nora@acme.example \n${owner.email}`,
    });
    expect(await read(id)).toMatchObject({
      id,
      name: 'Till',
      orgname: 'Acme',
      contact: 'till@acme.example',
      state: 'active',
      owned: false,
      apis: [],
      owners: [
        { id: owner.userId, ownerEmail: owner.email, waiting: false, left: false },
        { id: null, name: '', ownerEmail: 'nora@acme.example', waiting: true, left: false },
      ],
      may: { edit: true, delete: true, addApi: false },
    });
    expect(await formOf(id)).toMatchObject({
      owners: [{ ownerEmail: owner.email }, { ownerEmail: 'nora@acme.example' }],
      organization: { id: world.acme.organizationId, name: 'Acme' },
      basedOn: 3,
      mayMove: false,
    });
    const history = (await world.ask(user, 'GET', `/api/application/${id}/history`)).body;
    expect(history).toMatchObject([
      { kind: 'owner-invited', about: 'nora@acme.example', user: { id: user.userId } },
      { kind: 'contact-changed', about: 'till@acme.example' },
      { kind: 'registered', about: '' },
    ]);
  });

  it('belongs to the person who adds it if it names no owner', async () => {
    const { user, portal } = world.acme.members;
    expect(await read(await add())).toMatchObject({ owned: true, owners: [{ ownerEmail: user.email }] });
    const elsewhere = await add({ organizationId: world.partner.organizationId }, portal);
    expect(await read(elsewhere, portal)).toMatchObject({ owned: false, owners: [], orgname: 'Partner' });
  });

  it.each([
    ['name', { name: '  ' }, 'Application name is required'],
    ['description', { description: '' }, 'Application description is required'],
    ['description', { description: 'x'.repeat(1001) }, 'At most 1000 characters'],
    ['organizationId', { organizationId: null }, 'Organization is required'],
    ['external', { external: null }, 'Choose internal or external'],
    ['contact', { contact: 'till' }, 'The contact must be an e-mail address'],
    ['owners', { owners: 'nora@acme.example\n\nole' }, 'Line 3 is not an e-mail address'],
    ['owners', { owners: 'x'.repeat(1001) }, 'At most 1000 characters'],
  ])('is refused at %s: %j', async (field, json, message) => {
    expect(await save(json)).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
  });

  it('reports errors of the contact and of the owners together', async () => {
    const { body } = await save({ contact: 'till', owners: 'ole' });
    expect((body.errors as { field: string }[]).map(({ field }) => field)).toEqual(['contact', 'owners']);
  });

  it('is added once by a double click', async () => {
    const headers = { 'idempotency-key': 'one-click-0002' };
    const name = 'Clicked twice';
    const [one, other] = await Promise.all([save({ name }, undefined, headers), save({ name }, undefined, headers)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body.id).toBe(other.body.id);
  });
});

describe('the name of an application', () => {
  const taken = { status: 400, body: { errors: [{ field: 'name', code: 'application.name-taken' }] } };

  it('is taken in its organization, in any case, and free in others', async () => {
    const { portal } = world.acme.members;
    const { organizationId } = world.partner;
    const id = await add({ name: 'Checkout Desk' });
    expect(await save({ name: 'CHECKOUT desk' })).toMatchObject(taken);
    const elsewhere = await add({ name: 'Checkout Desk', organizationId }, portal);
    const other = await add({ name: 'Other Desk' });
    expect(await save({ id: other, name: 'Checkout Desk' })).toMatchObject(taken);
    // Its own it keeps, also with other letters.
    expect((await save({ id, name: 'Checkout DESK' })).status).toBe(200);
    expect(await save({ id: elsewhere, name: 'Checkout Desk' }, portal)).toMatchObject(taken);
  });

  it('is taken however its accents are stored', async () => {
    await add({ name: 'Caf\u00e9 Desk' });
    expect(await save({ name: 'Cafe\u0301 Desk' })).toMatchObject(taken);
  });

  it('comes with its organization in choices, because two organizations may use it', async () => {
    const name = 'Same in both';
    await add({ name });
    await add({ name, organizationId: world.partner.organizationId }, world.acme.members.portal);
    await world.allShown();
    const { body } = await world.ask(world.acme.members.portal, 'GET', '/api/my-apps');
    const same = (body as unknown as { name: string; orgname: string }[]).filter((one) => one.name === name);
    expect(same.map(({ orgname }) => orgname).sort()).toEqual(['Acme', 'Partner']);
  });

  it('is given to one of several who ask at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => save({ name: 'At once' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });
});

describe('handing an application to a colleague', () => {
  it('takes effect at the next call, for both of them', async () => {
    const { user, owner, portal } = world.partner.members;
    const { organizationId } = world.partner;
    const id = await add({ organizationId, owners: owner.email }, portal);
    expect((await save({ id, organizationId, owners: user.email }, user)).status).toBe(403);
    const handed = await save({ id, name: 'Handed over', organizationId, owners: user.email }, owner);
    expect(handed.status).toBe(200);
    await shown(handed.body);
    expect((await save({ id, organizationId, owners: owner.email }, owner)).status).toBe(403);
    expect(await world.ask(user, 'GET', '/api/my-apps')).toMatchObject({ body: [{ id, name: 'Handed over' }] });
    expect(await eventsOf(id)).toEqual([
      'ApplicationRegistered',
      'ApplicationContactChanged',
      'ApplicationDetailsChanged',
      'OwnerAdded',
      'OwnerRemoved',
    ]);
  });

  it("hides the names of another organization's owners from readers who may not know them", async () => {
    const id = await add({ owners: world.partner.members.user.email });
    expect((await read(id)).owners).toEqual([
      { id: null, name: '', ownerEmail: world.partner.members.user.email, waiting: false, left: false },
    ]);
    expect((await read(id, world.acme.members.portal)).owners).toMatchObject([
      { id: world.partner.members.user.userId, name: expect.stringContaining('Partner-user') },
    ]);
  });
});

describe('the organization of an application', () => {
  it('is changed by administrators only, and only while it has no API', async () => {
    const { portal, user } = world.acme.members;
    const { organizationId } = world.partner;
    const id = await add({ owners: user.email });
    const moved = { id, organizationId, owners: user.email };
    expect(await save(moved)).toMatchObject({ status: 400, body: { errors: [{ field: 'organizationId' }] } });
    const apiId = await world.seed.api(world.acme.organizationId, id, 'Fixed');
    expect(await save(moved, portal)).toMatchObject({
      status: 400,
      body: { errors: [{ message: "The organization of an application with APIs can't change" }] },
    });
    expect((await world.ask(portal, 'DELETE', `/api/swaggers/${apiId}`)).status).toBe(200);
    const free = await add({ owners: user.email });
    const done = await save({ ...moved, id: free }, portal);
    expect(done.status).toBe(200);
    await shown(done.body);
    expect(await read(free, portal)).toMatchObject({ orgname: 'Partner' });
  });
});

describe('the list', () => {
  const list = async (query: string, who: Member = world.acme.members.user) =>
    (await world.ask(who, 'GET', `/api/applications?${query}`)).body as unknown as {
      apps: { id: number; name: string; external: boolean; orgname: string }[];
      total: number;
      page: number;
    };

  it('has nine rows a page, of one or all organizations, filtered by type and name', async () => {
    for (let index = 0; index < 10; index += 1) await add({ name: `Listed ${index}`, external: index % 2 === 1 });
    const first = await list('name=LISTED&sort=name&order=asc');
    expect(first.apps.map(({ name }) => name)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map((one) => `Listed ${one}`));
    expect(await list('name=listed&sort=name&order=asc&page=1')).toMatchObject({ total: 10, page: 1, apps: [{}] });
    expect((await list('name=listed&type=1')).apps.every(({ external }) => external)).toBe(true);
    expect((await list('name=listed&type=0')).total).toBe(5);
    expect(await list('name=listed', world.partner.members.user)).toMatchObject({ total: 0, apps: [] });
    expect((await list('name=listed', world.partner.members.portal)).total).toBe(10);
    expect(await list('my=true', world.partner.members.portal)).toMatchObject({
      apps: expect.not.arrayContaining([expect.objectContaining({ orgname: 'Acme' })]),
    });
    expect((await world.ask(world.acme.members.user, 'GET', '/api/applications?sort=secret')).status).toBe(400);
  });
});

describe('deleting an application', () => {
  it('is refused while an API of it is deployed, and says so', async () => {
    expect(await remove(world.acme.applicationId, world.acme.members.owner)).toMatchObject({
      status: 409,
      body: {
        code: 'application.deployed',
        detail: "This application can't be deleted while its APIs are deployed. Delete their deployments first (2).",
      },
    });
  });

  it('is requested once; from then on nothing is added to it', async () => {
    const { owner } = world.acme.members;
    const id = await add({ name: 'Leaving', owners: owner.email });
    const apiId = await world.seed.api(world.acme.organizationId, id, 'Goes along');
    await world.allShown();
    expect(await read(id)).toMatchObject({ apis: [{ name: 'Goes along', deployments: 0 }] });
    const { status, body } = await remove(id, owner);
    expect({ status, body }).toMatchObject({ status: 200, body: { entityId: id, operationId: expect.any(String) } });
    await shown(body);
    expect(await remove(id, owner)).toMatchObject({ status: 409, body: { code: 'application.deleting' } });
    expect(await save({ id, owners: owner.email })).toMatchObject({ status: 409 });
    expect(await read(id)).toMatchObject({
      state: 'deleting',
      deletion: body.operationId,
      may: { edit: false, delete: false, addApi: false },
    });
    const publishing = new FormData();
    publishing.set('bizappId', String(id));
    publishing.set(
      'jsonFile',
      new File(['{"openapi":"3.1.0","info":{"title":"Late","version":"1"},"paths":{}}'], 's.json'),
    );
    expect(await world.ask(owner, 'POST', '/api/swagger/import', { body: publishing })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'bizappId', message: 'This application is being deleted.' }] },
    });
    const operation = await world.ask(owner, 'GET', `/api/operations/${body.operationId}`);
    expect(operation.body).toMatchObject({ kind: 'delete-application', subject: 'Leaving', apiId: null });
    // What the worker does, in the name of the portal.
    const asked = { operationId: randomId() };
    await world.seed.send(apiDecider, apiId, { type: 'RequestDeletion', data: asked });
    await world.seed.send(apiDecider, apiId, { type: 'ConfirmDeletion', data: asked });
    await world.shown(
      await world.seed.send(applicationDecider, id, {
        type: 'ConfirmDeletion',
        data: { operationId: String(body.operationId) },
      }),
    );
    const record = {
      id: apiId,
      api: 'Goes along',
      appname: 'Leaving',
      organizationName: 'Acme',
      firstname: 'Acme-owner',
    };
    const deleted = (who: Member) => world.ask(who, 'GET', '/api/deleteAPI?search=GOES&sort=lastname&order=asc');
    expect((await deleted(world.acme.members.portal)).body).toMatchObject({ total: 1, page: 0, records: [record] });
    expect((await deleted(world.acme.members.auditor)).body).toMatchObject({ records: [record] });
    expect((await deleted(world.partner.members.auditor)).body).toMatchObject({ total: 0, page: 0, records: [] });
    const file = await world.ask(world.acme.members.portal, 'GET', '/api/deleteAPI/download?search=goes');
    expect(file.body.text).toContain(`${apiId},Goes along,1.0.0,Leaving,Acme,Acme-owner Of 1,`);
    expect((await world.ask(owner, 'GET', `/api/application/${id}`)).status).toBe(404);
    expect((await remove(id, owner)).status).toBe(404);
  });
});

describe('an owner who left', () => {
  /** Has an owner whose account is deleted, and a newcomer who gets the same address. */
  const leave = async (name: string) => {
    const { seed, acme } = world;
    const { portal } = acme.members;
    const first = await seed.user(acme.organizationId, name, ['ROLE_COMPANY_USER']);
    await world.allShown();
    const id = await add({ owners: first.email }, portal);
    await world.shown(await seed.send(userDecider, first.userId, { type: 'DeleteUser', data: {} }));
    const newcomer = { firstname: 'New', lastname: 'Comer', email: first.email, organizationId: acme.organizationId };
    const { status, body } = await world.ask(portal, 'POST', '/api/user/edit-user', { json: newcomer });
    expect(status, JSON.stringify(body)).toBe(200);
    await shown(body);
    return { id, portal, left: first, newcomer: Number(body.id) };
  };

  it('is marked, and owns nothing any more', async () => {
    const { id, portal, left } = await leave('leaver-one');
    expect((await read(id, portal)).owners).toMatchObject([
      { id: left.userId, ownerEmail: left.email, waiting: false, left: true },
    ]);
    expect(await formOf(id, portal)).toMatchObject({ owners: [] });
  });

  it('is not followed by a newcomer with the same address, unless somebody names them', async () => {
    const { id, portal, left, newcomer } = await leave('leaver-two');
    const changed = await save({ id, description: 'Takes more money', owners: '' }, portal);
    expect(changed.status).toBe(200);
    await shown(changed.body);
    expect((await read(id, portal)).owners).toEqual([]);
    const named = await save({ id, owners: left.email }, portal);
    await shown(named.body);
    expect((await read(id, portal)).owners).toMatchObject([{ id: newcomer, left: false }]);
  });

  it('leaves an application that administrators find', async () => {
    const { id, portal } = await leave('leaver-three');
    const list = async (query: string) =>
      ((await world.ask(portal, 'GET', `/api/applications?${query}`)).body.apps as { id: number; unowned: boolean }[])
        .filter((one) => one.id === id)
        .map(({ unowned }) => unowned);
    expect([await list('owners=none'), await list('')]).toEqual([[true], [true]]);
    const named = await save({ id, owners: 'expected@acme.example' }, portal);
    await shown(named.body);
    expect([await list('owners=none'), await list('')]).toEqual([[], [false]]);
  });
});
