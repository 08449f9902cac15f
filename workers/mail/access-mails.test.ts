import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type AccessCommand, accessIdOf, accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { applicationDecider } from '#domain/application/decider.ts';
import { byPortal } from '#domain/core/actor.ts';
import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import { mailWorld } from './fixture/mail-world.ts';
import { factsOf } from './mail-facts.ts';
import { wordsIn } from './mail-text.ts';
import { wantedFor } from './wanted-mails.ts';

const { world, register, company, mailsTo, portal, eventually } = mailWorld();

it('tells who decides, who asked and who loses access, each once and with the reason', async () => {
  // Whoever acts in this world().
  await register('first@elsewhere-access.example');
  const [owner, asking] = [await company('Acme'), await company('Harbor')];
  await register('admin@portal-access.example', ['ROLE_PORTAL_ADMIN'], owner);
  const [asker] = [
    await register('asker@harbor-access.example', [], asking),
    await register('boss@harbor-access.example', ['ROLE_COMPANY_ADMIN'], asking),
  ];
  const apiId = world().nextId();
  await world().request.publish(apiId, { organizationId: owner });
  const { rows } = await eventually(async () => {
    const found = await world().pool.query<{ name: string }>('select name from apis where id = $1', [apiId]);
    expect(found.rowCount).toBe(1);
    return found;
  });
  const name = rows[0]?.name ?? '';
  const pair = accessIdOf(apiId, asking);
  const [first, second, grantId] = [world().nextId(), world().nextId(), world().nextId()];
  const ask = (requestId: number, reason: string) =>
    world().send(accessDecider, pair, {
      type: 'RequestAccess',
      data: { requestId, apiId, organizationId: asking, requestedBy: asker, reason },
    });
  const newest = (email: string, count: number) =>
    eventually(() => {
      const mails = mailsTo(email);
      expect(mails).toHaveLength(count);
      return mails.at(-1);
    });

  await ask(first, 'We show berths.');
  const toAdmin = await newest('admin@portal-access.example', 1);
  expect(toAdmin?.subject).toBe(`Harbor asks for access to ${name}`);
  expect(toAdmin?.text).toContain('We show berths.');
  expect(toAdmin?.text).toContain(portal('/api-access-control'));

  await world().send(accessDecider, pair, { type: 'DenyRequest', data: { requestId: first, note: 'Not before May.' } });
  const denied = await newest('asker@harbor-access.example', 1);
  expect(denied?.subject).toBe(`No access to ${name}`);
  expect(denied?.text).toContain('Not before May.');

  await ask(second, '');
  await newest('admin@portal-access.example', 2);
  await world().send(accessDecider, pair, { type: 'ApproveRequest', data: { requestId: second, grantId, note: '' } });
  const approved = await newest('asker@harbor-access.example', 2);
  expect(approved?.subject).toBe(`Harbor has access to ${name}`);
  expect(approved?.text).toContain(portal(`/wall/all?dock=api:${apiId}`));

  await world().send(accessDecider, pair, { type: 'RevokeAccess', data: { grantId } });
  expect((await newest('boss@harbor-access.example', 1))?.subject).toBe(`Harbor loses access to ${name}`);
  // Who asked added no key, and is no administrator.
  expect(mailsTo('asker@harbor-access.example')).toHaveLength(2);
});

it('tells the maintainers instead of the administrators where they decide', async () => {
  const [owner, asking] = [await company('Slipway'), await company('Breakwater')];
  const admin = 'admin@portal-deciders.example';
  await register(admin, ['ROLE_PORTAL_ADMIN'], owner);
  const maintainer = await register('maintainer@slipway-deciders.example', [], owner);
  const asker = await register('asker@breakwater-deciders.example', [], asking);
  const [applicationId, apiId] = [world().nextId(), world().nextId()];
  const details = { name: 'Slips', description: '', external: false };
  const data = { applicationId, organizationId: owner, ...details, owners: [maintainer] };
  await world().send(applicationDecider, applicationId, { type: 'RegisterApplication', data });
  const people = { owners: [maintainer], contact: null, invited: [], hasApis: false, maintainersDecide: true };
  const change = { organizationId: owner, ...details, ...people };
  await world().send(applicationDecider, applicationId, { type: 'ChangeApplication', data: change });
  await world().request.publish(apiId, { organizationId: owner, applicationId });
  await eventually(async () => {
    const { rowCount } = await world().pool.query(
      `select from apis, applications, users where apis.id = $1 and maintainers_decide and applications.id = $2 and users.id = $3`,
      [apiId, applicationId, asker],
    );
    expect(rowCount).toBe(1);
  });
  const ask = { requestId: world().nextId(), apiId, organizationId: asking, requestedBy: asker, reason: 'We berth.' };
  await world().send(accessDecider, accessIdOf(apiId, asking), { type: 'RequestAccess', data: ask });
  const told = await eventually(() => {
    const mails = mailsTo('maintainer@slipway-deciders.example');
    expect(mails).toHaveLength(1);
    return mails[0];
  });
  expect(told?.text).toContain('We berth.');
  expect(mailsTo(admin)).toEqual([]);
});

