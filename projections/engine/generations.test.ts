import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { inTransaction } from '#platform/database.ts';
import { bareEnvironment } from '#test/processes/bare-environment.ts';
import { organization, published } from '#test/world/sample-events.ts';
import { allProjections } from '../all-projections.ts';
import { waitForPosition } from '../wait-for-position.ts';
import { openPortal, type Portal } from './fixture/open-portal.ts';
import { dropGeneration, ensureGenerations, type GenerationRow, generationsOf, requestRebuild } from './generations.ts';
import type { Projection } from './projection.ts';
import { standingOf } from './switch-generation.ts';

const catalogue = allProjections.find(({ name }) => name === 'catalogue') as Projection;
const people = allProjections.find(({ name }) => name === 'people') as Projection;
const untilLive = (portal: Portal, projection: Projection, generation: number) =>
  vi.waitFor(async () => expect(await standingOf(portal.pool, projection, generation)).toBe('live'), {
    timeout: 20_000,
    interval: 20,
  });

/** `npm run rebuild -- <name>`, as a process of its own. */
const rebuildMain = async ({ appUrl, key }: Portal, name: string) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../rebuild-main.ts', import.meta.url)), name], {
    env: { ...bareEnvironment, DATABASE_URL: appUrl, PORTICO_KEY: key.toString('base64'), LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 20_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, output };
};

const newer: Projection = { ...people, version: people.version + 1 };

describe('a rebuild', () => {
  test('the indexes for queries are made when the new tables are full, before they are shown', async () => {
    const portal = await openPortal();
    const indexesOf = async (generation: number) =>
      (await portal.rows(`select indexname from pg_indexes where tablename = 'apis_v${generation}'`)).length;
    const stop = portal.run();
    await portal.happen('organization-1', [organization(1, 'Number 1')]);
    expect(await portal.caughtUp()).toBe(true);
    const all = await indexesOf(1);
    expect(all).toBe(10);

    await stop();
    const generation = await requestRebuild(portal.pool, catalogue);
    // The key, and what handlers look rows up by.
    expect(await indexesOf(generation)).toBe(3);
    portal.run();
    await untilLive(portal, catalogue, generation);
    expect(await indexesOf(generation)).toBe(all);
  });

  test('I4, I5: readers see one complete generation at any time, and never an older state than before', async () => {
    const portal = await openPortal();
    const add = async (id: number) => {
      await portal.happen(`organization-${id}`, [organization(id, `Number ${id}`)]);
      await portal.happen(`api-${id}`, [published(id, { organizationId: id, applicationId: null })]);
    };
    for (let id = 1; id <= 60; id += 1) await add(id);
    portal.run({ batchSize: 5 });
    expect(await portal.caughtUp()).toBe(true);

    const seen: { organizations: number; apis: number }[] = [];
    let reading = true;
    const reader = (async () => {
      while (reading) {
        const { rows } = await portal.pool.query(
          'select (select count(*) from organizations) as organizations, (select count(*) from apis a join organizations o on o.id = a.organization_id) as apis',
        );
        seen.push(rows[0]);
        await setImmediate();
      }
    })();
    const generation = await requestRebuild(portal.pool, catalogue);
    for (let id = 61; id <= 90; id += 1) await add(id);
    await untilLive(portal, catalogue, generation);
    expect(await portal.caughtUp()).toBe(true);
    reading = false;
    await reader;

    expect(seen.length).toBeGreaterThan(20);
    for (const [index, { organizations, apis }] of seen.entries()) {
      const before = seen[index - 1] ?? { organizations: 60, apis: 60 };
      expect(organizations).toBeGreaterThanOrEqual(before.organizations);
      expect(apis).toBeGreaterThanOrEqual(before.apis);
    }
    expect(await portal.rows('select count(*) from apis')).toEqual([{ count: 90 }]);
    expect(
      await portal.rows(
        `select generation, state from generations where projection = 'catalogue' and tables <> '{}' order by generation`,
      ),
    ).toEqual([
      { generation: 1, state: 'retired' },
      { generation, state: 'live' },
    ]);
  });

  test('keeps the old tables for a day; the rebuild after that removes them', async () => {
    const portal = await openPortal();
    portal.run();
    const tables = async () =>
      (
        await portal.rows(
          `select table_name from information_schema.tables where table_name like 'users_v%' order by 1`,
        )
      ).map((row) => row.table_name);
    await vi.waitFor(async () => expect(await tables()).toEqual(['users_v1']), { timeout: 30_000 });
    await untilLive(portal, people, await requestRebuild(portal.pool, people));
    await untilLive(portal, people, await requestRebuild(portal.pool, people));
    expect(await tables()).toEqual(['users_v1', 'users_v2', 'users_v3']);
    await portal.pool.query(
      `update generations set retired_at = retired_at - interval '1 day' where projection = 'people' and generation = 1`,
    );
    await untilLive(portal, people, await requestRebuild(portal.pool, people));
    expect(await tables()).toEqual(['users_v2', 'users_v3', 'users_v4']);
    expect(await portal.rows(`select version from subscriptions where name = 'people' order by version`)).toEqual([
      { version: 2 },
      { version: 3 },
      { version: 4 },
    ]);
  });

  test('can be started from the command line, with or without a running projector', async () => {
    const portal = await openPortal();
    await portal.happen('organization-1', [organization(1, 'One')]);
    const stop = portal.run();
    expect(await portal.caughtUp()).toBe(true);
    expect(await rebuildMain(portal, 'catalogue')).toMatchObject({
      code: 0,
      output: expect.stringContaining('generation 2'),
    });
    await stop();
    expect(await rebuildMain(portal, 'catalogue')).toMatchObject({
      code: 0,
      output: expect.stringContaining('generation 3'),
    });
    expect(await portal.rows('select name from organizations')).toEqual([{ name: 'One' }]);
    expect(await rebuildMain(portal, 'nothing')).toMatchObject({
      code: 64,
      output: expect.stringContaining('people | catalogue'),
    });
  }, 90_000);

  test('two requests at once are one rebuild', async () => {
    const portal = await openPortal();
    const stop = portal.run();
    expect(await portal.caughtUp()).toBe(true);
    await stop();
    const generations = await Promise.all([1, 2, 3].map(() => requestRebuild(portal.pool, people)));
    expect(new Set(generations).size).toBe(1);
  });
});

