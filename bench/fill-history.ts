import { sliceLength } from '#domain/history/terms.ts';
import { createClient } from '#platform/database.ts';
import { partitionName, partitionStatements, physicalName } from '#projections/engine/table.ts';
import { historyTable } from '#projections/history.ts';
import type { World } from './world.ts';

export const months = 36;
/** Long ago: the world's own entries make the partition of this month. */
const begin = new Date('2023-01-01T00:00:00Z');
export const monthOf = (number: number): string =>
  new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + number)).toISOString().slice(0, 7);

/** An API with very many entries, a person who is a script, a large organization. */
export const largest = { api: 1, user: 1, organization: 1 };

/** Terms that only filters and searches ask for. */
const otherTerms = `
    || array['about:' || about_noun || '-' || about_id, 'thing:' || noun || '-' || about_id, 'noun:' || noun, 'kind:' || kind,
      'organization:' || organization_id, 'user:' || user_id, 'by:' || 2 + user_id % 2000, 'act:changed',
      'address:192.0.2.' || n % 250
    ] || array(
      select distinct left(word, letters)
      from unnest(array['path', about_id || '', environment, 'till', n % 5000 || '', 'thing']) as word, generate_series(1, length(word)) as letters
    )`;

/**
 * Entries as an installation of 20,000 APIs, 20,000 people and 2,000 organizations would have them: most about keys and
 * deployments, few about business areas. A hundredth of all calls are about one API, a twentieth come from one script.
 *
 * @param isBare without what only filters and searches ask for.
 */
const entries = (physical: string, isBare: boolean) => `
  insert into ${physical} (
    happened_at, id, noun, noun_id, version, position, kind, about_noun, about_id, name, organization_id, user_id,
    user_organization_id, roles, rule, address, area, environment, subject, "values", changes, operation_id, outcome, terms
  )
  select
    time, gen_random_uuid(), noun, about_id || '', 1 + n % 9,
    lpad((700 + n)::text, 20, '0') || ':' || lpad(($3::bigint + n)::text, 20, '0'),
    kind, about_noun, about_id, 'Thing', organization_id, user_id, 2 + user_id % 2000,
    array['ROLE_COMPANY_USER'], 'api.publish', '192.0.2.' || n % 250, case when noun = 'consumer' then 'key' when noun in ('api', 'deployment', 'access') then noun end,
    upper(environment), 'path-' || about_id || '-' || environment,
    jsonb_build_object('nickname', 'till ' || n % 5000, 'key', n % 100000),
    jsonb_build_array(jsonb_build_object('field', 'upstreamUrl', 'from', 'https://old-' || n || '.example/v1', 'to', 'https://new-' || n || '.example/v1')),
    case when n % 3 = 0 then gen_random_uuid() end, case when n % 3 = 0 then 'done' end,
    array['entry:', 'slice:' || floor(extract(epoch from time) * 1000 / ${sliceLength})]${isBare ? '' : otherTerms}
  from (
    select *,
      $1::timestamptz + n * ($2::timestamptz - $1::timestamptz) / $4::integer as time,
      noun || case when noun = 'consumer' and n % 1000 = 3 then '-revealed' when n % 3 = 0 then '-removed' else '-changed' end as kind,
      case when noun in ('organization', 'application', 'business-area') then noun else 'api' end as about_noun,
      case when n % 20 = 0 then 1 else 2 + about_id % 2000 end as organization_id,
      (array['dev', 'test', 'uat', 'prod'])[1 + n % 4] as environment
    from (
      select n, (array['consumer', 'consumer', 'consumer', 'deployment', 'deployment', 'deployment', 'api', 'api', 'access',
          case when n % 7 = 0 then 'application' when n % 101 = 0 then 'organization' when n % 499 = 0 then 'business-area' else 'access' end
        ])[1 + h % 10] as noun,
        case when n % 100 = 0 then 1 else 2 + h / 10 % 20000 end as about_id,
        case when n % 20 = 7 then 1 when n % 20 = 9 then 0 else 2 + h / 100 % 20000 end as user_id
      from (select n, hashint4(n::integer + $3::integer) & 2147483647 as h from generate_series(0, $4::integer - 1) as n) as hashed
    ) as chosen
  ) as detailed`;

/** Fills a partition, then makes its indexes, as a rebuild does, and attaches it. */
const fillMonth = async (
  owner: ReturnType<typeof createClient>,
  physical: string,
  month: number,
  { count, isBare }: Readonly<{ count: number; isBare: boolean }>,
): Promise<void> => {
  const [from, to] = [monthOf(month), monthOf(month + 1)];
  const partition = partitionName(physical, from);
  await owner.query(`create table ${partition} (like ${physical} including generated)`);
  await owner.query(entries(partition, isBare), [`${from}-01T00:00:00Z`, `${to}-01T00:00:00Z`, month * count, count]);
  const { key, lookups = [], indexes = [] } = historyTable;
  await owner.query(`alter table ${partition} add primary key (${key.join(', ')})`);
  const all = [...lookups.map((column) => `(${column})`), ...indexes];
  for (const index of isBare ? all.filter((one) => one.includes('(terms)')) : all)
    await owner.query(`create index on ${partition} ${index}`);
  await owner.query(partitionStatements(physical, from).at(-1) as string);
};

/** Returns when the history is shown, so that it can be filled. */
export const untilShown = async ({ services: { pool } }: World): Promise<void> => {
  for (;;) {
    const { rows } = await pool.query("select from generations where projection = 'history' and state = 'live'");
    if (rows.length > 0) return;
  }
};

/**
 * Fills the table, by two connections.
 *
 * @param isBare with what an export reads only: a third of the time, a third of the room.
 */
export const fill = async ({ ownerUrl, services: { pool } }: World, count: number, isBare = false): Promise<void> => {
  const { rows } = await pool.query<{ generation: number }>(
    "select generation from generations where projection = 'history' and state = 'live'",
  );
  const physical = physicalName('history', rows[0]?.generation as number);
  const each = Math.ceil(count / months);
  const start = performance.now();
  const left = Array.from({ length: months }, (_, month) => month);
  const work = async () => {
    const owner = createClient({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query('set synchronous_commit = off');
    await owner.query("set maintenance_work_mem = '256MB'");
    for (let month = left.shift(); month !== undefined; month = left.shift())
      await fillMonth(owner, physical, month, { count: each, isBare });
    await owner.end();
  };
  await Promise.all([work(), work()]);
  const owner = createClient({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`vacuum analyze ${physical}`);
  const { rows: sizes } = await owner.query<{ size: string }>(
    'select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) as size from pg_inherits where inhparent = $1::regclass',
    [physical],
  );
  await owner.end();
  console.log(
    `history: ${(each * months).toLocaleString('en')} entries in ${months} partitions, ${sizes[0]?.size}, filled and indexed in ${Math.round((performance.now() - start) / 1000)} s`,
  );
};
