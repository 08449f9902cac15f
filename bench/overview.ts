import { readAllDeployments } from '#bff/overview/all-deployments.ts';
import { readAllKeys } from '#bff/overview/all-keys.ts';
import { deploymentOverviewQuery, keyOverviewQuery, overviewPageSize } from '#domain/overview/schema.ts';
import { measure } from './measure.ts';
import type { World } from './world.ts';

const keysEach = 2;

const tableOf = async ({ services }: World, name: string): Promise<string> => {
  const { rows } = await services.pool.query<{ name: string }>(
    `select format('read.%I', relname) as name from pg_class where relname ~ $1 and relkind = 'r'`,
    [`^${name}_v\\d+$`],
  );
  if (!rows[0]) throw new Error(`there is no table of ${name}`);
  return rows[0].name;
};

/** Writes rows as the projections would, which is faster than making events. */
const fill = async (world: World): Promise<void> => {
  const { pool } = world.services;
  const { deployments } = world.scale;
  const [apis, rows, keys, gateways] = await Promise.all(
    ['apis', 'deployments', 'consumers', 'resources'].map((name) => tableOf(world, name)),
  );
  const uuid = `'00000000-0000-0000-0000-000000000000'`;
  await pool.query(`
    insert into ${gateways} (id, type, name, is_public, organizations, configs, certificates, created_at, stream_version)
    values (1, 'KONG', 'Main gateway', true, '{}', '[]', '[]', now(), 1) on conflict do nothing`);
  await pool.query(`
    insert into ${rows} (id, api_id, gateway_id, environment, name, context_path, authentication, config, state, operation_id,
      created_by, created_at, updated_at, stream_version)
    select n, a.id, 1, (array['DEV', 'TEST', 'UAT', 'PROD'])[1 + n % 4], 'service-' || n, 'path-' || md5(n::text), 'apikey', '{}',
      (array['deployed', 'deployed', 'deployed', 'failed'])[1 + n % 7 % 4], ${uuid}, 1, now(), now() - n * interval '1 minute', 1
    from (select id, row_number() over (order by id) as n from ${apis} where id % 10 = 0 order by id limit ${deployments}) a`);
  await pool.query(`
    insert into ${keys} (id, deployment_id, api_id, organization_id, nickname, state, operation_id, wanted, generation, created_by,
      created_at, updated_at, stream_version)
    select (d.id - 1) * ${keysEach} + k, d.id, d.api_id, 1, 'key ' || md5((d.id * k)::text), 'active', ${uuid}, '{}', 1, 1,
      now() - d.id * interval '1 minute', now(), 1
    from ${rows} d, generate_series(1, ${keysEach}) k`);
  for (const table of [apis, rows, keys]) await pool.query(`vacuum analyze ${table}`);
};

/** Measures the administrators' lists in milliseconds, one call after the other. */
export const benchOverview = async (world: World): Promise<void> => {
  await fill(world);
  const { db } = world.services;
  const { deployments, calls } = world.scale;
  const kinds = [
    '',
    'sort=updatedAt&order=desc',
    'env=PROD',
    'search=pay',
    'search=a1b',
    'page=300',
    'sort=keys&order=desc',
  ];
  for (const search of kinds) {
    const query = deploymentOverviewQuery.parse(Object.fromEntries(new URLSearchParams(search)));
    const times = await measure(100 * calls, 1, () => readAllDeployments(db, query, overviewPageSize));
    console.log(
      `${`overview of ${deployments.toLocaleString('en')} deployments, ${search || 'first page'}`.padEnd(72)} p50 ${times.p50.toFixed(1)} ms, p95 ${times.p95.toFixed(1)} ms`,
    );
  }
  for (const search of [
    '',
    'sort=apiName&order=asc',
    'env=PROD',
    'search=pay',
    'search=a1b',
    'page=600',
    'sort=lastUsed',
  ]) {
    const query = keyOverviewQuery.parse(Object.fromEntries(new URLSearchParams(search)));
    const times = await measure(100 * calls, 1, () => readAllKeys(db, query, overviewPageSize));
    console.log(
      `${`overview of ${(deployments * keysEach).toLocaleString('en')} keys, ${search || 'first page'}`.padEnd(72)} p50 ${times.p50.toFixed(1)} ms, p95 ${times.p95.toFixed(1)} ms`,
    );
  }
};