const ada = {
  type: 'UserRegistered',
  data: {
    userId: 1,
    organizationId: 2,
    firstname: 'Ada',
    lastname: 'Example',
    email: 'ada@northwind.example',
    roles: [],
  },
} satisfies PorticoEvent;

describe('another version of the program', () => {
  const shownIn = (portal: Portal, { version }: Projection) =>
    portal.rows(`select id from read_people_${version}.users`);
  const sees = (portal: Portal, projection: Projection, ids: readonly number[]) =>
    vi.waitFor(async () => expect(await shownIn(portal, projection)).toEqual(ids.map((id) => ({ id }))), {
      timeout: 20_000,
      interval: 20,
    });
  const states = (portal: Portal) =>
    portal.rows(`select generation, state from generations where projection = 'people' and tables <> '{}' order by 1`);

  test('has its own tables and views beside the old ones, and each fills its own, also after a roll-back', async () => {
    const portal = await openPortal();
    const stopOld = portal.run();
    expect(await portal.caughtUp()).toBe(true);
    const stopNewer = portal.run({ projections: [newer] });
    await untilLive(portal, newer, 2);
    await portal.happen('user-1', [ada]);
    await Promise.all([sees(portal, people, [1]), sees(portal, newer, [1])]);

    await stopOld();
    await portal.happen('user-2', [{ ...ada, data: { ...ada.data, userId: 2, email: 'bea@northwind.example' } }]);
    await sees(portal, newer, [1, 2]);
    expect(await shownIn(portal, people)).toEqual([{ id: 1 }]);

    await stopNewer();
    portal.run({ projections: [people] });
    await sees(portal, people, [1, 2]);
    expect(await states(portal)).toEqual([
      { generation: 1, state: 'live' },
      { generation: 2, state: 'live' },
    ]);
  });

  test('is not shown before its tables are full: only readers of the new release wait', async () => {
    const portal = await openPortal();
    const stopOld = portal.run();
    await portal.happen('user-1', [ada]);
    expect(await portal.caughtUp()).toBe(true);
    await stopOld();
    await ensureGenerations(portal.pool, [newer]);
    await expect(shownIn(portal, newer)).rejects.toMatchObject({ code: '42P01' });
    expect(await shownIn(portal, people)).toEqual([{ id: 1 }]);
  });

  test('leaves its tables for a week after it ended; then they are dropped, and it makes them anew', async () => {
    const portal = await openPortal();
    const stopNewer = portal.run({ projections: [newer] });
    await portal.happen('user-1', [ada]);
    await sees(portal, newer, [1]);
    await stopNewer();
    portal.run();
    await sees(portal, people, [1]);
    const generation = { generation: 1, state: 'live' };
    expect(await states(portal)).toContainEqual(generation);
    await portal.pool.query(
      `with old as (update generations set created_at = now() - interval '8 days' where generation = 1 and projection = 'people')
       update subscriptions set updated_at = now() - interval '8 days' where name = 'people' and version = 1`,
    );
    await vi.waitFor(async () => expect(await states(portal)).not.toContainEqual(generation), 20_000);
    await expect(shownIn(portal, newer)).rejects.toMatchObject({ code: '42P01' });

    portal.run({ projections: [newer] });
    await sees(portal, newer, [1]);
  });
});

