import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newName } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { externalFields as external } from './examples.ts';

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
const turn = (id: number, query = '', who = portal) =>
  world.ask(who, 'POST', `${root}/deactivate-organization?id=${id}${query}`);

describe('an organization', () => {
  it('has a name of its own, whatever the case and the spaces around it', async () => {
    const name = `${newName()} 24`;
    const id = await add({ name });
    const taken = {
      status: 400,
      body: { errors: [{ field: 'name', code: 'organization.name-taken', message: expect.stringMatching(/name/) }] },
    };
    expect(await save({ name: ` ${name.toUpperCase()} `, contact: 'Ben', external: false })).toMatchObject(taken);
    const other = await add();
    expect(await save({ id: other, name, contact: 'Ben', external: false })).toMatchObject(taken);
    const kept = await save({ id, name: name.toUpperCase(), contact: 'Ben', external: false });
    expect(kept).toMatchObject({ status: 200, body: { id, name: name.toUpperCase() } });
  });

  it('of two with one name at the same time only one is added', async () => {
    const form = { name: newName(), contact: 'Ada', external: false };
    const done = await Promise.all([save(form), save({ ...form, name: form.name.toUpperCase() })]);
    expect(done.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is added, changed, found and read under both spellings of the path', async () => {
    const name = newName();
    const added = await save({ id: 0, name, contact: 'Ada', description: 'Ships parcels', ...external });
    expect(added).toMatchObject({ status: 200, body: { id: expect.any(Number), name, external: true } });
    const { id, position } = added.body;
    expect(await read(`/api/organiztion/edit-organization?id=${id}`, position)).toMatchObject({
      id,
      name,
      ...external,
      address2: '',
      attrs: [],
      deactivated: false,
      requestDeleted: false,
      avaliable: true,
    });
    const json = {
      id,
      name,
      contact: 'Ben',
      ...external,
      attrs: [{ name: 'x-tier', value: 'gold', type: 'http header' }],
      deactivated: false,
      avaliable: true,
    };
    const changed = await world.ask(portal, 'POST', '/api/organiztion/edit-organization', { json });
    const found = await read(`/api/organizations?name=${name.toUpperCase()}&type=1`, changed.body.position);
    expect(found).toMatchObject({ total: 1, organizations: [{ id, contact: 'Ben' }] });
    expect(await read(`/api/organizations?name=${name}&type=0`)).toMatchObject({ total: 0 });
    expect(await read(`${root}/${id}/history`)).toMatchObject([
      {
        kind: 'changed',
        user: { id: portal.userId },
        changes: expect.arrayContaining([
          { field: 'contact', from: 'Ada', to: 'Ben' },
          { field: 'attributes', from: '', to: 'x-tier: gold' },
        ]),
      },
      { kind: 'registered' },
    ]);
  });

  it('loses the external fields when it becomes internal', async () => {
    const id = await add({ ...external, attrs: [{ name: 'a', value: 'b' }] });
    const { body } = await save({ id, name: newName(), contact: 'Ada', external: false, city: 'Bern' });
    expect(await read(`${root}/edit-organization?id=${id}`, body.position)).toMatchObject({
      external: false,
      city: '',
      billingType: '',
      attrs: [],
    });
  });

  it.each([
    ['no name', { name: ' ' }, { name: 'organization.organization-name-required' }],
    ['no contact', { contact: '' }, { contact: 'organization.organization-contact-required' }],
    ['no type', { external: undefined }, { external: 'organization.external-required' }],
    ['a long description', { description: 'x'.repeat(1001) }, { description: 'field.too-long' }],
    [
      'digits in places',
      { city: 'B3rn', state: '1', country: 'X_' },
      {
        city: 'organization.city-invalid',
        state: 'organization.state-invalid',
        country: 'organization.country-invalid',
      },
    ],
    [
      'an external one without its fields',
      { external: true },
      {
        phoneNumber: 'organization.phone-required',
        address1: 'organization.address-required',
        city: 'organization.city-required',
        state: 'organization.state-required',
        country: 'organization.country-required',
        zip: 'organization.zip-required',
        registrationId: 'organization.registration-required',
        billingType: 'organization.billing-required',
        taxNo: 'organization.tax-required',
      },
    ],
    [
      'an attribute without a name',
      { attrs: [{ name: '', value: 'b' }] },
      { 'attrs.0.name': 'organization.attribute-name-required' },
    ],
  ])('with %s is refused at its fields', async (_what, changes, problems) => {
    const { status, body } = await save({ name: 'Good name', contact: 'Ada', external: false, ...changes });
    expect(status).toBe(400);
    const errors = body.errors as { field: string; code: string }[];
    expect(Object.fromEntries(errors.map(({ field, code }) => [field, code]))).toEqual(problems);
  });

  it('shows its applications and its keys by API, masked, to its own people too', async () => {
    const { acme } = world;
    const own = await read(`${root}/${acme.organizationId}`, undefined, acme.members.user);
    expect(own).toMatchObject({
      organization: { id: acme.organizationId, may: { edit: false, switch: true, requestDeletion: true } },
      applications: [{ id: acme.applicationId, name: 'Acme shop', contact: '' }],
      consumers: [
        {
          apiId: acme.apiId,
          apiName: 'Acme orders',
          apiVersion: '1.0.0',
          deployments: [{ id: acme.consumer.consumerId, env: 'DEV', orgName: 'Acme' }],
        },
      ],
    });
    expect(JSON.stringify(own)).not.toContain(acme.consumer.apiKey);
  });
});

describe('deactivating and activating', () => {
  it('toggles the state, or sets the wanted one once', async () => {
    const id = await add();
    expect(await turn(id)).toMatchObject({
      status: 200,
      body: { id, deactivated: true, operationId: expect.any(String) },
    });
    const again = await turn(id, '&deactivated=true');
    expect(again).toMatchObject({ status: 200, body: { deactivated: true } });
    expect(again.body).not.toHaveProperty('operationId');
    expect(await read(`${root}/${id}`)).toMatchObject({ organization: { deactivated: true, avaliable: false } });
    expect((await turn(id)).body).toMatchObject({ deactivated: false });
  });

  it('works as a GET only with the header that no link can send', async () => {
    const id = await add();
    const target = `${root}/deactivate-organization?id=${id}`;
    const before = await world.countEvents();
    expect(await world.ask(portal, 'GET', target, { headers: { 'x-user-id': '' } })).toMatchObject({
      status: 403,
      body: { code: 'user.id-needed' },
    });
    expect(await world.countEvents()).toBe(before);
    expect((await world.ask(portal, 'GET', target)).body).toMatchObject({ deactivated: true });
  });

  it('signs its people out at the next call, with a session and with a token', async () => {
    const id = await add();
    const person = await world.seed.user(id, 'leaving', ['ROLE_COMPANY_USER']);
    await world.signIn(person);
    await world.allShown();
    for (const by of ['session', 'bearer'] as const)
      expect((await world.ask(person, 'GET', '/api/my-apps', { by })).status).toBe(200);
    await turn(id);
    for (const by of ['bearer', 'session'] as const)
      expect(await world.ask(person, 'GET', '/api/my-apps', { by })).toMatchObject({
        status: 401,
        body: { code: 'user.disabled' },
      });
    await turn(id);
    expect((await world.ask(person, 'GET', '/api/my-apps', { by: 'bearer' })).status).toBe(200);
  });

  it('does not lock everybody out, also when two administrators try it at once', async () => {
    const [one, other] = [world.acme.organizationId, world.partner.organizationId];
    const done = await Promise.all([
      turn(one, '&deactivated=true', colleague),
      turn(other, '&deactivated=true', portal),
    ]);
    expect(done.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(done.map(({ body }) => body.code)).toContain('organization.last-administrator');
    const stays = done[0]?.status === 200 ? colleague : portal;
    for (const id of [one, other]) await turn(id, '&deactivated=false', stays);
    for (const side of [world.acme, world.partner])
      for (const member of Object.values(side.members)) await world.signIn(member);
  });
});
