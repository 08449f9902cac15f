import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { bareEnvironment } from '#test/bare-environment.ts';
import { organization, published } from '#test/sample-events.ts';
import { allProjections } from '../all-projections.ts';
import { waitForPosition } from '../wait-for-position.ts';
import { integer, text } from './column.ts';
import { openPortal, type Portal } from './fixture/open-portal.ts';
import { requestRebuild } from './generations.ts';
import type { Projection } from './projection.ts';
import { standingOf } from './switch-generation.ts';
import { table } from './table.ts';

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
        `select generation, state from read_generations where projection = 'catalogue' order by generation`,
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
      `update read_generations set retired_at = retired_at - interval '1 day' where projection = 'people' and generation = 1`,
    );
    await untilLive(portal, people, await requestRebuild(portal.pool, people));
    expect(await tables()).toEqual(['users_v2', 'users_v3', 'users_v4']);
    expect(await portal.rows(`select version from subscriptions where name = 'people' order by version`)).toEqual([
      { version: 2 },
      { version: 3 },
      { version: 4 },
    ]);
  });

  test('can be asked for at the command line, with or without a projector beside it', async () => {
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

describe('another version of the program', () => {
  test('builds its own tables beside the old ones, and an older program leaves them alone', async () => {
    const portal = await openPortal();
    const stopOld = portal.run();
    expect(await portal.caughtUp()).toBe(true);
    portal.run({ projections: [newer] });
    await untilLive(portal, newer, 2);
    await stopOld();
    portal.run({ projections: [people] });
    await portal.happen('user-1', [
      {
        type: 'UserRegistered',
        data: {
          userId: 1,
          organizationId: 2,
          firstname: 'Ada',
          lastname: 'Example',
          email: 'ada@northwind.example',
          roles: [],
        },
      },
    ]);
    await vi.waitFor(async () => expect(await portal.rows('select id from users')).toEqual([{ id: 1 }]), {
      timeout: 30_000,
    });
    expect(
      await portal.rows(`select generation, state from read_generations where projection = 'people' order by 1`),
    ).toEqual([
      { generation: 1, state: 'retired' },
      { generation: 2, state: 'live' },
    ]);
  });
});

test('a table that a version has no longer is answered for by a view, until the version after that', async () => {
  const portal = await openPortal();
  const nicknames = table('nicknames', { key: ['id'], columns: { id: integer(), name: text() } });
  const versions: Projection[] = [
    { ...people, version: 11, parts: [...people.parts, { tables: [nicknames], on: {} }] },
    { ...people, version: 12, formerTables: { nicknames: 'select id, firstname as name from read.users' } },
    { ...people, version: 13 },
  ];
  const names = { firstname: 'Ada', lastname: 'Example', email: 'ada@northwind.example' };
  await portal.happen('user-1', [
    { type: 'UserRegistered', data: { userId: 1, organizationId: 2, ...names, roles: [] } },
  ]);
  const nicknamesAfter = async (index: number) => {
    const projection = versions[index] as Projection;
    const stop = portal.run({ projections: [projection] });
    await untilLive(portal, projection, index + 1);
    expect(await portal.caughtUp()).toBe(true);
    await stop();
    return await portal.rows('select id, name from nicknames');
  };
  expect(await nicknamesAfter(0)).toEqual([]);
  expect(await nicknamesAfter(1)).toEqual([{ id: 1, name: 'Ada' }]);
  await expect(nicknamesAfter(2)).rejects.toMatchObject({ code: '42P01' });

  await portal.pool.query(`update read_generations set retired_at = retired_at - interval '1 day'`);
  await requestRebuild(portal.pool, versions[2] as Projection);
  const left = `select table_name from information_schema.tables where table_name ~ '^(nicknames|users)_v' order by 1`;
  expect(await portal.rows(left)).toEqual([{ table_name: 'users_v3' }, { table_name: 'users_v4' }]);
});

describe('waiting for a position', () => {
  test('I5: answers true once the tables show it, false when they do not in time', async () => {
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

  test('answers false while there are no tables', async () => {
    const portal = await openPortal();
    const { position } = await portal.happen('organization-1', [organization(1, 'One')]);
    expect(await waitForPosition(portal.pool, position, 0)).toBe(false);
  });
});

test('F7: who fills the read tables owns them, and still cannot touch the log or make anything in its schema', async () => {
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
