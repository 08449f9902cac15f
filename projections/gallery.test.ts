import { expect, test } from 'vitest';
import { inTransaction } from '#platform/database.ts';
import { openPortal } from './fixture/open-portal.ts';

const fill = (count: number) => `
  insert into read.apis_v1 (id, name, description, version, source_repo, application_id, application_name, organization_id, organization_name,
    business_area_id, spec_hash, spec_format, spec_version, spec_size, revision, operations, servers, environments, created_by, created_at, updated_at, stream_version)
  select n, 'Api ' || md5(n::text), 'What it does: ' || repeat(md5((n * 7)::text) || ' ', 3), '1.' || n % 50, '', n % 500 + 1, 'Application ' || n % 500, n % 200 + 1,
    'Organization ' || n % 200, nullif(n % 12, 0), repeat('0', 64), 'json', '3.1', 1000, 1, 5, '{}', '{DEV}', 1,
    '2026-01-01'::timestamptz + n * interval '1 minute', '2026-01-01'::timestamptz + n * interval '1 minute', 1
  from generate_series(1, ${count}) n`;

const sorts = ['id', 'sort_name', 'version', 'sort_application', 'sort_organization', 'created_at', 'updated_at'];
const filters = [
  `search like '%9e107d%'`,
  'business_area_id = 3',
  'organization_id = 7',
  '(organization_id = 7 or application_id = any(array[3, 9]))',
];

test('the gallery is read along an index, whatever it is sorted or filtered by', async () => {
  const portal = await openPortal();
  const stop = portal.run();
  expect(await portal.caughtUp()).toBe(true);
  await stop();
  await portal.pool.query(fill(3_000));
  await portal.pool.query('analyze read.apis_v1');

  // So few rows would be read through as a whole; that is not the question here.
  const plan = (query: string) =>
    inTransaction(portal.pool, async (client) => {
      await client.query('set local enable_seqscan = off');
      const { rows } = await client.query<Record<string, string>>(`explain ${query}`);
      return rows.map((line) => line['QUERY PLAN']).join('\n');
    });
  for (const sort of sorts) {
    for (const order of ['asc', 'desc']) {
      const text = await plan(`select * from apis order by ${sort} ${order}, id ${order} limit 9 offset 18`);
      expect(text, sort).toContain('Index Scan');
      expect(text, sort).not.toContain('Sort Key');
    }
  }
  for (const filter of filters) {
    const text = await plan(`select count(*) from apis where ${filter}`);
    expect(text, filter).toContain('Index Cond');
    expect(text, filter).not.toContain('Seq Scan');
  }
});
