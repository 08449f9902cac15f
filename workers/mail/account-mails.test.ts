import { beforeAll, describe, expect, it } from 'vitest';
import { approvalSteps, isBegun } from '#domain/registration/approval-steps.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import type { RegistrationEvent } from '#domain/registration/registration.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { Language } from '#domain/user/settings.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { mailWorld } from './fixture/mail-world.ts';
import { requestMail } from './request-mail.ts';

const { mail, world, register, company, changeRoles, mailsTo, sorted, told, portal, eventually } = mailWorld();

describe('a mail about a request for an account', () => {
  const ask = async (email: string, language?: Language) => {
    const [registrationId, userId] = [world().nextId(), world().nextId()];
    const person = { firstname: 'Lea', lastname: 'Berg', email };
    const texts = { company: 'Lea Ltd', phoneNumber: '', comments: '', termsVersion: '1' };
    await world().send(registrationDecider, registrationId, {
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
    // Whoever acts in this world().
    await register('first@elsewhere-mail.example');
    [organizationId, elsewhere] = [await company('Acme'), await company('Elsewhere')];
    await register('reviewer@acme-mail.example', ['ROLE_COMPANY_ADMIN'], organizationId);
    await register('other@other-mail.example', ['ROLE_COMPANY_ADMIN'], elsewhere);
    admin = await register('admin@portal-mail.example', ['ROLE_PORTAL_ADMIN'], elsewhere);
    const late = await register('late@portal-mail.example', ['ROLE_PORTAL_ADMIN'], elsewhere);
    await world().send(userDecider, late, { type: 'InviteUser', data: { until: '2020-01-15T12:00:00.000Z' } });
    await eventually(async () =>
      expect((await world().pool.query('select from users where invited_until < now()')).rowCount).toBe(1),
    );
  });

  /** Denies all requests that wait. Returns their ids. */
  const denyAll = async () => {
    const waiting = () => world().pool.query<{ id: number }>("select id from registrations where status = 'NEW'");
    const { rows } = await waiting();
    const data = { decidedBy: admin, reason: 'We know nobody of you.' };
    for (const { id } of rows) await world().send(registrationDecider, id, { type: 'DenyRegistration', data });
    await eventually(async () => expect((await waiting()).rowCount).toBe(0));
    return rows.map(({ id }) => id);
  };
  it('goes to the reviewers, also before their first sign-in, and to people after a decision or an invitation', async () => {
    const denied = await ask('lea@acme-mail.example');
    await eventually(() => {
      expect(mailsTo('admin@portal-mail.example')).toHaveLength(1);
      expect(mailsTo('reviewer@acme-mail.example')).toHaveLength(1);
    });
    await world().send(registrationDecider, denied.registrationId, {
      type: 'DenyRegistration',
      data: { decidedBy: admin, reason: 'We do not know you.' },
    });
    const approved = await ask('lea@elsewhere.example');
    // Once approved, her mail domain is one of the company's: the reviewers are looked for before.
    await eventually(() => expect(mailsTo('admin@portal-mail.example')).toHaveLength(2));
    await world().send(registrationDecider, approved.registrationId, {
      type: 'BeginApproval',
      data: { ...approved.person, organizationId, companyAdmin: false, decidedBy: admin },
    });
    await world().send(userDecider, approved.userId, {
      type: 'RegisterUser',
      data: { userId: approved.userId, organizationId, ...approved.person, roles: [] },
    });
    await world().send(registrationDecider, approved.registrationId, { type: 'CompleteApproval', data: {} });
    const invited = await register('invited@acme-mail.example', [], organizationId);
    await world().send(userDecider, invited, { type: 'InviteUser', data: { until: '2030-01-15T12:00:00.000Z' } });

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

  it('tells the requester that the account has another address', async () => {
    const { registrationId, person } = await ask('lea@asked.example');
    await world().send(registrationDecider, registrationId, {
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

  it('is in the language of the request, also when the account exists', async () => {
    const { registrationId, userId, person } = await ask('lea@sprache.example', 'de');
    await world().send(registrationDecider, registrationId, {
      type: 'BeginApproval',
      data: { ...person, organizationId, companyAdmin: false, decidedBy: admin },
    });
    const begun = (await world().store.read<RegistrationEvent>(`registration-${registrationId}`)).find(isBegun);
    for (const { decider, id, command } of begun ? approvalSteps(begun) : [])
      await world().send(decider as never, id, command as never);
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

  it('is one for each reviewer about many requests, and the next one follows after a pause', async () => {
    const reviewer = 'reviewer@acme-mail.example';
    const before = { admin: mailsTo('admin@portal-mail.example').length, reviewer: mailsTo(reviewer).length };
    await world().stopWorker();
    for (const name of ['ann', 'bea', 'cia']) await ask(`${name}@elsewhere-digest.example`);
    for (const name of ['dora', 'ella']) await ask(`${name}@acme-mail.example`);
    await eventually(async () =>
      expect((await world().pool.query("select from registrations where status = 'NEW'")).rowCount).toBe(5),
    );
    mail.reviewPause = 3_600_000;
    await world().pool.query('delete from told_reviewers');
    await world().startWorker();
    await eventually(() => {
      expect(mailsTo('admin@portal-mail.example')).toHaveLength(before.admin + 1);
      expect(mailsTo(reviewer)).toHaveLength(before.reviewer + 1);
    });
    const [toAdmin, toReviewer] = [mailsTo('admin@portal-mail.example').at(-1), mailsTo(reviewer).at(-1)];
    expect(toAdmin?.subject).toBe('Requests for accounts that wait for you: 5');
    expect(toAdmin?.text.match(/Lea Berg, Lea Ltd/g)).toHaveLength(5);
    expect(toAdmin?.text).toContain(`Review the requests: ${portal('/pending-requests')}\n`);
    expect(toReviewer?.subject).toBe('Requests for accounts that wait for you: 2');
    expect(toReviewer?.text).toContain(`Review the requests: ${portal('/queue-requests')}\n`);

    for (const name of ['fee', 'gina']) await ask(`${name}@acme-mail.example`);
    await eventually(() => expect(mailsTo('gina@acme-mail.example')).toHaveLength(1));
    expect(mailsTo(reviewer)).toHaveLength(before.reviewer + 1);
    mail.reviewPause = 0;
    await eventually(() => {
      expect(mailsTo(reviewer)).toHaveLength(before.reviewer + 2);
      expect(mailsTo('admin@portal-mail.example')).toHaveLength(before.admin + 2);
    });
    expect(mailsTo(reviewer).at(-1)?.subject).toBe('Requests for accounts that wait for you: 4');
  });

  it('is not sent if all requests were decided meanwhile', async () => {
    const [denied] = await denyAll();
    const before = mailsTo('admin@portal-mail.example').length;
    const [first] = await world().store.read(`registration-${denied}`);
    const id = crypto.randomUUID();
    const recipient = { noun: 'user', id: admin } as const;
    if (first) await requestMail(world(), { kind: 'request-received', recipient }, { ...first, id });
    const operationId = uuidV5(porticoNamespace, `mail/request-received/user-${admin}/${id}`);
    expect(await world().ended(operationId)).toMatchObject({ type: 'OperationSuperseded' });
    expect(mailsTo('admin@portal-mail.example')).toHaveLength(before);
  });

  it('shows an erased person as one word', async () => {
    await world().stopWorker();
    const before = mailsTo('admin@portal-mail.example').length;
    const { userId } = await ask('lea@gone.example');
    await world().pool.query('update subject_keys set wrapped = null, destroyed_at = now() where subject = $1', [
      userId,
    ]);
    await world().startWorker();
    await eventually(() => expect(mailsTo('admin@portal-mail.example')).toHaveLength(before + 1));
    expect(mailsTo('admin@portal-mail.example').at(-1)?.subject).toBe('[erased] asks for access');
  });
});
