import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { reviewRoundDecider } from '#domain/review-round/decider.ts';
import type { ReviewLine } from '#domain/review-round/review-round.ts';
import { untilShown } from '#test/world/until-shown.ts';
import { startWorkerWorld, type WorkerWorld } from '#test/world/worker-world.ts';
import { recordEndedLines, remindOfReviews } from './chores.ts';

// Without a worker, whose own chores would have the real time.
let world: WorkerWorld;
beforeAll(async () => {
  world = await startWorkerWorld();
});
afterAll(() => world?.close());

const started = new Date('2026-01-01T08:00:00.000Z');
const dueAt = '2026-01-31T23:59:59.999Z';

/** Gives access to an API. Returns the line that reviews it. */
const granted = async (line: number): Promise<ReviewLine> => {
  const [apiId, grantId] = [world.nextId(), world.nextId()];
  await world.request.publish(apiId);
  const data = { grantId, apiId, organizationId: 1 };
  await world.send(accessDecider, accessIdOf(apiId, 1), { type: 'GrantAccess', data });
  const none = { nickname: '', role: null, eventCategoryId: null, environment: null, lastUsed: null };
  return {
    ...{ line, kind: 'api-access', organizationId: 1, thingId: grantId, name: `API ${apiId}`, apiId },
    ...{ ...none, givenAt: started.toISOString() },
  };
};
const revoke = ({ apiId, thingId }: ReviewLine) =>
  world.send(accessDecider, accessIdOf(Number(apiId), 1), { type: 'RevokeAccess', data: { grantId: thingId } });

const typesOf = async (id: number) => (await world.store.read(`review-round-${id}`)).map(({ type }) => type).slice(2);

it('records what ended by itself, closes a review with its last line, and reminds once each', async () => {
  const lines = [await granted(1), await granted(2)] as const;
  const reviewRoundId = world.nextId();
  await world.send(reviewRoundDecider, reviewRoundId, {
    type: 'StartReview',
    data: {
      ...{ reviewRoundId, organizationId: null, startedBy: 1, startedAt: started.toISOString(), dueAt },
      lines,
    },
  });
  const shown = async () => await untilShown(world.pool, await world.store.newest());
  await shown();
  expect(await recordEndedLines(world, started)).toBe(0);
  expect(await remindOfReviews(world, new Date('2026-01-20T00:00:00.000Z'))).toBe(0);

  const [week, over] = [new Date('2026-01-25T12:00:00.000Z'), new Date('2026-02-01T00:00:00.000Z')];
  for (const now of [week, week, over, over]) {
    await remindOfReviews(world, now);
    await shown();
  }
  expect(await typesOf(reviewRoundId)).toEqual(['ReviewRoundDue', 'ReviewRoundDue']);

  await revoke(lines[0]);
  await shown();
  expect(await recordEndedLines(world, over)).toBe(1);
  await shown();
  expect(await recordEndedLines(world, over)).toBe(0);
  await revoke(lines[1]);
  await shown();
  await recordEndedLines(world, over);
  expect((await typesOf(reviewRoundId)).slice(2)).toEqual([
    'ReviewLinesEnded',
    'ReviewLinesEnded',
    'ReviewRoundClosed',
  ]);
  await shown();
  expect(await remindOfReviews(world, new Date('2027-01-01T00:00:00.000Z'))).toBe(0);
});
