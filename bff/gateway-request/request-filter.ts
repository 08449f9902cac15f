import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { type Period, periodOf } from '#domain/core/period.ts';
import type { RequestFilterQuery } from '#domain/gateway-request/schema.ts';

const hour = 3_600_000;

const oneOf = (
  column: string,
  values: readonly (string | number)[],
  type: 'integer' | 'text',
): RawBuilder<unknown>[] => {
  if (values.length === 0) return [];
  // With one value the index also gives the order.
  if (values.length === 1) return [sql`${sql.ref(column)} = ${values[0]}`];
  return [sql`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`];
};

/**
 * The conditions of the filters and of what the actor may see: administrators see all calls, all others the calls of their
 * own organization (docs/product/gateways.md). Valid for `gateway_requests` and `gateway_request_counts`.
 */
const conditionsOf = (actor: Actor, filter: RequestFilterQuery): RawBuilder<unknown> =>
  sql.join(
    [
      sql`api_id is not null`,
      ...(may(actor, 'request.list-all') ? [] : [sql`organization_id = ${actor.organizationId}`]),
      ...oneOf('organization_id', filter.orgId, 'integer'),
      ...oneOf('api_id', filter.apiId, 'integer'),
      ...oneOf('environment', filter.env, 'text'),
      ...oneOf('status', filter.responseStatusCode, 'integer'),
    ],
    sql` and `,
  );

const within = (column: 'started_at' | 'hour', { from, to }: Period): RawBuilder<unknown> => {
  const start = from ? sql` and ${sql.ref(column)} >= ${from}` : sql``;
  const end = to ? sql` and ${sql.ref(column)} < ${to}` : sql``;
  return sql`${start}${end}`;
};

/** The condition on `gateway_requests`. */
export const requestCondition = (actor: Actor, filter: RequestFilterQuery): RawBuilder<unknown> =>
  sql`${conditionsOf(actor, filter)}${within('started_at', periodOf(filter))}`;

/** The condition on `gateway_request_counts` without any dates. */
export const countCondition = conditionsOf;

/**
 * A table of `status` and `count` that adds up to exactly the calls of `requestCondition`. Full hours come from the
 * counts, the partial hours at both ends from the calls.
 */
export const countedRequests = (actor: Actor, filter: RequestFilterQuery): RawBuilder<unknown> => {
  const conditions = conditionsOf(actor, filter);
  const { from, to } = periodOf(filter);
  const first = from && new Date(Math.ceil(from.getTime() / hour) * hour);
  const last = to && new Date(Math.floor(to.getTime() / hour) * hour);
  const calls = (period: Period) =>
    sql`select status, 1 as count from gateway_requests where ${conditions}${within('started_at', period)}`;
  if (first && last && first > last) return calls({ from, to });
  return sql.join(
    [
      sql`select status, count from gateway_request_counts where ${conditions}${within('hour', { from: first, to: last })}`,
      ...(from && first && from < first ? [calls({ from, to: first })] : []),
      ...(to && last && last < to ? [calls({ from: last, to })] : []),
    ],
    sql` union all `,
  );
};
