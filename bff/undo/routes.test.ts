import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDecider } from '#domain/api/decider.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import type { AuditRow } from '#domain/audit/schema.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { newDeployment, newName } from '#test/examples/route-examples.ts';
import { type Member, specText } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { type RegisteredGateway, startRegisteredGateway } from '#test/world/registered-gateway.ts';
import { undoingIn } from '../fixtures/undoing.ts';

let world: BffWorld;
let gateway: RegisteredGateway;
beforeAll(async () => {
  world = await startBffWorld();
  gateway = await startRegisteredGateway(world);
});
afterAll(async () => {
  await gateway.close();
  await world.close();
});

const { ask, done, entriesOf, newest, previewOf, send, undo } = undoingIn(() => world);

const newArea = async () => {
  const { portal } = world.acme.members;
  const name = newName();
  const { id } = await done(portal, 'POST', '/api/business-area', { id: 0, name, description: 'Ships' });
  return { id: Number(id), name, thing: `business-area-${id}` };
};

const changeArea = (who: Member, id: number, name: string, description: string) =>
  done(who, 'POST', '/api/business-area', { id, name, description });

describe('a change that somebody takes back', () => {
  it('is the opposite command, and both entries say so; taken back again, the change is in force', async () => {
    const { portal } = world.acme.members;
    const { id, name, thing } = await newArea();
    await changeArea(portal, id, name, 'Trains');
    const changed = await newest(thing);
    expect(changed).toMatchObject({ never: null, undoes: null, undoneBy: null });

    const { preview } = await undo(portal, changed);
    expect(preview).toMatchObject({
      does: 'fields',
      changes: [{ field: 'description', from: 'Trains', to: 'Ships' }],
      kept: 0,
      send: { method: 'post', path: '/api/business-area', body: { id, name, description: 'Ships' } },
    });
    const [undoing, undone] = await entriesOf(thing);
    expect(undone).toMatchObject({ id: changed.id, undoneBy: undoing?.id });
    expect(undoing).toMatchObject({ undoes: changed.id, undoneBy: null, type: 'BusinessAreaChanged' });
    const own = await done(portal, 'GET', `/api/business-area/${id}/history`);
    expect(own).toMatchObject([{ undoes: changed.id }, { undoneBy: undoing?.id }, { undoes: null, undoneBy: null }]);
    expect(await previewOf(portal, changed)).toMatchObject({ reason: 'undone', by: { id: undoing?.id } });

    await undo(portal, undoing as AuditRow);
    expect(await done(portal, 'GET', `/api/business-area/${id}`)).toMatchObject({ description: 'Trains' });
    const [redoing, ...before] = await entriesOf(thing);
    expect(before).toMatchObject([{ undoneBy: redoing?.id }, { undoneBy: null }, {}]);
    await undo(portal, redoing as AuditRow);
    const [, , , first] = await entriesOf(thing);
    expect(first).toMatchObject({ id: changed.id, undoneBy: undoing?.id });
  });

  it('leaves fields that others have changed since, and is refused with the later entry where they changed the same', async () => {
    const { portal } = world.acme.members;
    const { id, name, thing } = await newArea();
    await changeArea(portal, id, name, 'Trains');
    const changed = await newest(thing);
    const renamed = newName();
    await changeArea(portal, id, renamed, 'Trains');
    const seen = await previewOf(portal, changed);
    expect(seen).toMatchObject({ reason: null, kept: 1, send: { body: { name: renamed, description: 'Ships' } } });

    await changeArea(portal, id, renamed, 'Planes');
    const later = await newest(thing);
    // What was seen before is recomputed when it is sent. Whoever sends no `basedOn` is refused as well.
    for (const body of [seen.send?.body, { ...seen.send?.body, basedOn: undefined }])
      expect(await ask(portal, 'POST', '/api/business-area', body as object, changed.id)).toMatchObject({
        status: 409,
        body: { code: 'undo.moved' },
      });
    expect(await previewOf(portal, changed)).toMatchObject({
      reason: 'moved',
      fields: ['description'],
      by: { id: later.id, act: 'changed', user: { id: portal.userId } },
      send: null,
    });
    await done(portal, 'DELETE', `/api/business-area/${id}`);
    expect(await previewOf(portal, changed)).toMatchObject({ reason: 'gone', by: { act: 'deleted' } });
  });

  it('is taken back once by two at once: the other one is told', async () => {
    const { portal } = world.acme.members;
    const { id, name, thing } = await newArea();
    await changeArea(portal, id, name, 'Trains');
    const changed = await newest(thing);
    const preview = await previewOf(portal, changed);
    const both = await Promise.all([send(portal, changed, preview), send(portal, changed, preview)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'undo.undone' });
    expect((await entriesOf(thing)).length).toBe(3);
  });

  it('is nothing that another command can pretend to do', async () => {
    const { portal } = world.acme.members;
    const { id, name, thing } = await newArea();
    await changeArea(portal, id, name, 'Trains');
    const changed = await newest(thing);
    const added = await newest(thing, 'BusinessAreaAdded');
    const before = await world.countEvents();
    const pretend = async (undoes: string, json: object) =>
      (await ask(portal, 'POST', '/api/business-area', json, undoes)).body.code;
    expect(await pretend(changed.id, { id, name, description: 'Planes' })).toBe('undo.differs');
    expect(await pretend(changed.id, { id, name: `${name} x`, description: 'Ships' })).toBe('undo.differs');
    expect(await pretend(changed.id, { id, name, description: 'Trains' })).toBe('undo.differs');
    expect(await pretend(added.id, { id, name, description: 'Ships' })).toBe('undo.differs');
    const other = await newArea();
    expect(await pretend(changed.id, { id: other.id, name: other.name, description: 'Ships!' })).toBe('undo.unknown');
    expect(await pretend(changed.id, { id: 0, name: newName(), description: 'Ships' })).toBe('undo.unknown');
    expect(await pretend('1', { id, name, description: 'Ships' })).toBe('undo.invalid');
    // Only the other area was added.
    expect(await world.countEvents()).toBe(before + 1);
  });

  it('needs the right to do the opposite, and says which', async () => {
    const { portal, auditor, user } = world.acme.members;
    const { id, name, thing } = await newArea();
    await changeArea(portal, id, name, 'Trains');
    const changed = await newest(thing);
    const preview = await previewOf(portal, changed);
    expect(await previewOf(auditor, changed)).toMatchObject({
      reason: 'right',
      why: { action: 'business-area.save' },
      changes: [],
      send: null,
    });
    expect((await send(auditor, changed, preview)).status).toBe(403);
    // Whoever may neither read the entry nor do the opposite learns nothing of it.
    expect((await ask(user, 'GET', `/api/undo/${changed.id}`)).status).toBe(404);
    expect((await ask(world.partner.members.auditor, 'GET', `/api/undo/${changed.id}`)).status).toBe(404);
  });
});

