import { expect, test, vi } from 'vitest';
import { inTransaction } from '#platform/database.ts';
import { application, organization, published } from '#test/world/sample-events.ts';
import { openPortal, type Portal } from './engine/fixture/open-portal.ts';

const sorts = ['id', 'sort_name', 'version', 'sort_application', 'sort_organization', 'created_at', 'updated_at'];

const fill = (count: number) => `
  insert into read.apis_v1 (id, name, description, version, source_repo, application_id, application_name, organization_id, organization_name,
    search_name, search_text, business_area_id, spec_hash, spec_format, spec_version, spec_size, revision, operations, servers, environments, created_by, created_at, updated_at, state, stream_version)
  select n, 'Api ' || md5(n::text), 'What it does: ' || repeat(md5((n * 7)::text) || ' ', 3), '1.' || n % 50, '', n % 500 + 1, 'Application ' || n % 500, n % 200 + 1,
    'Organization ' || n % 200, ' api ' || md5(n::text) || ' ', ' api ' || md5(n::text) || ' what it does ', nullif(n % 12, 0), repeat('0', 64), 'json', '3.1', 1000, 1, 5, '{}', '{DEV}', 1,
    '2026-01-01'::timestamptz + n * interval '1 minute', '2026-01-01'::timestamptz + n * interval '1 minute', 'published', 1
  from generate_series(1, ${count}) n;
  insert into read.api_words_v1 (word, apis) select md5(n::text), 1 from generate_series(1, ${20 * count}) n`;

const planner = (portal: Portal) => (query: string) =>
  inTransaction(portal.pool, async (client) => {
    // So few rows would be read through as a whole; that is not the question here.
    await client.query('set local enable_seqscan = off');
    const { rows } = await client.query<Record<string, string>>(`explain ${query}`);
    return rows.map((line) => line['QUERY PLAN']).join('\n');
  });

test('the gallery is read with an index for each order and search', async () => {
  const portal = await openPortal({ hasTables: true });
  const stop = portal.run();
  expect(await portal.caughtUp()).toBe(true);
  await stop();
  await portal.pool.query(fill(3_000));
  // An index-only scan needs pages that all can see. Autovacuum's own snapshot can keep the first vacuum from that.
  await vi.waitFor(
    async () => {
      await portal.pool.query('vacuum analyze read.apis_v1');
      const { rows } = await portal.pool.query(
        `select relpages - relallvisible as hidden from pg_class where oid = 'read.apis_v1'::regclass`,
      );
      expect(rows).toEqual([{ hidden: 0 }]);
    },
    { timeout: 60_000, interval: 500 },
  );
  await portal.pool.query('analyze read.api_words_v1');
  const plan = planner(portal);

  for (const sort of sorts) {
    for (const order of ['asc', 'desc']) {
      const text = await plan(`select id from apis order by ${sort} ${order}, id ${order} limit 9 offset 18`);
      expect(text, sort).toContain('Index Only Scan');
      expect(text, sort).not.toContain('Sort Key');
    }
  }
  for (const part of ['%9e107d%', '% 9e1%'])
    expect(await plan(`select id from apis where search_text like '${part}'`), part).toContain('on apis_v1_query_7');
  for (const filter of [`word % 'c4ca4238'`, `word like '%9e107d%'`])
    expect(await plan(`select word from api_words where ${filter}`), filter).toContain('on api_words_v1_query_1');
});

test('the words of an API change with its texts and its application, and are counted', async () => {
  const portal = await openPortal({ hasTables: true });
  portal.run();
  const searched = async (id: number) => {
    expect(await portal.caughtUp()).toBe(true);
    return (await portal.rows(`select search_name, search_text from apis where id = ${id}`))[0];
  };
  const words = async () => {
    expect(await portal.caughtUp()).toBe(true);
    const rows = await portal.rows('select word, apis from api_words order by word');
    return rows.map(({ word, apis }) => `${word} ${apis}`);
  };
  await portal.happen('organization-2', [organization(2, 'Northwind')]);
  await portal.happen('api-7', [published(7)]);
  await portal.happen('api-5000', [published(5000)]);
  const first = { search_name: ' payments ', search_text: ' payments takes money ' };
  expect(await searched(7)).toEqual(first);
  expect(await words()).toEqual(['money 2', 'payments 2', 'takes 2']);

  await portal.happen('application-4', [application(4, 2, 'Till', [5])]);
  const from = { name: 'Payments', description: 'Takes money', sourceRepo: '', businessAreaId: null };
  const to = { ...from, name: 'Café', description: '<p class="x">**Takes** money' };
  await portal.happen('api-7', [{ type: 'ApiDetailsChanged', data: { apiId: 7, from, to } }]);
  expect(await searched(7)).toEqual({ search_name: ' cafe ', search_text: ' cafe till takes money ' });
  expect(await words()).toEqual(['cafe 1', 'money 2', 'payments 1', 'takes 2', 'till 2']);

  await portal.happen('application-6', [application(6, 2, 'Desk', [5])]);
  await portal.happen('api-7', [{ type: 'ApiAssigned', data: { apiId: 7, applicationId: 6 } }]);
  expect(await searched(7)).toEqual({ search_name: ' cafe ', search_text: ' cafe desk takes money ' });

  await portal.happen('api-7', [{ type: 'ApiDeleted', data: { apiId: 7 } }]);
  expect(await words()).toEqual(['money 1', 'payments 1', 'takes 1', 'till 1']);
});