it('tells both sides once that access ends soon, and that it has ended', async () => {
  const asking = await company('Dock');
  await register('boss@dock-access.example', ['ROLE_COMPANY_ADMIN'], asking);
  // Whoever acts here publishes, and maintains it as one of organization 1.
  const maintainer = 'first@elsewhere-access.example';
  const own = { ...plainOrganization, organizationId: 1, name: 'Own', external: false };
  await world().send(organizationDecider, 1, { type: 'RegisterOrganization', data: own });
  const apiId = world().nextId();
  await world().request.publish(apiId);
  const send = (command: AccessCommand) => world().send(accessDecider, accessIdOf(apiId, asking), command);
  const grantId = world().nextId();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const subjects = (email: string) =>
    mailsTo(email)
      .filter(({ text }) => text.includes(`API ${apiId}`))
      .map(({ subject }) => subject.replace(/ ends on .*/, ' ends on …'));
  const ends = `Access of Dock to API ${apiId} ends on …`;

  const end = inDays(2);
  await send({ type: 'GrantAccess', data: { grantId, apiId, organizationId: asking } });
  await send({ type: 'ChangeEnd', data: { grantId, seen: null, endsAt: end, decidedBy: 2 } });
  await eventually(() => expect(subjects('boss@dock-access.example')).toEqual([ends]));
  await eventually(() => expect(subjects(maintainer)).toEqual([ends]));
  await send({ type: 'ChangeEnd', data: { grantId, seen: end, endsAt: inDays(-1), decidedBy: 2 } });
  const loses = `Dock loses access to API ${apiId}`;
  await eventually(() => expect(subjects('boss@dock-access.example')).toEqual([ends, loses]));
  expect(subjects(maintainer)[0]).toBe(ends);
});

it('tells the same of an event category, in words of its own', async () => {
  const asking = await company('Quay');
  const owner = await company('Portal');
  await register('admin@portal-event-access.example', ['ROLE_PORTAL_ADMIN'], owner);
  const asker = await register('asker@quay-event-access.example', ['ROLE_COMPANY_ADMIN'], asking);
  const eventCategoryId = world().nextId();
  const about = { name: 'Shipments', description: '', type: '', businessAreaId: 1, events: [] };
  await world().send(eventCategoryDecider, eventCategoryId, {
    type: 'AddEventCategory',
    data: { eventCategoryId, ...about },
  });
  // Whoever is told is found in the read tables.
  await eventually(async () => {
    const { rowCount } = await world().pool.query(
      `select from event_categories, users where event_categories.id = $1 and email = any($2)`,
      [eventCategoryId, ['admin@portal-event-access.example', 'asker@quay-event-access.example']],
    );
    expect(rowCount).toBe(2);
  });
  const pair = { eventCategoryId, organizationId: asking };
  const send = (command: AccessCommand) => world().send(accessDecider, accessIdOfPair(pair), command);
  const newest = (email: string, count: number) =>
    eventually(() => {
      const mails = mailsTo(email);
      expect(mails).toHaveLength(count);
      return mails.at(-1);
    });
  const [requestId, grantId] = [world().nextId(), world().nextId()];

  await send({ type: 'RequestAccess', data: { requestId, ...pair, requestedBy: asker, reason: 'We ship.' } });
  const toAdmin = await newest('admin@portal-event-access.example', 1);
  expect(toAdmin?.subject).toBe('Quay asks for access to Shipments');
  expect(toAdmin?.text).toContain('the event category Shipments');
  expect(toAdmin?.text).toContain('We ship.');
  await send({ type: 'ApproveRequest', data: { requestId, grantId, note: 'Welcome' } });
  const approved = await newest('asker@quay-event-access.example', 1);
  expect(approved?.text).toContain(portal(`/wall/event?dock=event-category:${eventCategoryId}`));
  expect(approved?.text).not.toContain('key');
  await send({ type: 'RevokeAccess', data: { grantId } });
  const revoked = await newest('asker@quay-event-access.example', 2);
  expect(revoked?.subject).toBe('Quay loses access to Shipments');
  expect(revoked?.text).toContain('Your subscriptions of its events end.');
});

it('tells both sides once that a key ends soon, and whoever has it when it ended by itself', async () => {
  const asking = await company('Mole');
  await register('boss@mole-access.example', ['ROLE_COMPANY_ADMIN'], asking);
  const owner = await company('Ferry');
  const maintainer = await register('maintainer@ferry-access.example', [], owner);
  const [applicationId, apiId, consumerId] = [world().nextId(), world().nextId(), world().nextId()];
  const details = { name: 'Ferry', description: '', external: false, contact: null };
  const application = { applicationId, organizationId: owner, ...details, owners: [maintainer] };
  await world().send(applicationDecider, applicationId, { type: 'RegisterApplication', data: application });
  await world().request.publish(apiId, { organizationId: owner, applicationId });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const settings = { apiId, organizationId: asking, nickname: 'Quay till', endsAt: inDays(2) };
  const { id: deploymentId } = await world().deployed('mole', {}, apiId);
  await world().completed(await world().request.addConsumer(consumerId, deploymentId, 'key-of-mole', settings));
  const subjects = (email: string) => mailsTo(email).map(({ subject }) => subject.replace(/ ends on .*/, ' ends on …'));
  const ends = `The key Mole · Quay till for API ${apiId} ends on …`;
  await eventually(() => expect(subjects('boss@mole-access.example')).toEqual([ends]));
  await eventually(() => expect(subjects('maintainer@ferry-access.example')).toEqual([ends]));

  const subject = { consumerId, operationId: randomUUID(), deploymentId, apiId, organizationId: asking };
  const ended = (data: object, causationId?: string) =>
    ({
      type: 'ConsumerRemovalRequested',
      data: { ...subject, ...data },
      meta: { actor: byPortal, causationId },
    }) as Parameters<typeof wantedFor>[0];
  const due = ended({ endsAt: inDays(-1) });
  expect(await wantedFor(due, world().pool)).toMatchObject([{ kind: 'key-removed' }]);
  const sources = { words: wordsIn('en'), database: world().pool, readerId: 1 };
  expect(await factsOf('key-removed', due, sources)).toMatchObject({ text: 'key-expired' });
  // With its access, or for a deletion: people hear of that.
  expect(await wantedFor(ended({}), world().pool)).toEqual([]);
});
