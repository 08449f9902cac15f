import { expect, it } from 'vitest';
import { organizationDecider } from '#domain/organization/decider.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import { recordVerification } from '#eventstore/record-verification.ts';
import { mailWorld } from './fixture/mail-world.ts';

const { world, register, company, mailsTo, portal, eventually } = mailWorld();

it('F6: tells administrators and auditors of the whole portal once a day that the log was altered', async () => {
  const own = await company('Own');
  const other = world().nextId();
  const guest = { ...plainOrganization, organizationId: other, name: 'Guest', external: true };
  await world().send(organizationDecider, other, { type: 'RegisterOrganization', data: guest });
  await register('admin@log-own.example', ['ROLE_PORTAL_ADMIN'], own);
  await register('auditor@log-own.example', ['ROLE_AUDITOR'], own);
  await register('auditor@log-guest.example', ['ROLE_AUDITOR'], other);
  await register('boss@log-own.example', ['ROLE_COMPANY_ADMIN'], own);

  const verified = (findings: number) => recordVerification(world().store, { by: 'portal', events: 90, findings });
  await verified(0);
  await verified(3);
  await verified(4);
  const told = await eventually(() => {
    const mails = ['admin@log-own.example', 'auditor@log-own.example'].flatMap(mailsTo);
    expect(mails).toHaveLength(2);
    return mails;
  });
  for (const { subject, text } of told) {
    expect(subject).toBe("The portal's event log was altered");
    expect(text).toContain('not as they were written: 3');
    expect(text).toContain(portal('/audit'));
  }

  // What the mails follow is in order: whoever hears of this was told of all before.
  await register('last@log-own.example', ['ROLE_PORTAL_ADMIN'], own);
  await verified(5);
  await eventually(() => expect(mailsTo('last@log-own.example')).toHaveLength(1));
  for (const email of ['admin@log-own.example', 'auditor@log-own.example']) expect(mailsTo(email)).toHaveLength(1);
  for (const email of ['auditor@log-guest.example', 'boss@log-own.example']) expect(mailsTo(email)).toEqual([]);
});

it('says of changed rows that the log is sound', async () => {
  await register('rows@log-own.example', ['ROLE_AUDITOR'], await company('Harbor'));
  await recordVerification(world().store, { by: 'portal', events: 90, findings: 0, rows: 2 });
  await eventually(() => expect(mailsTo('rows@log-own.example')).toHaveLength(1));
  const [{ subject, text } = { subject: '', text: '' }] = mailsTo('rows@log-own.example');
  expect(subject).toBe('Tables of the portal were changed by hand');
  expect(text).toContain('not what the log says: 2');
});
