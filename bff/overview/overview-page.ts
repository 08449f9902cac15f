import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { type Environment, environments } from '#domain/core/environment.ts';
import type { CountByEnvironment } from '#domain/overview/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import type { PageRequest } from '../http/page.ts';
import { type Given, statement } from '../sql/statement.ts';

type Listed = { id: number; environment: Environment };
type List<Joined, Tables extends keyof Joined, Row> = SelectQueryBuilder<Joined, Tables, Row>;
type Counts = Readonly<Partial<CountByEnvironment>> | null;
type Part = Readonly<{ env: Environment | undefined; size: number; start: number }>;

/**
 * Returns a reader of pages of one or all environments, with counts for each environment. A page is one prepared
 * statement. It finds, counts and sorts the rows once, and then reads only the rows of the page.
 *
 * @param listOf   all rows. Tables that only add names are left joins, which Postgres omits while it finds.
 * @param narrowed the filtered rows of all environments.
 */
export const overviewOf = <Joined, Tables extends keyof Joined, Row extends Listed, Values extends object>(
  listOf: (db: Kysely<ReadTables>) => List<Joined, Tables, Row>,
  narrowed: (list: List<Joined, Tables, Row>, given: Given<Values>) => List<Joined, Tables, Row>,
) => {
  const read = statement(
    (
      db,
      { env, size, start, ...given }: Given<Values & Part>,
      { sort, order }: Readonly<{ sort: string; order: 'asc' | 'desc' }>,
    ) => {
      const direction = sql.raw(order);
      const chosen = env === undefined ? sql`true` : sql`environment = ${env}`;
      const found = narrowed(listOf(db), given as unknown as Given<Values>);
      return sql<Row & { counts: Counts }>`
        with found as materialized (select id, environment, ${sql.ref(sort)} as key from ${found.as('listed')}),
        page as materialized (
          select array(select id from found where ${chosen} order by key ${direction}, id ${direction}
            limit ${size} offset ${start}) as ids
        )
        select counted.counts, named.* from (
          select (select json_object_agg(environment, count) from (select environment, count(*) from found group by 1) by_environment)
            as counts
        ) counted
        left join (select * from ${listOf(db).as('listed')} where id = any((select ids from page)::int[])) named on true
        order by array_position((select ids from page), named.id)`;
    },
  );
  return async (
    db: Kysely<ReadTables>,
    values: Values,
    { env, page, size, sort, order }: PageRequest<Row> & Readonly<{ env: Environment | undefined }>,
  ): Promise<{ rows: Row[]; total: number; environments: CountByEnvironment }> => {
    const found = await read(db, { ...values, env, size, start: page * size }, { sort, order });
    const counts = found[0]?.counts;
    const all = Object.fromEntries(environments.map((each) => [each, counts?.[each] ?? 0])) as CountByEnvironment;
    const total = env ? all[env] : environments.reduce((sum, each) => sum + all[each], 0);
    return { rows: found.filter(({ id }) => id !== null), total, environments: all };
  };
};
