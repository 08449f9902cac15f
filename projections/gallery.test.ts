import { expect, test } from 'vitest';
import { idSetOf, idsOf } from '#domain/api/id-set.ts';
import { inTransaction } from '#platform/database.ts';
import { application, organization, published } from '#test/sample-events.ts';
import { openPortal, type Portal } from './engine/fixture/open-portal.ts';

const sorts = ['id', 'sort_name', 'version', 'sort_application', 'sort_organization', 'created_at', 'updated_at'];

const fill = (count: number) => `
  insert into read.apis_v1 (id, name, description, version, source_repo, application_id, application_name, organization_id, organization_name,
    business_area_id, spec_hash, spec_format, spec_version, spec_size, revision, operations, servers, environments, created_by, created_at, updated_at, state, stream_version)
  select n, 'Api ' || md5(n::text), 'What it does: ' || repeat(md5((n * 7)::text) || ' ', 3), '1.' || n % 50, '', n % 500 + 1, 'Application ' || n % 500, n % 200 + 1,
    'Organization ' || n % 200, nullif(n % 12, 0), repeat('0', 64), 'json', '3.1', 1000, 1, 5, '{}', '{DEV}', 1,
    '2026-01-01'::timestamptz + n * interval '1 minute', '2026-01-01'::timestamptz + n * interval '1 minute', 'published', 1
  from generate_series(1, ${count}) n;
  insert into read.api_sets_v1 (id, kind, term, part, members)
  select 'word ' || word || ' ' || n % 9, 'word', word, n % 9, 'AA==' from generate_series(1, ${count}) n, lateral (select md5(n::text) as word) words`;

const planner = (portal: Portal) => (query: string) =>
  inTransaction(portal.pool, async (client) => {
    // So few rows would be read through as a whole; that is not the question here.
    await client.query('set local enable_seqscan = off');
    const { rows } = await client.query<Record<string, string>>(`explain ${query}`);
    return rows.map((line) => line['QUERY PLAN']).join('\n');
  });

test('the gallery is read along an index, whatever it is sorted or searched by', async () => {
  const portal = await openPortal();
  const stop = portal.run();
  expect(await portal.caughtUp()).toBe(true);
  await stop();
  await portal.pool.query(fill(3_000));
  await portal.pool.query('vacuum analyze read.apis_v1');
  await portal.pool.query('analyze read.api_sets_v1');
  const plan = planner(portal);

  for (const sort of sorts) {
    for (const order of ['asc', 'desc']) {
      const text = await plan(
        `select walk.id from (select id, ${sort} as sorted from apis order by ${sort} ${order}, id ${order} offset 0) walk
         where get_bit('\\xff'::bytea, walk.id) = 1 limit 9 offset 18`,
      );
      expect(text, sort).toContain('Index Only Scan');
      expect(text, sort).not.toContain('Sort Key');
    }
  }
  for (const filter of [`kind = 'word' and term like '%9e107d%'`, `kind = 'word' and term % 'c4ca4238'`]) {
    expect(await plan(`select members from api_sets where ${filter}`), filter).toContain('on api_sets_v1_query_');
  }
  expect(await plan(`select members from api_sets where kind = 'area' and term in ('3', '4')`)).toContain('Index Cond');
});

test('the sets of an API follow its texts, its application and its business area', async () => {
  const portal = await openPortal();
  portal.run();
  const inSets = async (id: number) => {
    expect(await portal.caughtUp()).toBe(true);
    const { rows } = await portal.pool.query<{ kind: string; term: string; part: number; members: string }>(
      'select kind, term, part, members from api_sets order by kind, term',
    );
    return rows
      .filter((row) => row.kind !== 'short' && idsOf(idSetOf([row])).includes(id))
      .map(({ kind, term }) => `${kind} ${term}`.trim());
  };
  await portal.happen('organization-2', [organization(2, 'Northwind')]);
  await portal.happen('api-7', [published(7)]);
  await portal.happen('api-5000', [published(5000)]);
  const first = [
    'all',
    'application 4',
    'name payments',
    'organization 2',
    'word money',
    'word payments',
    'word takes',
  ];
  expect(await inSets(7)).toEqual(first);
  expect(await inSets(5000)).toEqual(first);

  await portal.happen('application-4', [application(4, 2, 'Till', [5])]);
  const from = { name: 'Payments', description: 'Takes money', sourceRepo: '', businessAreaId: null };
  await portal.happen('api-7', [
    { type: 'ApiDetailsChanged', data: { apiId: 7, from, to: { ...from, name: 'Money', businessAreaId: 3 } } },
  ]);
  expect(await inSets(7)).toEqual([
    'all',
    'application 4',
    'area 3',
    'name money',
    'organization 2',
    'word money',
    'word takes',
    'word till',
  ]);
  expect(await inSets(5000)).toContain('word payments');

  await portal.happen('api-7', [{ type: 'ApiDeleted', data: { apiId: 7 } }]);
  expect(await inSets(7)).toEqual([]);
  expect(await inSets(5000)).toContain('all');
});
