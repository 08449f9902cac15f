import { isDeepStrictEqual } from 'node:util';
import { countEntries, type HistoryFilter, newestEntries } from '#bff/sql/newest-entries.ts';
import { mostCounted } from '#domain/audit/schema.ts';
import { type Found, sliceLength, termsOf } from '#domain/history/terms.ts';
import { createClient } from '#platform/database.ts';
import { partitionName, partitionStatements, physicalName } from '#projections/engine/table.ts';
import { historyTable } from '#projections/history.ts';
import { measureExport } from './export.ts';
import { measure, printRatio } from './measure.ts';
import type { World } from './world.ts';

/** Goal in milliseconds for a page of any filter (docs/decisions/0081-one-history.md). */
const goal = 200;
const months = 36;
/** Long ago: the world's own entries make the partition of this month. */
const begin = new Date('2023-01-01T00:00:00Z');
const pageSize = 50;

const monthOf = (number: number): string =>
  new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + number)).toISOString().slice(0, 7);

/** An API with very many entries, a person who is a script, a large organization. */
const largest = { api: 1, user: 1, organization: 1 };

/**
 * Entries as an installation of 20,000 APIs, 20,000 people and 2,000 organizations would have them: most about keys and
 * deployments, few about business areas. A hundredth of all calls are about one API, a twentieth come from one script.
 */
