import { expect, it } from 'vitest';
import { accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { mailWorld } from '../mail/fixture/mail-world.ts';

const { mail, world, register, company, mailsTo, portal, eventually } = mailWorld({
  togetherPause: 3_600_000,
  digestPause: 3_600_000,
});

const newCategory = async (name: string) => {
  const eventCategoryId = world().nextId();
  const about = { name, description: '', type: '', businessAreaId: 1, events: [] };
  await world().send(eventCategoryDecider, eventCategoryId, {
    type: 'AddEventCategory',
    data: { eventCategoryId, ...about },
  });
  return eventCategoryId;
};

/** Lets a company ask. The request has waited for so many hours. */
const asked = async (name: string, organizationId: number, requestedBy: number, hours: number) => {
  const pair = { eventCategoryId: await newCategory(name), organizationId };
  const requestId = world().nextId();
  await world().send(accessDecider, accessIdOfPair(pair), {
    type: 'RequestAccess',
    data: { requestId, ...pair, requestedBy, reason: '' },
  });
  await eventually(async () => {
    const { rowCount } = await world().pool.query(
      'update access_requests set requested_at = requested_at - make_interval(hours => $2) where id = $1',
      [requestId, hours],
    );
    expect(rowCount).toBe(1);
  });
  return { requestId, pair };
};
const untilEntries = (userId: number, count: number) =>
  eventually(async () => {
    const { rows } = await world().pool.query('select from newer_digest_entries where user_id = $1 and mail is null', [
      userId,
    ]);
    expect(rows).toHaveLength(count);
  });
const send = async (check: () => Promise<void> | void) => {
  mail.togetherPause = 0;
  await eventually(check);
  mail.togetherPause = 3_600_000;
};
const about = (email: string) => mailsTo(email).filter(({ subject }) => /decision|decide/i.test(subject));

it('tells in the summary of the day of what the last release does not know, in one mail with the rest, which is all that it finds', async () => {
  // Events of tests are of the first person.
  await register('first@elsewhere-clocks.example');
  const [own, partner] = [await company('Own Summary'), await company('Ebb')];
  const asker = await register('asker@ebb-clocks.example', [], partner);
  const daily = await register('daily@own-summary.example', ['ROLE_PORTAL_ADMIN'], own);
  await world().send(userDecider, daily, { type: 'ChangeMails', data: { toDecide: 'daily' } });
  await asked('Quays', partner, asker, 40);
  await untilEntries(daily, 1);
  const kindsIn = async (table: string) => {
    const { rows } = await world().pool.query<{ kind: string }>(
      `select distinct kind from ${table} where user_id = $1`,
      [daily],
    );
    return rows.map(({ kind }) => kind);
  };
  await eventually(async () => expect(await kindsIn('digest_entries')).toEqual(['access-asked']));
  expect(await kindsIn('newer_digest_entries')).toEqual(['decision-due']);
  mail.digestPause = 0;
  await eventually(() => expect(mailsTo('daily@own-summary.example')).toHaveLength(1));
  mail.digestPause = 3_600_000;
  const [summary] = mailsTo('daily@own-summary.example');
  expect(summary?.subject).toBe('News of the day: 2');
  expect(summary?.text).toContain('asks for access to Quays');
  expect(summary?.text).toContain('Access to Quays for Ebb (due on ');
});

it('reminds of all that waits in one mail, then tells of what is overdue, and asks nobody who decided or who wants none', async () => {
  const [own, partner] = [await company('Own Clocks'), await company('Tide')];
  const asker = await register('asker@tide-clocks.example', [], partner);
  const admin = await register('admin@own-clocks.example', ['ROLE_PORTAL_ADMIN'], own);
  const quiet = await register('quiet@own-clocks.example', ['ROLE_PORTAL_ADMIN'], own);
  await register('auditor@own-clocks.example', ['ROLE_AUDITOR'], own);
  await world().send(userDecider, quiet, { type: 'ChangeMails', data: { toDecide: 'never' } });

  const first = await asked('Berths', partner, asker, 40);
  const second = await asked('Cranes', partner, asker, 40);
  const third = await asked('Buoys', partner, asker, 40);
  await untilEntries(admin, 3);
  // Decided while the mail waits: nothing is to be decided about it any more.
  await world().send(accessDecider, accessIdOfPair(third.pair), {
    type: 'DenyRequest',
    data: { requestId: third.requestId, note: '' },
  });
  await eventually(async () => {
    const { rows } = await world().pool.query(`select from access_requests where id = $1 and status = 'DENIED'`, [
      third.requestId,
    ]);
    expect(rows).toHaveLength(1);
  });
  await send(() => expect(about('admin@own-clocks.example')).toHaveLength(1));
  const [reminder] = about('admin@own-clocks.example');
  expect(reminder?.subject).toBe('Decisions that are due soon: 2');
  expect(reminder?.text).toContain('Access to Berths for Tide (due on ');
  expect(reminder?.text).toContain('Access to Cranes for Tide (due on ');
  expect(reminder?.text).not.toContain('Buoys');
  expect(reminder?.text).toContain(portal('/inbox'));

  // One is decided in time, and the other one's time is over.
  await world().send(accessDecider, accessIdOfPair(second.pair), {
    type: 'DenyRequest',
    data: { requestId: second.requestId, note: '' },
  });
  await world().pool.query(
    `update access_requests set requested_at = requested_at - interval '40 hours' where id = $1`,
    [first.requestId],
  );
  await untilEntries(admin, 1);
  await send(() => expect(about('admin@own-clocks.example')).toHaveLength(2));
  const overdue = about('admin@own-clocks.example').at(-1);
  expect(overdue?.subject).toMatch(/^Nobody has decided in time: Access to Berths for Tide \(due on /);
  expect(overdue?.text).toContain(portal('/inbox?due=over'));
  for (const email of ['quiet@own-clocks.example', 'auditor@own-clocks.example', 'asker@tide-clocks.example'])
    expect(about(email)).toEqual([]);
});
