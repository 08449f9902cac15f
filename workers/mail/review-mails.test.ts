import { expect, it } from 'vitest';
import { reviewRoundDecider } from '#domain/review-round/decider.ts';
import type { ReviewLine } from '#domain/review-round/review-round.ts';
import { untilShown } from '#test/world/until-shown.ts';
import { mailWorld } from './fixture/mail-world.ts';

const { world, register, company, changeRoles, mailsTo, told, portal, eventually } = mailWorld();

const day = 86_400_000;
/** The line of an administrator, who has the role as long as the test runs: a review without such a line closes by itself. */
const lineOf = (thingId: number, organizationId: number): ReviewLine => ({
  ...{ line: 1, kind: 'role', organizationId, thingId, name: '', nickname: '', role: 'ROLE_PORTAL_ADMIN' },
  ...{ apiId: null, eventCategoryId: null, environment: null, givenAt: '2026-01-05T08:00:00.000Z', lastUsed: null },
});

/** Lets a person start a review that is due in so many days. The worker of the world has the real time. */
const started = async (startedBy: number, days: number, line: ReviewLine) => {
  const reviewRoundId = world().nextId();
  const now = Date.now();
  const times = { startedAt: new Date(now - 30 * day).toISOString(), dueAt: new Date(now + days * day).toISOString() };
  await world().send(reviewRoundDecider, reviewRoundId, {
    type: 'StartReview',
    data: { reviewRoundId, organizationId: null, startedBy, ...times, lines: [line] },
  });
  return reviewRoundId;
};
const noticesOf = async (userId: number, roundId: number) =>
  (
    await world().pool.query(
      `select others from notices where user_id = $1 and round_id = $2 and kind = 'review-due' order by others desc`,
      [userId, roundId],
    )
  ).rows.map(({ others }) => others);

it('tells the auditor who started a review that it is overdue, once, and not before', async () => {
  const own = await company('Own Reviews');
  const auditor = await register('auditor@own-reviews.example', ['ROLE_AUDITOR'], own);
  await register('other@own-reviews.example', ['ROLE_AUDITOR'], own);
  const admin = await register('admin@own-reviews.example', ['ROLE_PORTAL_ADMIN'], own);

  const soon = await started(auditor, 0.5, lineOf(admin, own));
  await eventually(async () => expect(await noticesOf(admin, soon)).toEqual([1]));
  expect(await noticesOf(auditor, soon)).toEqual([]);

  const over = await started(auditor, -1, lineOf(admin, own));
  await eventually(async () => expect(await noticesOf(auditor, over)).toEqual([0]));
  expect(await noticesOf(admin, over)).toEqual([0]);
  await eventually(() => expect(mailsTo('auditor@own-reviews.example')).toHaveLength(1));
  const [[subject, address] = []] = told('auditor@own-reviews.example');
  expect(subject).toMatch(/^The review of access that you started was due on /);
  expect(address).toBe(portal(`/review-round/${over}?state=open`));
  await eventually(() =>
    expect(told('admin@own-reviews.example').map(([, path]) => path)).toContain(
      portal(`/review-round/${over}?mine=yes&state=open`),
    ),
  );
  expect(mailsTo('other@own-reviews.example')).toEqual([]);
});

it('tells nobody twice who also decides, and nobody who is no auditor any more', async () => {
  const own = await company('Own Rounds');
  const both = await register('both@own-rounds.example', ['ROLE_AUDITOR', 'ROLE_PORTAL_ADMIN'], own);
  const former = await register('former@own-rounds.example', ['ROLE_COMPANY_USER'], own);
  const last = await register('last@own-rounds.example', ['ROLE_COMPANY_USER'], own);
  await changeRoles(last);
  const line = lineOf(both, own);
  const rounds = [
    await started(both, -1, line),
    await started(former, -1, line),
    await started(last, -1, line),
  ] as const;
  // What the mails follow is in order.
  await eventually(() => expect(mailsTo('last@own-rounds.example')).toHaveLength(1));
  await untilShown(world().pool, await world().store.newest());
  expect(await noticesOf(both, rounds[0])).toEqual([0]);
  expect(await noticesOf(former, rounds[1])).toEqual([]);
  expect(mailsTo('former@own-rounds.example')).toEqual([]);
  // Whoever also decides reads what an auditor can do, and nothing else about this review.
  const overdue = () =>
    mailsTo('both@own-rounds.example').filter(({ text }) => text.includes(`/review-round/${rounds[0]}?state`));
  await eventually(() => expect(overdue()).toHaveLength(1));
  expect(overdue()[0]?.subject).toContain('that you started');
});
