import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role } from '#domain/core/role.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import { approvalSteps, isBegun } from '#domain/registration/approval-steps.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import type { RegistrationEvent } from '#domain/registration/registration.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { Language } from '#domain/user/settings.ts';
import type { MailServer } from '#sandbox/mailbox/mail-server.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/worker-world.ts';
import { mailServer, refusal } from './fixture/mail-servers.ts';

/** What the mail server does with the next mails: takes them, or ends the connection instead of responding. */
let drops = false;
/** With which response the mail server refuses the next mails; 0: it takes them. */
let refuses = 0;
/** The mail server responds to no mail before. */
let wait = Promise.resolve();
let url: string;
let server: MailServer;
let world: WorkedWorld;

beforeAll(async () => {
  ({ url, server } = await mailServer(undefined, {}, async () => {
    await wait;
    if (refuses > 0) throw refusal(refuses);
    if (drops) for (const connection of server.connections()) connection.close();
  }));
  world = await startWorkedWorld({
    mail: { smtpUrl: url, from: 'Portico <portico@acme.example>', publicUrl: 'https://portal.example' },
    sweep: { every: 200, quiet: 100 },
  });
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const register = async (email: string, roles: readonly Role[] = [], organizationId = 1) => {
  const userId = world.nextId();
  const person = { organizationId, firstname: 'Noor', lastname: 'Haddad', roles };
  await world.send(userDecider, userId, { type: 'RegisterUser', data: { userId, email, ...person } });
  return userId;
};
const company = async (name: string) => {
  const organizationId = world.nextId();
  const data = { ...plainOrganization, organizationId, name, external: true };
  await world.send(organizationDecider, organizationId, { type: 'RegisterOrganization', data });
  return organizationId;
};
const changeRoles = (userId: number) =>
  world.send(userDecider, userId, { type: 'ChangeRoles', data: { roles: ['ROLE_AUDITOR'] } });
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email);
/** Two mails are sent at a time, so their order is not fixed. */
const sorted = (email: string) => mailsTo(email).toSorted((a, b) => a.subject.localeCompare(b.subject));
const told = (email: string) => sorted(email).map(({ subject, text }) => [subject, /https:\S+/.exec(text)?.[0]]);
const portal = (path: string) => `https://portal.example${path}`;
const eventually = <Result>(check: () => Promise<Result> | Result) =>
  vi.waitFor(check, { timeout: 30_000, interval: 25 });
/** The operation of the newest mail to a person. */
const operationOf = (userId: number) =>
  eventually(async () => {
    const { rows } = await world.pool.query<{ id: string }>(
      `select id from operations where kind = 'send-mail' and subject like $1 order by requested_at desc limit 1`,
      [`%/user-${userId}`],
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.id ?? '';
  });
const replay = (operationId: string) =>
  world.send(operationDecider, operationId, { type: 'ReplayOperation', data: { reason: 'test' } });

describe('a mail', () => {
  it('tells a person in their language what happened, and leads to the screen', async () => {
    const userId = await register('noor@mail.example');
    await world.send(userDecider, userId, { type: 'ChangeSettings', data: { language: 'de' } });
    await changeRoles(userId);
    await world.completed(await operationOf(userId));
    expect(mailsTo('noor@mail.example')).toEqual([
      expect.objectContaining({
        subject: 'Ihre Rollen haben sich geändert',
        text: expect.stringMatching(/Guten Tag Noor,[\s\S]*Prüfer[\s\S]*https:\/\/portal\.example\/user-profile/),
      }),
    ]);
    expect(await world.history('mail', await operationOf(userId))).toEqual([
      'MailRequested',
      'MailHandedOver',
      'MailAccepted',
    ]);
  });

  it('arrives once although its worker is stopped and started again', async () => {
    const userId = await register('again@mail.example');
    await changeRoles(userId);
    await world.completed(await operationOf(userId));
    await world.stopWorker();
    await world.startWorker();
    const next = await register('next@mail.example');
    await changeRoles(next);
    await world.completed(await operationOf(next));
    expect(mailsTo('again@mail.example')).toHaveLength(1);
  });

  it('is in doubt when the mail server ends the connection, and is sent again only when support replays it', async () => {
    drops = true;
    const userId = await register('doubt@mail.example');
    await changeRoles(userId);
    const operationId = await operationOf(userId);
    expect(await world.ended(operationId)).toMatchObject({
      type: 'OperationFailed',
      data: { class: 'permanent', problems: [{ code: 'mail.in-doubt' }] },
    });
    expect(mailsTo('doubt@mail.example')).toHaveLength(1);
    drops = false;
    await replay(operationId);
    await eventually(async () =>
      expect((await world.operationEvents(operationId)).at(-1)?.type).toBe('OperationCompleted'),
    );
    expect(mailsTo('doubt@mail.example')).toHaveLength(2);
    expect(new Set(mailsTo('doubt@mail.example').map(({ id }) => id)).size).toBe(1);
  });

  it('is not sent to a person who was erased, and says so', async () => {
    const userId = await register('erased@mail.example');
    await world.stopWorker();
    await changeRoles(userId);
    await world.pool.query('update subject_keys set wrapped = null, destroyed_at = now() where subject = $1', [userId]);
    await world.startWorker();
    expect(await world.ended(await operationOf(userId))).toMatchObject({
      data: { problems: [{ code: 'mail.no-recipient' }] },
    });
    expect(mailsTo('erased@mail.example')).toEqual([]);
  });

  describe('about a request for an account', () => {
    const ask = async (email: string, language?: Language) => {
      const [registrationId, userId] = [world.nextId(), world.nextId()];
      const person = { firstname: 'Lea', lastname: 'Berg', email };
      const texts = { company: 'Lea Ltd', phoneNumber: '', comments: '', termsVersion: '1' };
      await world.send(registrationDecider, registrationId, {
        type: 'RequestRegistration',
        data: { registrationId, userId, ...person, ...texts, ...(language && { language }) },
      });
      return { registrationId, userId, person };
    };
    const reviewAt = (screen: string, { registrationId }: { registrationId: number }) =>
      `https://portal.example/${screen}?request=${registrationId}`;
    let organizationId: number;
    let elsewhere: number;
    let admin: number;
    beforeAll(async () => {
      [organizationId, elsewhere] = [await company('Acme'), await company('Elsewhere')];
      await register('reviewer@acme-mail.example', ['ROLE_COMPANY_ADMIN'], organizationId);
      await register('other@other-mail.example', ['ROLE_COMPANY_ADMIN'], elsewhere);
      admin = await register('admin@portal-mail.example', ['ROLE_PORTAL_ADMIN'], elsewhere);
      const late = await register('late@portal-mail.example', ['ROLE_PORTAL_ADMIN'], elsewhere);
      await world.send(userDecider, late, { type: 'InviteUser', data: { until: '2020-01-15T12:00:00.000Z' } });
      await eventually(async () =>
        expect((await world.pool.query('select from users where invited_until < now()')).rowCount).toBe(1),
      );
    });

    it('tells the reviewers, also before they first signed in, and who was decided on or invited', async () => {
      const denied = await ask('lea@acme-mail.example');
      await world.send(registrationDecider, denied.registrationId, {
        type: 'DenyRegistration',
        data: { decidedBy: admin, reason: 'We do not know you.' },
      });
      const approved = await ask('lea@elsewhere.example');
      // Once approved, her mail domain is one of the company's: the reviewers are looked for before.
      await eventually(() => expect(mailsTo('admin@portal-mail.example')).toHaveLength(2));
      await world.send(registrationDecider, approved.registrationId, {
        type: 'BeginApproval',
        data: { ...approved.person, organizationId, companyAdmin: false, decidedBy: admin },
      });
      await world.send(userDecider, approved.userId, {
        type: 'RegisterUser',
        data: { userId: approved.userId, organizationId, ...approved.person, roles: [] },
      });
      await world.send(registrationDecider, approved.registrationId, { type: 'CompleteApproval', data: {} });
      const invited = await register('invited@acme-mail.example', [], organizationId);
      await world.send(userDecider, invited, { type: 'InviteUser', data: { until: '2030-01-15T12:00:00.000Z' } });

      await eventually(() => {
        expect(told('lea@acme-mail.example')).toEqual([
          ['Thanks for signing up', portal('/features')],
          ['Your request for access was denied', portal('/')],
        ]);
        expect(sorted('lea@acme-mail.example')[1]?.text).toContain('We do not know you.');
        expect(told('reviewer@acme-mail.example')).toEqual([
          ['Lea Berg asks for access', reviewAt('queue-requests', denied)],
        ]);
        expect(
          told('admin@portal-mail.example')
            .map(([, link]) => link)
            .sort(),
        ).toEqual([reviewAt('pending-requests', denied), reviewAt('pending-requests', approved)].sort());
        expect(told('lea@elsewhere.example')).toEqual([
          ['Thanks for signing up', portal('/features')],
          ['Your access is approved', portal('/wall')],
        ]);
        expect(sorted('lea@elsewhere.example')[1]?.text).toContain('You belong to Acme now.');
        expect(mailsTo('invited@acme-mail.example')[0]?.text).toMatch(/join Acme .* until January 15, 2030/);
        expect(told('invited@acme-mail.example')[0]?.[1]).toBe(portal('/wall'));
        expect(mailsTo('other@other-mail.example')).toEqual([]);
        expect(told('late@portal-mail.example').map(([subject]) => subject)).toEqual([
          'You are invited to the developer portal',
        ]);
      });
    });

    it('tells whoever asked that the account has another address', async () => {
      const { registrationId, person } = await ask('lea@asked.example');
      await world.send(registrationDecider, registrationId, {
        type: 'BeginApproval',
        data: { ...person, email: 'lea@given.example', organizationId, companyAdmin: false, decidedBy: admin },
      });
      await eventually(() =>
        expect(told('lea@asked.example')).toEqual([
          ['Thanks for signing up', portal('/features')],
          ['Your account has another address', portal('/')],
        ]),
      );
      expect(sorted('lea@asked.example')[1]?.text).toMatch(/lea@given\.example. The account belongs to Acme/);
    });

    it('speaks the language in which the person asked, also when the account is there', async () => {
      const { registrationId, userId, person } = await ask('lea@sprache.example', 'de');
      await world.send(registrationDecider, registrationId, {
        type: 'BeginApproval',
        data: { ...person, organizationId, companyAdmin: false, decidedBy: admin },
      });
      const begun = (await world.store.read<RegistrationEvent>(`registration-${registrationId}`)).find(isBegun);
      for (const { decider, id, command } of begun ? approvalSteps(begun) : [])
        await world.send(decider as never, id, command as never);
      await eventually(() =>
        expect(told('lea@sprache.example')).toEqual([
          ['Danke für Ihre Anmeldung', portal('/features')],
          ['Ihr Zugang ist genehmigt', portal('/wall')],
        ]),
      );
      await changeRoles(userId);
      await eventually(() =>
        expect(mailsTo('lea@sprache.example').at(-1)?.subject).toBe('Ihre Rollen haben sich geändert'),
      );
    });

    it('shows an erased person as one word', async () => {
      await world.stopWorker();
      const before = mailsTo('admin@portal-mail.example').length;
      const { userId } = await ask('lea@gone.example');
      await world.pool.query('update subject_keys set wrapped = null, destroyed_at = now() where subject = $1', [
        userId,
      ]);
      await world.startWorker();
      await eventually(() => expect(mailsTo('admin@portal-mail.example')).toHaveLength(before + 1));
      expect(mailsTo('admin@portal-mail.example').at(-1)?.subject).toBe('[erased] asks for access');
    });
  });

  it('tells the other administrators that a company may go, and the requester what they decided', async () => {
    const organizationId = await company('Harbour');
    const one = await register('one@harbour.example', ['ROLE_PORTAL_ADMIN'], organizationId);
    const other = await register('other@harbour.example', ['ROLE_PORTAL_ADMIN'], organizationId);
    const disabled = await register('disabled@harbour.example', ['ROLE_PORTAL_ADMIN'], organizationId);
    await world.send(userDecider, disabled, { type: 'DisableUser', data: {} });
    await eventually(async () =>
      expect((await world.pool.query('select from users where not active and id = $1', [disabled])).rowCount).toBe(1),
    );
    const target = await company('Sunk Ltd');
    const facts = { usedLately: false, hasLastAdministrator: false };
    const request = (requestedBy: number) => {
      const requestId = world.nextId();
      return world
        .send(organizationDecider, target, { type: 'RequestDeletion', data: { requestId, requestedBy, ...facts } })
        .then(() => requestId);
    };
    const deny = (requestId: number) =>
      world.send(organizationDecider, target, { type: 'DenyDeletion', data: { requestId, decidedBy: other } });
    const waiting = portal('/delete-organization-requests');

    await deny(await request(one));
    await eventually(() => {
      expect(told('other@harbour.example')).toEqual([['Request to delete Sunk Ltd', waiting]]);
      expect(told('one@harbour.example')).toEqual([['Sunk Ltd is not deleted', `${waiting}?tab=grants`]]);
    });
    const mail = mailsTo('other@harbour.example')[0];
    expect(mail?.text).toMatch(/asks to delete the organization Sunk Ltd with all of its/);

    // Nobody reads the portal's own mails.
    await deny(await request(0));
    const operationId = crypto.randomUUID();
    await world.send(organizationDecider, target, {
      type: 'ApproveDeletion',
      data: { requestId: await request(one), decidedBy: other, operationId, ...facts },
    });
    await eventually(() => {
      expect(told('one@harbour.example')).toEqual([
        ['Request to delete Sunk Ltd', waiting],
        ['Sunk Ltd is being deleted', `${waiting}?tab=grants`],
        ['Sunk Ltd is not deleted', `${waiting}?tab=grants`],
      ]);
      expect(told('other@harbour.example')).toHaveLength(3);
    });
    expect(told('disabled@harbour.example')).toEqual([['Your account is disabled', portal('/')]]);
    const toNobody = await world.pool.query(
      "select from operations where kind = 'send-mail' and subject like '%/user-0'",
    );
    expect(toNobody.rowCount).toBe(0);
  });

  it('that a slow mail server holds delays nothing else, and arrives once', async () => {
    const holding = Promise.withResolvers<void>();
    wait = holding.promise;
    const people = await Promise.all(Array.from({ length: 12 }, (_none, n) => register(`slow-${n}@mail.example`)));
    const mailsToSlow = () => server.mails.filter(({ to }) => to.startsWith('slow-'));
    const taken = server.mails.length;
    for (const userId of people) await changeRoles(userId);
    await eventually(() => expect(server.connections().length).toBeGreaterThan(0));
    await world.deployed('while-mails-wait');
    expect(server.mails).toHaveLength(taken);
    holding.resolve();
    await eventually(() => expect(new Set(mailsToSlow().map(({ to }) => to)).size).toBe(12));
    expect(mailsToSlow()).toHaveLength(12);
  });

  it('warns once of a key that ends within three days, and of no other', async () => {
    const apiId = 1;
    await world.request.publish(apiId);
    const organizationId = await company('Key Owner');
    await register('admin@key-owner.example', ['ROLE_COMPANY_ADMIN'], organizationId);
    await register('member@key-owner.example', ['ROLE_COMPANY_USER'], organizationId);
    const { id: deploymentId } = await world.deployed('mail-warns', {}, apiId);
    const rotated = async (hours: number) => {
      const consumerId = world.nextId();
      await world.completed(await world.request.addConsumer(consumerId, deploymentId, undefined, { organizationId }));
      const until = new Date(Date.now() + hours * 3_600_000);
      await world.completed(await world.request.rotate(consumerId, `key-${consumerId}`, { until }));
      return consumerId;
    };
    const warning = ['A key for API 1 ends soon', portal('/wall/all?dock=api:1')];
    const warned = (times: number) =>
      eventually(() => expect(told('admin@key-owner.example')).toEqual(Array(times).fill(warning)));
    await rotated(96);
    await rotated(48);
    await warned(1);
    await rotated(24);
    await warned(2);
    expect(mailsTo('member@key-owner.example')).toEqual([]);
  });

  it('is tried again when the mail server puts it off, and arrives once', async () => {
    refuses = 451;
    const userId = await register('later@mail.example');
    await changeRoles(userId);
    const operationId = await operationOf(userId);
    const typesOf = async () => (await world.operationEvents(operationId)).map(({ type }) => type);
    await eventually(async () => expect(await typesOf()).toContain('OperationDelayed'));
    refuses = 0;
    await world.completed(operationId);
    expect(mailsTo('later@mail.example')).toHaveLength(1);
    expect((await typesOf()).filter((type) => type === 'OperationStarted').length).toBeGreaterThan(1);
  });

  it('is given up when the mail server refuses it, until support replays it', async () => {
    refuses = 554;
    const userId = await register('never@mail.example');
    await changeRoles(userId);
    const operationId = await operationOf(userId);
    expect(await world.ended(operationId)).toMatchObject({
      type: 'OperationFailed',
      data: { problems: [{ code: 'mail.refused', parameters: { response: 554 } }] },
    });
    refuses = 0;
    await replay(operationId);
    await eventually(() => expect(mailsTo('never@mail.example')).toHaveLength(1));
  });

  it('does not tell about what happened more than a day ago', async () => {
    const userId = await register('past@mail.example');
    await world.store.append({
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