const entries = (physical: string) => `
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
    array['entry:', 'about:' || about_noun || '-' || about_id, 'thing:' || noun || '-' || about_id, 'noun:' || noun, 'kind:' || kind,
      'organization:' || organization_id, 'user:' || user_id, 'by:' || 2 + user_id % 2000, 'act:changed',
      'address:192.0.2.' || n % 250,
      'slice:' || floor(extract(epoch from time) * 1000 / ${sliceLength})
    ] || array(
      select distinct left(word, letters)
      from unnest(array['path', about_id || '', environment, 'till', n % 5000 || '', 'thing']) as word, generate_series(1, length(word)) as letters
    )
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

/** Throws when the terms of some entries are not those that the projection would write. */
const checkTerms = async ({ services: { pool } }: World): Promise<void> => {
  const { rows } = await pool.query<
    Found & { happened_at: Date; subject: string; name: string; values: { nickname: string }; terms: string[] }
  >('select * from history limit 1000');
  for (const { terms, ...row } of rows)
    if (
      !isDeepStrictEqual(
        [...terms].sort(),
        termsOf({ ...row, act: 'changed' }, `${row.subject}\n${row.values.nickname}\n\n${row.name}`).sort(),
      )
    )
      throw new Error(`the benchmark writes other terms: ${terms.join(' ')}`);
};

/** Fills a partition, then makes its indexes, as a rebuild does, and attaches it. */
const fillMonth = async (
  owner: ReturnType<typeof createClient>,
  physical: string,
  month: number,
  count: number,
): Promise<void> => {
  const [from, to] = [monthOf(month), monthOf(month + 1)];
  const partition = partitionName(physical, from);
  await owner.query(`create table ${partition} (like ${physical} including generated)`);
  await owner.query(entries(partition), [`${from}-01T00:00:00Z`, `${to}-01T00:00:00Z`, month * count, count]);
  const { key, lookups = [], indexes = [] } = historyTable;
  await owner.query(`alter table ${partition} add primary key (${key.join(', ')})`);
  for (const index of [...lookups.map((column) => `(${column})`), ...indexes])
    await owner.query(`create index on ${partition} ${index}`);
  await owner.query(partitionStatements(physical, from).at(-1) as string);
};

/** Fills the table, by two connections. */
const fill = async ({ ownerUrl, services: { pool } }: World, count: number): Promise<void> => {
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
      await fillMonth(owner, physical, month, each);
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

const between = (from: string, to: string): HistoryFilter => ({ from: new Date(from), to: new Date(to) });

/** What the audit screen can be asked for, and the histories that there are. */
const filters: Readonly<Record<string, HistoryFilter>> = {
  everything: {},
  'an API': { about_noun: 'api', about_id: 777 },
  'the largest API': { about_noun: 'api', about_id: largest.api },
  'an organization': { about_noun: 'organization', about_id: 777 },
  'a business area': { about_noun: 'business-area', about_id: 777 },
  'noun, common': { noun: 'consumer' },
  'noun, rare': { noun: 'business-area' },
  'noun and id': { noun: 'deployment', noun_id: '777' },
  'noun and id, the largest': { noun: 'deployment', noun_id: '1' },
  'kind, common': { kind: 'consumer-changed' },
  'kind, rare': { kind: 'consumer-revealed' },
  'kind, none': { kind: 'nothing' },
  'organization, large': { organization_id: largest.organization },
  'organization, small': { organization_id: 777 },
  'person, a script': { user_id: largest.user },
  'person, usual': { user_id: 777 },
  'people of an organization': { user_organization_id: 777 },
  'act, in every entry': { act: 'changed' },
  address: { address: '192.0.2.7' },
  'time, a month': between('2025-03-01', '2025-04-01'),
  'time, an hour of long ago': between('2024-03-05T10:00:00Z', '2024-03-05T11:00:00Z'),
  'text, rare': { text: 'path-777-prod' },
  'text, common': { text: 'prod' },
  'text, in every entry': { text: 'path till' },
  'text, none': { text: 'xyzzy' },
  'text, words that exclude each other': { text: 'dev prod' },
  'noun and organization': { noun: 'organization', organization_id: largest.organization },
  'noun and text, both common': { noun: 'consumer', text: 'prod' },
  'noun and kind that exclude each other': { noun: 'consumer', kind: 'deployment-changed' },
  'kind and person': { kind: 'consumer-revealed', user_id: largest.user },
  'noun and person, who never did that': { noun: 'business-area', user_id: 777 },
  'organization and person': { organization_id: 777, user_id: 777 },
  'organization and text': { organization_id: largest.organization, text: 'till 77' },
  'organization and text, rare': { organization_id: 777, text: 'path-77-prod' },
  'person and time': { user_id: largest.user, ...between('2024-03-01', '2024-04-01') },
  'kind and time': { kind: 'consumer-changed', ...between('2024-03-01', '2025-04-01') },
  'text and time': { text: 'path-777', ...between('2024-03-01', '2025-04-01') },
  'kind, organization, person, text and time, exclusive': {
    kind: 'consumer-changed',
    organization_id: largest.organization,
    user_id: largest.user,
    text: 'prod',
    ...between('2024-03-01', '2026-04-01'),
  },
};

/** Measures pages of the one history at 10,000,000 entries, each filter against the bare newest entries of an API. */
export const benchHistory = async (world: World): Promise<void> => {
  world.project();
  const { db, pool } = world.services;
  for (;;) {
    const { rows } = await pool.query("select from generations where projection = 'history' and state = 'live'");
    if (rows.length > 0) break;
  }
  await fill(world, world.scale.history);
  await checkTerms(world);
  const services = { db, now: () => new Date(`${monthOf(months)}-01T00:00:00Z`) };
  const bare = await measure(20, 1, () =>
    pool.query(
      `select * from history where about_noun = 'api' and about_id = 777 order by happened_at desc limit ${pageSize}`,
    ),
  );
  for (const [name, filter] of Object.entries(filters)) {
    const print = (title: string, p95: number) =>
      printRatio(`history: ${name}${title}${p95 > goal ? `, over ${goal} ms` : ''}`, p95, bare.p95, 'ms');
    const { p95: first } = await measure(20, 1, () =>
      Promise.all([
        newestEntries(services, filter, { size: pageSize }),
        countEntries(services, filter, { most: mostCounted + 1 }),
      ]),
    );
    print(', with its total', first);
    const before = (await newestEntries(services, filter, { size: pageSize, start: mostCounted - pageSize })).at(-1);
    if (!before) continue;
    const { happened_at, position } = before;
    for (const side of ['older', 'newer'] as const) {
      const place = { side, time: happened_at.toISOString(), position };
      const { p95 } = await measure(20, 1, () => newestEntries(services, filter, { size: pageSize, place }));
      print(`, ${side} than entry ${mostCounted}`, p95);
    }
  }
  await measureExport(world);
};
