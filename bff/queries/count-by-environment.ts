import type { SelectQueryBuilder } from 'kysely';
import { type Environment, environments } from '#domain/core/environment.ts';
import type { CountByEnvironment } from '#domain/overview/schema.ts';

/** How many of a list there are in each environment. @param list what has no environment chosen; it joins `deployments`. */
export const countByEnvironment = async <Joined, Tables extends keyof Joined, Row>(
  list: SelectQueryBuilder<Joined, Tables, Row>,
): Promise<CountByEnvironment> => {
  const rows = (await list
    .clearSelect()
    .select('deployments.environment' as never)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('deployments.environment' as never)
    .execute()) as { environment: Environment; count: number }[];
  const counts = new Map(rows.map(({ environment, count }) => [environment, Number(count)]));
  return Object.fromEntries(
    environments.map((environment) => [environment, counts.get(environment) ?? 0]),
  ) as CountByEnvironment;
};
