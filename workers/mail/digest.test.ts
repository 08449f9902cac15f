import { expect, it } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { deskCaseDecider } from '#domain/desk-case/decider.ts';
import type { MailChoicesBody } from '#domain/mail/choices.ts';
import { userDecider } from '#domain/user/decider.ts';
import { mailWorld } from './fixture/mail-world.ts';

const day = 24 * 3_600_000;
const { mail, world, register, company, mailsTo, portal, eventually } = mailWorld({ digestPause: day });

it('sends mails of a topic at once, once a day together, or never; what ends access always at once', async () => {
  await register('first@elsewhere-digests.example');
  const [owner, asking] = [await company('Acme'), await company('Harbor')];
  const officer = async (name: string, toDecide: MailChoicesBody['toDecide']) => {
    const email = `${name}@portal-digests.example`;
    const userId = await register(email, ['ROLE_PORTAL_ADMIN'], owner);
    await world().send(userDecider, userId, { type: 'ChangeMails', data: { toDecide } });
    return email;
  };
  const [busy, calm, silent] = [
    await officer('busy', 'at-once'),
    await officer('calm', 'daily'),
    await officer('silent', 'never'),
  ];
  const asker = await register('asker@harbor-digests.example', ['ROLE_COMPANY_ADMIN'], asking);
  await world().send(userDecider, asker, { type: 'ChangeMails', data: { decided: 'never' } });

  const apis = [world().nextId(), world().nextId(), world().nextId()];
  for (const apiId of apis) await world().request.publish(apiId, { organizationId: owner });
  const ask = async (apiId: number) => {
    const requestId = world().nextId();
    await world().send(accessDecider, accessIdOf(apiId, asking), {
      type: 'RequestAccess',
      data: { requestId, apiId, organizationId: asking, requestedBy: asker, reason: '' },
    });
    return requestId;
  };
  const [first = 0, second = 0, third = 0] = apis;
  const requestId = await ask(first);
  await ask(second);
  await eventually(() => expect(mailsTo(busy)).toHaveLength(2));
  await eventually(async () => {
    const { rowCount } = await world().pool.query('select from digest_entries where mail is null');
    expect(rowCount).toBe(2);
  });
  expect(mailsTo(calm)).toEqual([]);

  mail.digestPause = 0;
  await eventually(() => expect(mailsTo(calm)).toHaveLength(1));
  mail.digestPause = day;
  const [digest] = mailsTo(calm);
  expect(digest?.subject).toBe('News of the day: 2');
  expect(digest?.text.match(/Harbor asks for access to/g)).toHaveLength(2);
  expect(digest?.text).toContain(portal('/notices'));

  // The next one has only what came later.
  await ask(third);
  await eventually(() => expect(mailsTo(busy)).toHaveLength(3));
  mail.digestPause = 0;
  await eventually(() => expect(mailsTo(calm)).toHaveLength(2));
  expect(mailsTo(calm)[1]?.subject).toBe('News of the day: 1');

  const grantId = world().nextId();
  await world().send(accessDecider, accessIdOf(first, asking), {
    type: 'ApproveRequest',
    data: { requestId, grantId, note: '' },
  });
  await world().send(accessDecider, accessIdOf(first, asking), { type: 'RevokeAccess', data: { grantId } });
  await eventually(() => expect(mailsTo('asker@harbor-digests.example')).toHaveLength(1));
  expect(mailsTo('asker@harbor-digests.example')[0]?.subject).toContain('loses access');
  expect(mailsTo(silent)).toEqual([]);
});

it('leaves out one of its news that fails in each attempt, and sends the others', async () => {
  mail.digestPause = day;
  const [owner, asking] = [await company('Delta'), await company('Echo')];
  const email = 'reader@portal-digests.example';
  const reader = await register(email, ['ROLE_PORTAL_ADMIN'], owner);
  await world().send(userDecider, reader, { type: 'ChangeMails', data: { toDecide: 'daily', handedOver: 'daily' } });
  const asker = await register('asker@echo-digests.example', ['ROLE_COMPANY_ADMIN'], asking);
  const apiId = world().nextId();
  await world().request.publish(apiId, { organizationId: owner });
  const { operationId } = await world().deployed('digested');
  await world().send(deskCaseDecider, operationId, {
    type: 'HandOver',
    data: { about: operationId, to: reader, note: 'yours' },
  });
  const requestId = world().nextId();
  await world().send(accessDecider, accessIdOf(apiId, asking), {
    type: 'RequestAccess',
    data: { requestId, apiId, organizationId: asking, requestedBy: asker, reason: '' },
  });
  await eventually(async () => {
    const { rowCount } = await world().pool.query(
      `select from (select * from digest_entries union all select * from newer_digest_entries) entries
       where mail is null and sent_as = 'digest' and user_id = $1`,
      [reader],
    );
    expect(rowCount).toBe(2);
  });
  // Its facts are never there.
  await world().allShown();
  await world().pool.query('delete from desk_cases where id = $1', [operationId]);
  mail.digestPause = 0;
  await eventually(() => expect(mailsTo(email)).toHaveLength(1));
  mail.digestPause = day;
  expect(mailsTo(email)[0]?.subject).toBe('News of the day: 1');
  expect(mailsTo(email)[0]?.text).toContain('Echo asks for access to');
});
