import { type Kysely, sql } from 'kysely';
import { getKeyUse } from '#domain/consumer/calls.ts';
import type { RateLimitWindow } from '#domain/consumer/rate-limit.ts';
import { type KeyUse, usePeriods } from '#domain/consumer/use.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { route } from '../http/route.ts';
import { consumerRowOf, selectConsumers } from './queries.ts';

/** A key, and the organization, API and environment of its calls. */
type Key = Readonly<{ id: number; api_id: number; organization_id: number; environment: string }>;

/** Windows are those of the clock in UTC, as a Kong counts them. */
const readPeriods = async (
  db: Kysely<ReadTables>,
  { id, api_id, organization_id, environment }: Key,
  window: RateLimitWindow,
  now: Date,
): Promise<KeyUse['periods']> => {
  const { rows } = await sql<{ from: Date; calls: number; own: number | null }>`
    select periods.period as "from", coalesce(sum(s.count), 0)::int as calls, (
      select coalesce(sum(k.count), 0)::int from gateway_request_key_sums k
      where k.consumer_id = ${id} and k.grain = ${window}::text and k.period = periods.period
      having (select keys_since from gateway_request_folds) <= periods.period
    ) as own
    from generate_series(0, ${usePeriods - 1}::int) as back
    cross join lateral (
      select date_trunc(${window}::text, ${now}::timestamptz, 'UTC') - back * ('1 ' || ${window}::text)::interval as period
    ) periods
    left join gateway_request_sums s on s.grain = ${window}::text and s.detail = 1 and s.period = periods.period
      and s.api_id = ${api_id} and s.organization_id = ${organization_id} and s.environment = ${environment}
    group by periods.period order by periods.period desc`.execute(db);
  return rows.map(({ from, calls, own }) => ({ from: from.toISOString(), calls, ...(own === null ? {} : { own }) }));
};

export const keyUseQueries = [
  route(getKeyUse, {
    action: 'consumer.list',
    summary:
      "Calls in the current window of a key's limit and in those before it, with the key and with all of its organization",
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
