import type { Kysely, SelectQueryBuilder } from 'kysely';
import { type Environment, environments } from '#domain/core/environment.ts';
import type { CountByEnvironment } from '#domain/overview/schema.ts';
import type { ReadTables } from '#projections/tables.ts';
import type { PageRequest } from '../http/page.ts';

type List<Joined, Tables extends keyof Joined, Row> = SelectQueryBuilder<Joined, Tables, Row>;

const countsOf = (rows: readonly { environment: Environment; count: number }[]): CountByEnvironment => {
  const counts = new Map(rows.map(({ environment, count }) => [environment, Number(count)]));
  return Object.fromEntries(
    environments.map((environment) => [environment, counts.get(environment) ?? 0]),
  ) as CountByEnvironment;
};

/**
 * A page of what is in one environment or in all, and how many there are in each: two statements, as of one moment.
 *
 * @param listOf the list as that moment has it, no environment chosen; it has `deployments`. What it only names the rows with
 *               is joined from the left, so that counting leaves it out.
 */
export const readOverviewPage = async <Joined, Tables extends keyof Joined, Row>(
  db: Kysely<ReadTables>,
  listOf: (moment: Kysely<ReadTables>) => List<Joined, Tables, Row>,
  { env, page, size, sort, order }: PageRequest<Row> & Readonly<{ env: Environment | undefined }>,
): Promise<{ rows: Row[]; total: number; environments: CountByEnvironment }> =>
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const list = listOf(moment);
      const counts = countsOf(
        (await list
          .clearSelect()
          .select('deployments.environment' as never)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .groupBy('deployments.environment' as never)
          .execute()) as never,
      );
      const rows = await list
        .$if(env !== undefined, (all) => all.where('deployments.environment' as never, '=', env as never))
        .orderBy(sort as never, order)
        .orderBy('id' as never, order)
        .limit(size)
        .offset(page * size)
        .execute();
      const total = env ? counts[env] : environments.reduce((sum, environment) => sum + counts[environment], 0);
      return { rows: rows as Row[], total, environments: counts };
    });
