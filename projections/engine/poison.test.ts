import { expect, test, vi } from 'vitest';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { listParked, requestResume } from '#eventstore/subscription/parked-streams.ts';
import { createLog } from '#platform/log.ts';
import { organization } from '#test/world/sample-events.ts';
import { allProjections } from '../all-projections.ts';
import { users } from '../users.ts';
import { openPortal } from './fixture/open-portal.ts';
import { requestRebuild } from './generations.ts';
import { createProjectionMetrics } from './metrics.ts';
import type { Projection } from './projection.ts';
import { standingOf } from './switch-generation.ts';

const user = (userId: number): PorticoEvent => ({
  type: 'UserRegistered',
  data: {
    userId,
    organizationId: 2,
    firstname: 'Ada',
    lastname: 'Example',
    email: `user-${userId}@northwind.example`,
    roles: [],
  },
});
const disabled = (userId: number): PorticoEvent => ({ type: 'UserDisabled', data: { userId } });
const enabled = (userId: number): PorticoEvent => ({ type: 'UserEnabled', data: { userId } });

const healthy = allProjections.find(({ name }) => name === 'people') as Projection;

/** The users' projection as a program with a bug would have it, until it is mended. */
const withBug = () => {
  const bug = { mended: false };
  const on = {
    ...users.on,
    UserDisabled: ((event, batch) => {
      if (!bug.mended && event.data.userId === 1) throw new Error('a bug');
      return users.on.UserDisabled?.(event, batch);
    }) satisfies typeof users.on.UserDisabled,
  };
  const people: Projection = { ...healthy, parts: [{ ...users, on }] };
  return { bug, projections: [people, ...allProjections.filter(({ name }) => name !== 'people')], people };
};

test('I3: a poison event parks its stream in its projection, loudly; the rest goes on, and somebody can mend and resume it', async () => {
  const portal = await openPortal();
  const { bug, projections } = withBug();
  const lines: string[] = [];
  const metrics = createProjectionMetrics(portal.pool, allProjections);
  portal.run({ projections, metrics, log: createLog('test', 'error', { write: (line) => lines.push(line) }) });
  await portal.happen('user-1', [user(1)]);
  await portal.happen('user-2', [user(2)]);
  await portal.happen('user-1', [disabled(1)]);
  await portal.happen('user-2', [disabled(2)]);
  await portal.happen('organization-2', [organization(2, 'Northwind')]);
  await portal.happen('user-1', [enabled(1), disabled(1)]);
  expect(await portal.caughtUp()).toBe(true);

  expect(await portal.rows('select id, active from users order by id')).toEqual([
    { id: 1, active: true },
    { id: 2, active: false },
  ]);
  expect(await portal.rows('select id from organizations')).toEqual([{ id: 2 }]);
  expect(await listParked(portal.pool)).toMatchObject([
    { name: 'people', stream: 'user-1', fromVersion: 2, eventType: 'UserDisabled', error: 'a bug' },
  ]);
  expect(lines.filter((line) => line.includes('parked') && line.includes('user-1'))).toHaveLength(1);
  expect(await metrics.registry.metrics()).toContain('portico_projection_parked_streams{projection="people"} 1');

  bug.mended = true;
  await requestResume(portal.pool, { name: 'people', version: 1 }, 'user-1');
  await vi.waitFor(async () => expect(await listParked(portal.pool)).toEqual([]), { timeout: 30_000, interval: 50 });
  expect(await portal.rows('select active, stream_version from users where id = 1')).toEqual([
    { active: false, stream_version: 4 },
  ]);
});

test('the next program tries each parked stream once, by itself', async () => {
  const portal = await openPortal();
  const { bug, projections } = withBug();
  const stop = portal.run({ projections });
  await portal.happen('user-1', [user(1), disabled(1), enabled(1), disabled(1)]);
  expect(await portal.caughtUp()).toBe(true);
  await stop();
  const attempts = async () => (await listParked(portal.pool)).map((parked) => parked.attempts);
  const [before = 0] = await attempts();

  const stopAgain = portal.run({ projections });
  await vi.waitFor(async () => expect(await attempts()).toEqual([before + 1]), { timeout: 30_000, interval: 50 });
  await stopAgain();

  bug.mended = true;
  portal.run({ projections });
  await vi.waitFor(async () => expect(await listParked(portal.pool)).toEqual([]), { timeout: 30_000, interval: 50 });
  expect(await portal.rows('select active, stream_version from users')).toEqual([{ active: false, stream_version: 4 }]);
});

test('a rebuild in which streams are parked is not shown until they are resumed', async () => {
  const portal = await openPortal();
  const { bug, projections, people } = withBug();
  bug.mended = true;
  portal.run({ projections });
  await portal.happen('user-1', [user(1), disabled(1)]);
  expect(await portal.caughtUp()).toBe(true);

  bug.mended = false;
  const generation = await requestRebuild(portal.pool, people);
  await vi.waitFor(async () => expect(await standingOf(portal.pool, people, generation)).toBe('blocked'), {
    timeout: 30_000,
    interval: 20,
  });
  expect(await portal.rows('select active from users')).toEqual([{ active: false }]);

  bug.mended = true;
  await requestResume(portal.pool, { name: 'people', version: generation }, 'user-1');
  await vi.waitFor(async () => expect(await standingOf(portal.pool, people, generation)).toBe('live'), {
    timeout: 30_000,
    interval: 20,
  });
  expect(await portal.rows('select active from users')).toEqual([{ active: false }]);
});

test('a rebuild by a mended program ends the alarm: streams that the old tables parked are no longer listed', async () => {
  const portal = await openPortal();
  const { bug, projections, people } = withBug();
  const metrics = createProjectionMetrics(portal.pool, allProjections);
  portal.run({ projections, metrics });
  await portal.happen('user-1', [user(1), disabled(1)]);
  expect(await portal.caughtUp()).toBe(true);
  expect(await listParked(portal.pool)).toMatchObject([{ name: 'people', stream: 'user-1' }]);

  bug.mended = true;
  const generation = await requestRebuild(portal.pool, people);
  await vi.waitFor(async () => expect(await standingOf(portal.pool, people, generation)).toBe('live'), {
    timeout: 30_000,
    interval: 20,
  });
  expect(await listParked(portal.pool)).toEqual([]);
  expect(await metrics.registry.metrics()).not.toContain('portico_projection_parked_streams{');
});

test('the first tables of a new version are shown although a stream is parked', async () => {
  const portal = await openPortal();
  await portal.happen('user-1', [user(1), disabled(1)]);
  await portal.happen('user-2', [user(2), disabled(2)]);
  portal.run({ projections: withBug().projections });
  expect(await portal.caughtUp()).toBe(true);
  expect(await portal.rows('select id from users order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await listParked(portal.pool)).toMatchObject([{ name: 'people', stream: 'user-1' }]);
});

test('a text that Postgres cannot hold parks its stream, not its neighbours in the same batch', async () => {
  const portal = await openPortal();
  for (const id of [1, 2, 3])
    await portal.happen(`organization-${id}`, [organization(id, id === 2 ? 'Nul\0l' : `Number ${id}`)]);
  portal.run();
  expect(await portal.caughtUp()).toBe(true);
  expect(await portal.rows('select id from organizations order by id')).toEqual([{ id: 1 }, { id: 3 }]);
  // Both projections keep the name.
  const parked = (await listParked(portal.pool)).map(({ name, stream }) => [name, stream]).sort();
  expect(parked).toEqual([
    ['catalogue', 'organization-2'],
    ['operations', 'organization-2'],
  ]);
});