test('tables that another release has dropped meanwhile are made anew', async () => {
  const portal = await openPortal();
  await portal.happen('user-1', [ada]);
  portal.run();
  expect(await portal.caughtUp()).toBe(true);
  await inTransaction(portal.pool, async (client) => {
    const [row] = await generationsOf(client, people);
    await dropGeneration(client, row as GenerationRow);
  });
  await vi.waitFor(async () => expect(await portal.rows('select id from users')).toEqual([{ id: 1 }]), 20_000);
});

describe('waiting for a position', () => {
  test('I5: returns true once the tables show it, false after the time limit', async () => {
    const portal = await openPortal();
    const stop = portal.run();
    const { position } = await portal.happen('organization-1', [organization(1, 'One')]);
    expect(await waitForPosition(portal.pool, position)).toBe(true);
    expect(await portal.rows('select id from organizations')).toEqual([{ id: 1 }]);
    await stop();
    const later = await portal.happen('organization-2', [organization(2, 'Two')]);
    const begun = performance.now();
    expect(await waitForPosition(portal.pool, later.position, 150)).toBe(false);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(149);
    expect(await waitForPosition(portal.pool, position, 150)).toBe(true);
    portal.run({ projections: [catalogue] });
    expect(await waitForPosition(portal.pool, later.position, 10_000, ['apis', 'organizations'])).toBe(true);
    expect(await waitForPosition(portal.pool, later.position, 0, ['users'])).toBe(false);
  });

  test('returns false while there are no tables', async () => {
    const portal = await openPortal();
    const { position } = await portal.happen('organization-1', [organization(1, 'One')]);
    expect(await waitForPosition(portal.pool, position, 0)).toBe(false);
  });
});

test("F7: the application's role owns the read tables, but can't change the log or its schema", async () => {
  const portal = await openPortal();
  portal.run();
  expect(await portal.caughtUp()).toBe(true);
  for (const statement of [
    'alter table events add column x int',
    'drop table events',
    'create table public.x (y int)',
    'create view public.x as select 1',
  ]) {
    await expect(portal.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
});
