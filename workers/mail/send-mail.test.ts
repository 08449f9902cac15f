import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { certificateEndDecider } from '#domain/certificate-end/decider.ts';
import { driftDecider } from '#domain/drift/decider.ts';
import { kafkaRightsDecider } from '#domain/kafka-rights/decider.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { originOf } from '#domain/organization/four-eyes.ts';
import { userDecider } from '#domain/user/decider.ts';
import { keyReaders } from './administrators.ts';
import { refusal } from './fixture/mail-servers.ts';
import { mailWorld } from './fixture/mail-world.ts';

/** What the mail server does with the next mails: takes them, or ends the connection instead of responding. */
let drops = false;
/** With which response the mail server refuses the next mails; 0: it takes them. */
let refuses = 0;
/** The mail server responds to no mail before. */
let wait = Promise.resolve();

const { world, inbox, register, company, changeRoles, mailsTo, told, portal, eventually, operationOf } = mailWorld(
  {},
  async () => {
    await wait;
    if (refuses > 0) throw refusal(refuses);
    if (drops) for (const connection of inbox().connections()) connection.close();
  },
);
const replay = (operationId: string) =>
  world().send(operationDecider, operationId, { type: 'ReplayOperation', data: { reason: 'test' } });

describe('a mail', () => {
  it('tells a person in their language what happened, and leads to the screen', async () => {
    const userId = await register('noor@mail.example');
    await world().send(userDecider, userId, { type: 'ChangeSettings', data: { language: 'de' } });
    await changeRoles(userId);
    await world().completed(await operationOf(userId));
    expect(mailsTo('noor@mail.example')).toEqual([
      expect.objectContaining({
        subject: 'Ihre Rollen haben sich geändert',
        text: expect.stringMatching(/Guten Tag Noor,[\s\S]*Prüfer[\s\S]*https:\/\/portal\.example\/user-profile/),
      }),
    ]);
    expect(await world().history('mail', await operationOf(userId))).toEqual([
      'MailRequested',
      'MailHandedOver',
      'MailAccepted',
    ]);
  });

  it('arrives once although its worker is stopped and started again', async () => {
    const userId = await register('again@mail.example');
    await changeRoles(userId);
    await world().completed(await operationOf(userId));
    await world().stopWorker();
    await world().startWorker();
    const next = await register('next@mail.example');
    await changeRoles(next);
    await world().completed(await operationOf(next));
    expect(mailsTo('again@mail.example')).toHaveLength(1);
  });

  it('is in doubt when the mail server ends the connection, and is sent again only when support replays it', async () => {
    drops = true;
    const userId = await register('doubt@mail.example');
    await changeRoles(userId);
    const operationId = await operationOf(userId);
    expect(await world().ended(operationId)).toMatchObject({
      type: 'OperationFailed',
      data: { class: 'permanent', problems: [{ code: 'mail.in-doubt' }] },
    });
    expect(mailsTo('doubt@mail.example')).toHaveLength(1);
    drops = false;
    await replay(operationId);
    await eventually(async () =>
      expect((await world().operationEvents(operationId)).at(-1)?.type).toBe('OperationCompleted'),
    );
    expect(mailsTo('doubt@mail.example')).toHaveLength(2);
    expect(new Set(mailsTo('doubt@mail.example').map(({ id }) => id)).size).toBe(1);
  });

  it('is not sent to a person who was erased, and says so', async () => {
    const userId = await register('erased@mail.example');
    await world().stopWorker();
    await changeRoles(userId);
    await world().pool.query('update subject_keys set wrapped = null, destroyed_at = now() where subject = $1', [
      userId,
    ]);
    await world().startWorker();
    expect(await world().ended(await operationOf(userId))).toMatchObject({
      data: { problems: [{ code: 'mail.no-recipient' }] },
    });
    expect(mailsTo('erased@mail.example')).toEqual([]);
  });

  it('tells the other administrators that a company may go, and the requester what they decided', async () => {
    const organizationId = await company('Harbour');
    const one = await register('one@harbour.example', ['ROLE_PORTAL_ADMIN'], organizationId);
    const other = await register('other@harbour.example', ['ROLE_PORTAL_ADMIN'], organizationId);
    const disabled = await register('disabled@harbour.example', ['ROLE_PORTAL_ADMIN'], organizationId);
    await world().send(userDecider, disabled, { type: 'DisableUser', data: {} });
    await eventually(async () =>
      expect((await world().pool.query('select from users where not active and id = $1', [disabled])).rowCount).toBe(1),
    );
    const target = await company('Sunk Ltd');
    const facts = { usedLately: false, hasLastAdministrator: false, callers: [], accepted: [] };
    const request = (requestedBy: number) => {
      const requestId = world().nextId();
      return world()
        .send(organizationDecider, target, { type: 'RequestDeletion', data: { requestId, requestedBy, ...facts } })
        .then(() => requestId);
    };
    const deny = (requestId: number) =>
      world().send(organizationDecider, target, { type: 'DenyDeletion', data: { requestId, decidedBy: other } });
    const at = (requestId: number) => portal(`/delete-organization-requests?request=${requestId}`);

    const refused = await request(one);
    await deny(refused);
    await eventually(() => {
      expect(told('other@harbour.example')).toEqual([['Request to delete Sunk Ltd', at(refused)]]);
      expect(told('one@harbour.example')).toEqual([['Sunk Ltd is not deleted', at(refused)]]);
    });
    const mail = mailsTo('other@harbour.example')[0];
    expect(mail?.text).toMatch(/asks to delete the organization Sunk Ltd with all of its/);

    // Nobody reads the portal's own mails.
    const ofPortal = await request(0);
    await deny(ofPortal);
    const operationId = crypto.randomUUID();
    const granted = await request(one);
    await world().send(organizationDecider, target, {
      type: 'ApproveDeletion',
      data: {
        requestId: granted,
        decidedBy: other,
        operationId,
        ...facts,
        approver: originOf([]),
        at: new Date().toISOString(),
      },
    });
    await eventually(() => {
      expect(told('one@harbour.example')).toEqual([
        ['Request to delete Sunk Ltd', at(ofPortal)],
        ['Sunk Ltd is being deleted', at(granted)],
        ['Sunk Ltd is not deleted', at(refused)],
      ]);
      expect(told('other@harbour.example')).toHaveLength(3);
    });
    expect(told('disabled@harbour.example')).toEqual([['Your account is disabled', portal('/')]]);
    const toNobody = await world().pool.query(
      "select from operations where kind = 'send-mail' and subject like '%/user-0'",
    );
    expect(toNobody.rowCount).toBe(0);
  });

  it('delays nothing else at a slow mail server, and arrives once', async () => {
    const holding = Promise.withResolvers<void>();
    wait = holding.promise;
    const people = await Promise.all(Array.from({ length: 12 }, (_none, n) => register(`slow-${n}@mail.example`)));
    const mailsToSlow = () => inbox().mails.filter(({ to }) => to.startsWith('slow-'));
    const taken = inbox().mails.length;
    for (const userId of people) await changeRoles(userId);
    await eventually(() => expect(inbox().connections().length).toBeGreaterThan(0));
    await world().deployed('while-mails-wait');
    expect(inbox().mails).toHaveLength(taken);
    holding.resolve();
    await eventually(() => expect(new Set(mailsToSlow().map(({ to }) => to)).size).toBe(12));
    expect(mailsToSlow()).toHaveLength(12);
  });

  it('warns once of a key that ends within three days, and of no other', async () => {
    const apiId = 1;
    await world().request.publish(apiId);
    const organizationId = await company('Key Owner');
    await register('admin@key-owner.example', ['ROLE_COMPANY_ADMIN'], organizationId);
    await register('member@key-owner.example', ['ROLE_COMPANY_USER'], organizationId);
    const { id: deploymentId } = await world().deployed('mail-warns', {}, apiId);
    const rotated = async (hours: number, owner = organizationId, copiedFrom?: number) => {
      const consumerId = world().nextId();
      if (copiedFrom) await world().pool.query('insert into key_copies values ($1, $2, $1)', [consumerId, copiedFrom]);
      await world().completed(
        await world().request.addConsumer(consumerId, deploymentId, undefined, { organizationId: owner }),
      );
      const until = new Date(Date.now() + hours * 3_600_000);
      await world().completed(await world().request.rotate(consumerId, `key-${consumerId}`, { until }));
      return consumerId;
    };
    const warning = ['A key for API 1 ends soon', portal('/wall/all?dock=api:1')];
    const warned = (email: string) => eventually(() => expect(told(email)).toEqual([warning]));
    await rotated(96);
    const original = await rotated(48);
    await warned('admin@key-owner.example');
    // Its copy at another deployment is the same key to people. Somebody else's key is found after it.
    await rotated(47, organizationId, original);
    const other = await company('Other Key Owner');
    await register('admin@other-key-owner.example', ['ROLE_COMPANY_ADMIN'], other);
    await rotated(24, other);
    await warned('admin@other-key-owner.example');
    expect(told('admin@key-owner.example')).toEqual([warning]);
    expect(mailsTo('member@key-owner.example')).toEqual([]);
  });

  it('tells partners that they may lose access before it is decided, and that it stays', async () => {
    const apiId = 31;
    const [going, calling] = [await company('Going Ltd'), await company('Calling Partner')];
    await register('admin@going.example', ['ROLE_COMPANY_ADMIN'], going);
    await register('admin@calling-partner.example', ['ROLE_COMPANY_ADMIN'], calling);
    await register('member@calling-partner.example', ['ROLE_COMPANY_USER'], calling);
    await world().request.publish(apiId, { organizationId: going });
    const { id: deploymentId } = await world().deployed('mail-goes', {}, apiId);
    const ofKey = { apiId, organizationId: calling };
    await world().completed(await world().request.addConsumer(world().nextId(), deploymentId, undefined, ofKey));
    const requestId = world().nextId();
    await world().send(organizationDecider, going, {
      type: 'RequestDeletion',
      data: { requestId, requestedBy: 1, usedLately: false, hasLastAdministrator: false, callers: [], accepted: [] },
    });
    const link = portal('/wall');
    await eventually(() => expect(told('admin@calling-partner.example')).toEqual([['Going Ltd may be deleted', link]]));
    expect(mailsTo('admin@calling-partner.example')[0]?.text).toContain('API 31');
    await world().send(organizationDecider, going, { type: 'WithdrawDeletion', data: { requestId, withdrawnBy: 1 } });
    await eventually(() =>
      expect(told('admin@calling-partner.example')).toEqual([
        ['Going Ltd is not deleted', link],
        ['Going Ltd may be deleted', link],
      ]),
    );
    expect([...mailsTo('admin@going.example'), ...mailsTo('member@calling-partner.example')]).toEqual([]);
  });

  it('about a gateway is one for each look: all deployments for administrators, the own ones for a company', async () => {
    const [own, other] = [await company('Own Deployments'), await company('Other Deployments')];
    await register('gateways@look.example', ['ROLE_KONG_ADMIN'], other);
    await register('owner@look.example', ['ROLE_COMPANY_ADMIN'], own);
    await register('member@look.example', ['ROLE_COMPANY_USER'], own);
    const lost = [];
    for (const [name, organizationId] of [
      ['first', own],
      ['second', other],
    ] as const) {
      const apiId = world().nextId();
      await world().request.publish(apiId, { organizationId });
      lost.push({ apiId, ...(await world().deployed(`look-${name}`, {}, apiId)) });
    }
    await eventually(async () =>
      expect(
        (await world().pool.query(`select from deployments where name like 'look-%' and state = 'deployed'`)).rowCount,
      ).toBe(2),
    );
    for (const { id, apiId } of lost)
      await world().send(driftDecider, id, {
        type: 'ReportLoss',
        data: {
          deploymentId: id,
          apiId,
          gatewayId: 1,
          operationId: randomUUID(),
          look: 'mails/1',
          objects: [{ label: 'plugin acl', found: 'missing' }],
          keys: [],
          intactAt: null,
        },
      });
    await eventually(() => expect(mailsTo('owner@look.example')).toHaveLength(1));
    await eventually(() => expect(mailsTo('gateways@look.example')).toHaveLength(1));
    const [[forOwner], [forAll]] = [mailsTo('owner@look.example'), mailsTo('gateways@look.example')];
    expect(forOwner?.subject).toBe('Protection was missing on Test gateway');
    expect(forOwner?.text).toContain('/look-first-dev');
    expect(forOwner?.text).not.toContain('/look-second-dev');
    expect(forAll?.text).toMatch(/\/look-first-dev/);
    expect(mailsTo('member@look.example')).toEqual([]);
  });

  it("about certificates that end goes to the gateways' administrators", async () => {
    const organization = await company('Certified');
    await register('gateways@certified.example', ['ROLE_KONG_ADMIN'], organization);
    await register('portal@certified.example', ['ROLE_PORTAL_ADMIN'], organization);
    const reader = () =>
      world().pool.query(`select from users where roles @> '{ROLE_KONG_ADMIN}' and email like '%certified.example'`);
    await eventually(async () => expect((await reader()).rowCount).toBe(1));
    const now = new Date();
    const expiresAt = new Date(now.getTime() + 3 * 86_400_000).toISOString();
    await world().send(certificateEndDecider, 1, {
      type: 'ReportCertificates',
      data: {
        gatewayId: 1,
        now: now.toISOString(),
        certificates: [{ objectId: randomUUID(), name: 'shop.example', expiresAt }],
      },
    });
    await eventually(() => expect(mailsTo('gateways@certified.example')).toHaveLength(1));
    const [mail] = mailsTo('gateways@certified.example');
    expect(mail?.subject).toBe('Certificates of Test gateway end soon');
    expect(mail?.text).toContain('shop.example: ');
    expect(mail?.text).toContain('/kong/certificates?gatewayId=1&sort=expiresAt&order=asc');
    expect(mailsTo('portal@certified.example')).toEqual([]);
  });

  it('about rights at Kafka that nobody gave goes to the administrators of the portal', async () => {
    const organization = await company('Rights');
    await register('portal@rights.example', ['ROLE_PORTAL_ADMIN'], organization);
    const reader = () => world().pool.query(`select from users where email like '%rights.example'`);
    await eventually(async () => expect((await reader()).rowCount).toBe(1));
    const name = 'User:reports allow read topic orders';
    await world().send(kafkaRightsDecider, 1, {
      type: 'ReportRights',
      data: { kafkaEnvId: 1, rights: [{ key: randomUUID(), name }] },
    });
    await eventually(() => expect(mailsTo('portal@rights.example')).toHaveLength(1));
    const [mail] = mailsTo('portal@rights.example');
    expect(mail?.text).toContain(name);
    expect(mail?.text).toContain('/kong/drift?resourceId=1');
  });

  it('about a key goes to its creator only while they belong to its organizations or run the portal', async () => {
    const [calling, called, other] = [await company('Calling'), await company('Called'), await company('Other')];
    const admin = await register('admin@calling.example', ['ROLE_COMPANY_ADMIN'], calling);
    const readers = (addedBy: number) =>
      keyReaders(world().pool, { organizationId: calling, apiOrganizationId: called, addedBy });
    const added = async (organizationId: number, role: 'ROLE_COMPANY_USER' | 'ROLE_PORTAL_ADMIN') =>
      await register(`${organizationId}-${role}@key.example`, [role], organizationId);
    const left = await added(other, 'ROLE_COMPANY_USER');
    const heard = [await added(calling, 'ROLE_COMPANY_USER'), await added(called, 'ROLE_COMPANY_USER')];
    heard.push(await added(other, 'ROLE_PORTAL_ADMIN'));
    await eventually(async () => expect(await readers(heard[2] ?? 0)).toEqual([admin, heard[2]]));
    for (const each of heard) expect(await readers(each)).toEqual([admin, each]);
    expect(await readers(left)).toEqual([admin]);
  });

  it('is sent again if the mail server defers it, and arrives once', async () => {
    refuses = 451;
    const userId = await register('later@mail.example');
    await changeRoles(userId);
    const operationId = await operationOf(userId);
    const typesOf = async () => (await world().operationEvents(operationId)).map(({ type }) => type);
    await eventually(async () => expect(await typesOf()).toContain('OperationDelayed'));
    refuses = 0;
    await world().completed(operationId);
    expect(mailsTo('later@mail.example')).toHaveLength(1);
    expect((await typesOf()).filter((type) => type === 'OperationStarted').length).toBeGreaterThan(1);
  });

  it('is given up if the mail server refuses it, until support replays it', async () => {
    refuses = 554;
    const userId = await register('never@mail.example');
    await changeRoles(userId);
    const operationId = await operationOf(userId);
    expect(await world().ended(operationId)).toMatchObject({
      type: 'OperationFailed',
      data: { problems: [{ code: 'mail.refused', parameters: { response: 554 } }] },
    });
    refuses = 0;
    await replay(operationId);
    await eventually(() => expect(mailsTo('never@mail.example')).toHaveLength(1));
  });

  it('does not tell about what happened more than a day ago', async () => {
    const userId = await register('past@mail.example');
    await world().store.append({
      stream: `user-${userId}`,
      expectedVersion: 1,
      events: [{ type: 'UserDisabled', data: { userId }, id: crypto.randomUUID() }],
      meta: {
        actor: { userId: 0, organizationId: 0, roles: [] },
        commandId: crypto.randomUUID(),
        correlationId: crypto.randomUUID(),
        time: new Date(Date.now() - 25 * 3_600_000).toISOString(),
      },
      outcome: {},
      request: 'test',
    });
    await changeRoles(await register('after@mail.example'));
    await eventually(() => expect(mailsTo('after@mail.example')).toHaveLength(1));
    expect(mailsTo('past@mail.example')).toEqual([]);
  });
});
