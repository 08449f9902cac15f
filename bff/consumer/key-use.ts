import { type Kysely, sql } from 'kysely';
import { getKeyUse } from '#domain/consumer/calls.ts';
import type { RateLimitWindow } from '#domain/consumer/rate-limit.ts';
import { type KeyUse, usePeriods } from '#domain/consumer/use.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { route } from '../http/route.ts';
import { consumerRowOf, selectConsumers } from './queries.ts';

/** Calls of an organization to an API in an environment. */
type Calls = Readonly<{ api_id: number; organization_id: number; environment: string }>;

/** Windows are those of the clock in UTC, as a Kong counts them. */
const readPeriods = async (
  db: Kysely<ReadTables>,
  { api_id, organization_id, environment }: Calls,
  window: RateLimitWindow,
  now: Date,
): Promise<KeyUse['periods']> => {
  const { rows } = await sql<{ from: Date; calls: number }>`
    select periods.period as "from", coalesce(sum(s.count), 0)::int as calls
    from generate_series(0, ${usePeriods - 1}::int) as back
    cross join lateral (
      select date_trunc(${window}::text, ${now}::timestamptz, 'UTC') - back * ('1 ' || ${window}::text)::interval as period
    ) periods
    left join gateway_request_sums s on s.grain = ${window}::text and s.detail = 1 and s.period = periods.period
      and s.api_id = ${api_id} and s.organization_id = ${organization_id} and s.environment = ${environment}
    group by periods.period order by periods.period desc`.execute(db);
  return rows.map(({ from, calls }) => ({ from: from.toISOString(), calls }));
};

export const keyUseQueries = [
  route(getKeyUse, {
    action: 'consumer.list',
    summary: "Calls in the current window of a key's limit and in those before it, of all keys of its organization",
    handle: async ({ services, actor, parameters: { id } }) => {
      const row = await selectConsumers(services.db).where('consumers.id', '=', id).executeTakeFirst();
      if (
        !row ||
        !may(actor, 'consumer.list', { applicationId: row.application_id, organizationId: row.organization_id })
      )
        throw new RefusedError(notFound());
      const { limit } = consumerRowOf(row, actor, services.names);
      const window = limit?.window ?? 'hour';
      const [periods, { keys }] = await Promise.all([
        readPeriods(services.db, row, window, services.now()),
        services.db
          .selectFrom('consumers')
          .select(({ fn }) => fn.countAll<string>().as('keys'))
          .where('deployment_id', '=', row.deployment_id)
          .where('organization_id', '=', row.organization_id)
          .where('applied', 'is not', null)
          .executeTakeFirstOrThrow(),
      ]);
      return { window, keys: Number(keys), periods };
    },
  }),
];
