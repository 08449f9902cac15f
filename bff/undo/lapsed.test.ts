import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { applicationDecider } from '#domain/application/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { newName } from '#test/examples/route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { undoingIn } from '../fixtures/undoing.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const { ask, somebody, done, entriesOf, newest, previewOf, send, undo } = undoingIn(() => world);

const thing = () => `application-${world.acme.applicationId}`;

const formOf = (description: string, owners: readonly string[], more: object = {}) => ({
  ...{ id: world.acme.applicationId, name: 'Acme shop', description, organizationId: world.acme.organizationId },
  ...{ external: false, owners: owners.join('\n'), ...more },
});
const save = (...form: Parameters<typeof formOf>) =>
  done(world.acme.members.portal, 'POST', '/api/application/edit-application', formOf(...form));

const ownersNow = async (): Promise<readonly number[]> => {
  const state = await loadState(world.services.store, applicationDecider, world.acme.applicationId);
  return state.status === 'none' ? [] : state.owners;
};

/** Changes the description of an application that somebody else owns, too. */
const described = async (...more: string[]) => {
  const { owner, owningAdmin } = world.acme.members;
  const people = [owner.email, owningAdmin.email, ...more];
  await save('Sells', people);
  await save(`Sells wrong ${newName()}`, people);
  return await newest(thing(), 'ApplicationDetailsChanged');
};

it('another change gives an application back to nobody who left the organization', async () => {
  const { portal, owner } = world.acme.members;
  const leaver = await somebody('ROLE_COMPANY_USER');
  const changed = await described(leaver.email);
  await done(portal, 'POST', '/api/user', { id: leaver.userId, organizationId: world.partner.organizationId });
  await world.allShown();

  const { preview } = await undo(owner, changed);
  expect(preview.send?.body?.owners).not.toContain(leaver.email);
  expect(await ownersNow()).not.toContain(leaver.userId);
  expect(await newest(thing(), 'ApplicationDetailsChanged')).toMatchObject({ undoes: changed.id });
  const { rows } = await world.pool.query('select from application_owners where application_id = $1 and user_id = $2', [
    world.acme.applicationId,
    leaver.userId,
  ]);
  expect(rows).toEqual([]);
});

it('a command that says so and gives it back all the same is refused: both of its events come to nothing', async () => {
  const { portal, owner } = world.acme.members;
  const leaver = await somebody('ROLE_COMPANY_USER');
  const changed = await described(leaver.email);
  await done(portal, 'POST', '/api/user', { id: leaver.userId, organizationId: world.partner.organizationId });
  await world.allShown();
  const { send: sent } = await previewOf(owner, changed);
  const owners = `${sent?.body?.owners}\n${leaver.email}`;
  const before = await world.countEvents();
  expect(await ask(owner, 'POST', sent?.path ?? '', { ...sent?.body, owners }, changed.id)).toMatchObject({
    status: 409,
    body: { code: 'undo.differs' },
  });
  expect(await world.countEvents()).toBe(before);
});

it('whoever left is named again where they are what is put back', async () => {
  const { portal, owner, owningAdmin } = world.acme.members;
  const leaver = await somebody('ROLE_COMPANY_USER');
  await save('Sells', [owner.email, owningAdmin.email, leaver.email]);
  await save('Sells', [owner.email, owningAdmin.email]);
  const removed = await newest(thing(), 'OwnerRemoved');
  await done(portal, 'POST', '/api/user', { id: leaver.userId, organizationId: world.partner.organizationId });
  await world.allShown();
  const { preview } = await undo(portal, removed);
  expect(preview).toMatchObject({ does: 'owners' });
  expect(await ownersNow()).toContain(leaver.userId);
  await save('Sells', [owner.email, owningAdmin.email]);
});

it('a change is undone beside an owner without an account, who goes with it, and no owner in force goes', async () => {
  const { owner, owningAdmin } = world.acme.members;
  const gone = await somebody('ROLE_COMPANY_USER');
  const changed = await described(gone.email);
  await world.shown(await world.seed.send(userDecider, gone.userId, { type: 'DeleteUser', data: {} }));
  await world.allShown();
  const { send: sent } = await previewOf(owner, changed);
  // An owner who is there may not go with it.
  expect(await ask(owner, 'POST', sent?.path ?? '', { ...sent?.body, owners: owner.email }, changed.id)).toMatchObject({
    status: 409,
    body: { code: 'undo.differs' },
  });
  await undo(owner, changed);
  expect(await ownersNow()).toEqual([owner.userId, owningAdmin.userId]);
});

it('a change is undone beside a contact and an invitation that were erased', async () => {
  const { owner, owningAdmin } = world.acme.members;
  const [contact, invited] = [`${newName()}@canary.example`, `${newName()}@canary.example`];
  const people = [owner.email, owningAdmin.email, invited];
  await save('Sells', people, { contact });
  await save(`Sells wrong ${newName()}`, people, { contact });
  const changed = await newest(thing(), 'ApplicationDetailsChanged');
  const state = await loadState(world.services.store, applicationDecider, world.acme.applicationId);
  if (state.status === 'none') throw new Error('it is there');
  const ids = [...state.invited, ...(state.contact ? [state.contact] : [])].map(({ addressId }) => addressId);
  expect(ids).toHaveLength(2);
  const keys = createSubjectKeys(world.pool, world.services.settings.PORTICO_KEY);
  for (const id of ids) await keys.eraseSubject(id);
  // A process keeps a key for half a minute.
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 31_000);
  const { preview } = await undo(owner, changed);
  expect(preview.send?.body).toMatchObject({ contact: '' });
  expect(await newest(thing(), 'ApplicationDetailsChanged')).toMatchObject({ undoes: changed.id });
  expect(await loadState(world.services.store, applicationDecider, world.acme.applicationId)).toMatchObject({
    details: { description: 'Sells' },
    contact: null,
    invited: [],
  });
});

it('a command that brings something else along is no undoing, although the fields are as before', async () => {
  const { owner } = world.acme.members;
  const apiId = await world.publish(world.acme);
  const upload = async (fields: object, undoes?: string, file?: string) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value ?? ''));
    if (file) body.set('jsonFile', new File([file], 'api.json'));
    const headers = undoes === undefined ? {} : { 'x-undoes': undoes };
    const response = await world.ask(owner, 'POST', '/api/swagger/import', { body, headers });
    await world.allShown();
    return response;
  };
  await upload({ id: apiId, name: 'Matrix two', description: 'Rows' });
  const changed = await newest(`api-${apiId}`, 'ApiDetailsChanged');
  const preview = await previewOf(owner, changed);
  const other = JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Other', version: '9' },
    paths: { '/x': { get: { responses: { 200: { description: 'ok' } } } } },
  });
  const entries = (await entriesOf(`api-${apiId}`)).length;
  const pretence = await upload(preview.send?.form ?? {}, changed.id, other);
  expect([pretence.status, pretence.body.code]).toEqual([409, 'undo.differs']);
  expect(await entriesOf(`api-${apiId}`)).toHaveLength(entries);
  expect((await send(owner, changed, preview)).status).toBe(200);
});
