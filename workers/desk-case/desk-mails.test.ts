import { beforeAll, expect, it } from 'vitest';
import { deskCaseDecider } from '#domain/desk-case/decider.ts';
import type { DeskCaseCommand } from '#domain/desk-case/desk-case.ts';
import { userDecider } from '#domain/user/decider.ts';
import { uuidV5 } from '#platform/uuid.ts';
import { mailWorld } from '../mail/fixture/mail-world.ts';

const { mail, world, register, mailsTo, portal, eventually } = mailWorld({ togetherPause: 3_600_000 });

const cause = 'failed~permanent~gateway.refused~gateway-999';
const causeId = uuidV5('6f1a1e0e-5f0b-4c52-8f1c-3f5d1c9a7b11', cause);
let operationId = '';
beforeAll(async () => {
  // Events of tests are of the first person.
  await register('first@desk-mails.example', ['ROLE_PORTAL_ADMIN']);
  await world().request.publish(1);
  ({ operationId } = await world().deployed('handed'));
  await world().allShown();
});

/** Sets how far the operation is, as the read table has it. */
const operationIs = (state: string) =>
  world().pool.query('update operations set state = $2 where id = $1', [operationId, state]);
const decide = (id: string, command: DeskCaseCommand) => world().send(deskCaseDecider, id, command);
const handOver = (to: number, about = operationId, note = 'The wall is yours') =>
  decide(about === cause ? causeId : about, { type: 'HandOver', data: { about, to, note } });
const untilEntries = (userId: number, count: number) =>
  eventually(async () => {
    const { rows } = await world().pool.query(
      `select from newer_digest_entries where user_id = $1 and mail is null and kind = 'handed-over'`,
      [userId],
    );
    expect(rows).toHaveLength(count);
  });
const send = async (check: () => Promise<void> | void) => {
  mail.togetherPause = 0;
  await eventually(check);
  mail.togetherPause = 3_600_000;
};

it('tells who gets an operation from whom, with the note, and leads to it', async () => {
  await operationIs('failed');
  const noor = await register('noor@desk-mails.example', ['ROLE_SUPPORT']);
  await handOver(noor);
  await untilEntries(noor, 1);
  await send(() => expect(mailsTo('noor@desk-mails.example')).toHaveLength(1));
  const [told] = mailsTo('noor@desk-mails.example');
  expect(told?.subject).toMatch(/^Handed over to you: Operation: .*handed/);
  expect(told?.text).toContain('Noor Haddad has handed this over to you:');
  expect(told?.text).toContain('The wall is yours');
  expect(told?.text).toContain(portal(`/wall?dock=operation:${operationId}`));
});

it('tells of all of a minute in one mail, without what was handed on, taken back or has ended meanwhile', async () => {
  await operationIs('failed');
  const [liam, other] = [
    await register('liam@desk-mails.example', ['ROLE_SUPPORT']),
    await register('other@desk-mails.example', ['ROLE_SUPPORT']),
  ];
  await handOver(liam);
  await handOver(liam, cause);
  await handOver(other);
  await handOver(liam);
  await untilEntries(liam, 3);
  await untilEntries(other, 1);
  await send(() => expect(mailsTo('liam@desk-mails.example')).toHaveLength(1));
  const [told] = mailsTo('liam@desk-mails.example');
  expect(told?.subject).toBe('Handed over to you: 2');
  expect(told?.text).toContain('Operation: ');
  expect(told?.text).toContain('All operations with the same cause: gateway.refused');
  expect(told?.text).toContain(portal('/desk?holder=mine'));
  expect(mailsTo('other@desk-mails.example')).toEqual([]);

  await handOver(other);
  await untilEntries(other, 1);
  await operationIs('completed');
  await decide(causeId, { type: 'HandOver', data: { about: cause, to: other, note: 'for a moment' } });
  await untilEntries(other, 2);
  await decide(causeId, { type: 'TakeBack', data: { about: cause, why: 'given-back' } });
  await world().allShown();
  await send(async () => {
    const { rows } = await world().pool.query<{ state: string }>(
      `select state from operations where kind = 'send-mail' and subject = $1`,
      [`handed-over/user-${other}`],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['superseded']));
  });
  expect(mailsTo('other@desk-mails.example')).toEqual([]);
});

it('tells nobody who takes it themselves, or wants no such mails', async () => {
  await operationIs('failed');
  const quiet = await register('quiet@desk-mails.example', ['ROLE_SUPPORT']);
  const last = await register('last@desk-mails.example', ['ROLE_SUPPORT']);
  await world().send(userDecider, quiet, { type: 'ChangeMails', data: { handedOver: 'never' } });
  await handOver(quiet);
  await handOver(1);
  await handOver(last);
  await untilEntries(last, 1);
  await untilEntries(quiet, 0);
  await untilEntries(1, 0);
  await send(() => expect(mailsTo('last@desk-mails.example')).toHaveLength(1));
  expect(mailsTo('quiet@desk-mails.example')).toEqual([]);
});