describe('what is taken back', () => {
  it('is one role of a person, also where another one was given since', async () => {
    const { portal } = world.acme.members;
    const person = await world.seed.user(world.acme.organizationId, newName(), ['ROLE_COMPANY_USER']);
    const thing = `user-${person.userId}`;
    await world.allShown();
    await done(portal, 'POST', '/api/user', { id: person.userId, support: true });
    const given = await newest(thing, 'UserRolesChanged');
    await done(portal, 'POST', '/api/user', { id: person.userId, auditor: true });
    const { preview } = await undo(portal, given);
    expect(preview).toMatchObject({ does: 'fields', kept: 1 });
    const changed = await newest(thing, 'UserRolesChanged');
    expect(changed.changes).toMatchObject([{ field: 'roles', from: ['ROLE_SUPPORT'], to: null }]);

    await done(portal, 'PUT', '/api/user', { id: person.userId, status: 'DISABLED' });
    await undo(portal, await newest(thing, 'UserDisabled'));
    expect(await newest(thing)).toMatchObject({ type: 'UserEnabled' });
  });

  it('is a switched organization, whose keys return', async () => {
    const { portal } = world.acme.members;
    const organizationId = await world.seed.organization(newName(), true);
    await world.allShown();
    await done(portal, 'POST', `/api/organization/deactivate-organization?id=${organizationId}&deactivated=true`);
    const off = await newest(`organization-${organizationId}`);
    const { preview, body } = await undo(portal, off);
    expect(preview).toMatchObject({ does: 'activate', effects: ['gateway', 'keys-return'] });
    expect(body.deactivated).toBe(false);
    expect(await newest(`organization-${organizationId}`)).toMatchObject({ undoes: off.id });
  });

  it('is an owner of an application, beside whom others came since', async () => {
    const { portal, owner, owningAdmin, user, admin } = world.acme.members;
    const { applicationId, organizationId } = world.acme;
    const save = (owners: readonly Member[]) =>
      done(portal, 'POST', '/api/application/edit-application', {
        ...{ id: applicationId, name: 'Acme shop', description: 'Sells', organizationId, external: false },
        owners: owners.map(({ email }) => email).join('\n'),
      });
    await save([owner, owningAdmin, user]);
    const added = await newest(`application-${applicationId}`, 'OwnerAdded');
    await save([owner, owningAdmin, user, admin]);
    // Whoever maintains it reads its history, and takes it back without reading the audit.
    const { preview } = await undo(owner, added);
    expect(preview).toMatchObject({ does: 'owners', kept: 1 });
    expect(await newest(`application-${applicationId}`)).toMatchObject({ type: 'OwnerRemoved', undoes: added.id });
    await undo(portal, await newest(`application-${applicationId}`));
    expect(await newest(`application-${applicationId}`)).toMatchObject({ type: 'OwnerAdded' });
    await save([owner, owningAdmin]);
  });

  it('is the words of an API, sent as a form, and a version of its document', async () => {
    const { owner } = world.acme.members;
    const apiId = await world.publish(world.acme);
    const form = new FormData();
    for (const [name, value] of Object.entries({ id: String(apiId), name: 'Matrix two', description: 'Rows' }))
      form.set(name, value);
    const { body } = await world.ask(owner, 'POST', '/api/swagger/import', { body: form });
    await world.shown(body.position);
    const { preview } = await undo(owner, await newest(`api-${apiId}`, 'ApiDetailsChanged'));
    expect(preview.changes).toMatchObject([{ field: 'name' }, { field: 'description' }]);
    expect(await done(owner, 'GET', `/api/api-detail/${apiId}`)).toMatchObject({ name: 'Matrix' });

    const documentsNow = async () => {
      const state = await loadState(world.services.store, apiDecider, apiId);
      return state.status === 'published' ? [state.spec.hash, state.revisions.length] : [];
    };
    const [former, revisions = 0] = await documentsNow();
    const upload = new FormData();
    upload.set('id', String(apiId));
    upload.set('jsonFile', new File([specText('Matrix', '7.0.0')], 'matrix.json'));
    await world.shown((await world.ask(owner, 'POST', '/api/swagger/import', { body: upload })).body.position);
    expect((await documentsNow())[0]).not.toBe(former);
    const uploaded = await newest(`api-${apiId}`, 'ApiSpecChanged');
    expect((await undo(owner, uploaded)).preview).toMatchObject({ does: 'restore-version', send: { form: null } });
    expect(await documentsNow()).toEqual([former, Number(revisions) + 2]);
    expect(await newest(`api-${apiId}`, 'ApiSpecChanged')).toMatchObject({ undoes: uploaded.id });
  });

  it('is never a secret: of a former one only the fingerprint is kept', async () => {
    const { portal } = world.acme.members;
    const { deployed, organizationId, apiId } = world.acme;
    const key = await world.seed.consumer(deployed.deploymentId, apiId, organizationId);
    await world.shown(key.position);
    await done(portal, 'POST', `/api/consumer/${key.consumerId}/rotation`, { overlapMinutes: 60 });
    const rotated = await newest(`consumer-${key.consumerId}`, 'CredentialRotationRequested');
    expect(rotated.never).toBe('secret');
    expect(await previewOf(portal, rotated)).toMatchObject({ reason: 'secret', send: null });
  });

  it('is the limit of a key by whoever runs the API, without the other settings', async () => {
    const { owner } = world.acme.members;
    const { deployed, organizationId, apiId } = world.acme;
    const key = await world.seed.consumer(deployed.deploymentId, apiId, organizationId);
    await world.shown(key.position);
    const limit = { enabledRateLimit: true, rateLimitPerMinute: 5 };
    await done(owner, 'PUT', `/api/consumer/${key.consumerId}/limit`, limit);
    const limited = await newest(`consumer-${key.consumerId}`, 'ConsumerChangeRequested');
    const { body, preview } = await undo(owner, limited);
    expect(preview).toMatchObject({ effects: ['gateway'], send: { path: `/api/consumer/${key.consumerId}/limit` } });
    const state = await loadState(world.services.store, consumerDecider, key.consumerId);
    expect(state).toMatchObject({ wanted: { rateLimit: null }, operationId: body.operationId });
  });

  it('is a form of a deployment, for which a second person is asked where two change it', async () => {
    const { owningAdmin, portal } = world.acme.members;
    const { store } = world.services;
    const { deploymentId, config } = await newDeployment(world, world.acme);
    const send = async (command: Parameters<typeof deploymentDecider.decide>[0]) =>
      await world.shown(await world.seed.send(deploymentDecider, deploymentId, command));
    const operationId = '2b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
    const limited = { ...config, gatewayId: config.gatewayId, ratePerMinute: 7, countsTogether: false, redis: null };
    await send({
      type: 'RequestDeployment',
      data: { deploymentId, operationId, apiId: world.acme.apiId, config: limited },
    });
    await send({ type: 'ConfirmDeployment', data: { operationId } });
    const changed = await newest(`deployment-${deploymentId}`, 'DeploymentRequested');
    const preview = await previewOf(owningAdmin, changed);
    expect(preview).toMatchObject({
      effects: ['gateway'],
      changes: [{ field: 'ratePerMinute', from: 7, to: null }],
      send: { path: '/api/swagger/deploy', body: { deploymentId, rateLimit: { enabled: false } } },
    });
    // Who set it before stays unknown to the form: only portal administrators send what changes answers.
    expect(preview.send?.body).not.toHaveProperty('responseTransformer');

    await done(portal, 'POST', '/api/approval-rules', { environment: config.environment, twoPeople: true });
    expect((await previewOf(owningAdmin, changed)).effects).toEqual(['gateway', 'two-people']);
    const asked = await ask(owningAdmin, 'POST', '/api/swagger/deploy', preview.send?.body ?? {}, changed.id);
    // The gateway of this world is not there: nothing can be shown to a second person.
    expect(asked.status).toBe(503);
    expect((await loadState(store, deploymentDecider, deploymentId)).status).toBe('deployed');
    await send({ type: 'RequestDeployment', data: { deploymentId, operationId, apiId: world.acme.apiId, config } });
    await send({ type: 'ConfirmDeployment', data: { operationId } });
    // Whoever asks a second person is told as well that it was changed since.
    const late = { ...preview.send?.body, basedOn: undefined };
    expect(await ask(owningAdmin, 'POST', '/api/swagger/deploy', late, changed.id)).toMatchObject({
      status: 409,
      body: { code: 'undo.moved' },
    });
    await world.allShown();
    expect((await world.pool.query('select from approvals')).rowCount).toBe(0);
  });

  it('is an end of a rule of two people only with a second one', async () => {
    const { portal } = world.acme.members;
    await done(portal, 'POST', '/api/approval-rules', { environment: 'TEST', twoPeople: true });
    const set = await newest('approval-rule-1');
    const { preview, body } = await undo(portal, set);
    expect(preview).toMatchObject({ does: 'demand-one', effects: ['two-people'] });
    const approval = await loadState(world.services.store, approvalDecider, Number(body.approvalId));
    expect(approval).toMatchObject({ status: 'waiting', change: { kind: 'rule', undoes: set.id } });
    expect(await newest('approval-rule-1')).toMatchObject({ id: set.id, undoneBy: null });
    // The request itself can be taken back by whoever made it.
    const asked = await newest(`approval-${body.approvalId}`);
    await undo(portal, asked);
    expect(await newest(`approval-${body.approvalId}`)).toMatchObject({ type: 'ApprovalWithdrawn', undoes: asked.id });
  });
});
