import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { type Environment, environments } from '#domain/core/environment.ts';
import type { CountByEnvironment } from '#domain/overview/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import type { PageRequest } from '../http/page.ts';

type Listed = { id: number; environment: Environment };
type List<Joined, Tables extends keyof Joined, Row> = SelectQueryBuilder<Joined, Tables, Row>;
type Counts = Readonly<Partial<CountByEnvironment>> | null;

/**
 * Returns a page of one or all environments, with counts for each environment: two statements in one snapshot. The first
 * finds, counts and sorts. The second reads only the rows of the page.
 *
 * @param listOf   all rows of the snapshot. Tables that only add names are left joins, which the first statement omits.
 * @param narrowed the filtered rows of all environments.
 */
export const readOverviewPage = async <Joined, Tables extends keyof Joined, Row extends Listed>(
  db: Kysely<ReadTables>,
  listOf: (moment: Kysely<ReadTables>) => List<Joined, Tables, Row>,
  narrowed: (list: List<Joined, Tables, Row>) => List<Joined, Tables, Row>,
  { env, page, size, sort, order }: PageRequest<Row> & Readonly<{ env: Environment | undefined }>,
): Promise<{ rows: Row[]; total: number; environments: CountByEnvironment }> =>
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const direction = sql.raw(order);
      const chosen = env === undefined ? sql`true` : sql`environment = ${env}`;
      const found = await sql<{ counts: Counts; ids: number[] }>`
        with found as materialized (select id, environment, ${sql.ref(sort)} as key from ${narrowed(listOf(moment)).as('listed')})
        select
          (select json_object_agg(environment, count) from (select environment, count(*) from found group by 1) by_environment)
            as counts,
          array(select id from found where ${chosen} order by key ${direction}, id ${direction}
            limit ${size} offset ${page * size}) as ids`.execute(moment);
      const { counts, ids } = found.rows[0] ?? { counts: null, ids: [] };
      const named = await sql<Row>`
        select * from ${listOf(moment).as('listed')} where id = any(${ids}::int[])`.execute(moment);
      const rowOf = new Map(named.rows.map((row) => [row.id, row]));
      const all = Object.fromEntries(environments.map((each) => [each, counts?.[each] ?? 0])) as CountByEnvironment;
      const total = env ? all[env] : environments.reduce((sum, each) => sum + all[each], 0);
      return { rows: ids.flatMap((id) => rowOf.get(id) ?? []), total, environments: all };
    });
