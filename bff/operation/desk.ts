import { type Kysely, sql } from 'kysely';
import { type CauseRow, type DeskQuery, deskPageSize, mostAtOnce } from '#domain/operation/desk.ts';
import { listCauses, readCause } from '#domain/operation/desk-calls.ts';
import type { FailureClass } from '#domain/operation/failure-classes.ts';
import type { OperationRow, OperationState } from '#domain/operation/schema.ts';
import type { OperationKind } from '#domain/operation-kinds/operation-kinds.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Given } from '../sql/statement.ts';
import { operations, resourceKey, rowOf } from './row.ts';
import { standing, standingOperations } from './standing.ts';

const statesOf = {
  failed: ['failed'],
  waiting: ['waiting'],
  slow: ['requested', 'started', 'cancelling'],
} as const satisfies Record<NonNullable<DeskQuery['state']>, readonly OperationState[]>;

type Filters = Readonly<{ states: OperationState[] | undefined; cause: string | undefined }>;

/** Whose a thing is, else of whoever asked for it. The portal is nobody's. */
const owner = sql`nullif(coalesce(operations.of_organization_id, operations.organization_id), 0)`;

/** Selects a row for each cause. */
const causes = (db: Kysely<ReadTables>, { states, cause }: Given<Filters>) =>
  db
    .selectFrom(
      standingOperations(db)
        .$if(states !== undefined, (list) => list.where(sql<boolean>`operations.state = any(${states}::text[])`))
        .$if(cause !== undefined, (list) => list.where(sql<boolean>`operations.cause = ${cause}`))
        .groupBy('operations.cause')
        .select(({ fn, val, ref }) => [
          'operations.cause as id',
          sql<OperationState>`min(operations.state)`.as('state'),
          sql<FailureClass | null>`min(operations.failure_class)`.as('failure_class'),
          sql<
            OperationRow['problems'][number] | null
          >`(array_agg(operations.problems -> 0 order by operations.updated_at desc))[1]`.as('problem'),
          sql<string | null>`min(operations.resource)`.as('resource'),
          sql<OperationKind[]>`array_agg(distinct operations.kind order by operations.kind)`.as('kinds'),
          fn.countAll<string>().as('count'),
          fn
            .countAll<string>()
            .filterWhere(ref('operations.environment'), '=', val('PROD' as const))
            .as('in_prod'),
          sql<string>`count(distinct operations.api_id)`.as('apis'),
          sql<string>`count(distinct ${owner})`.as('organizations'),
          fn.min('operations.updated_at').as('since'),
          fn.max('operations.updated_at').as('newest_at'),
          fn.min('operations.next_attempt_at').as('next_attempt_at'),
        ])
        .as('causes'),
    )
    .leftJoin('resources', (join) => join.on(resourceKey, '=', sql.ref('causes.resource')))
    .selectAll('causes')
    .select('resources.name as resource_name');

type Row = Awaited<ReturnType<ReturnType<typeof causes>['execute']>>[number];

const causeOf = (row: Row): CauseRow => ({
  id: row.id,
  state: row.state,
  failureClass: row.failure_class,
  problem: row.problem,
  resource: row.resource_name,
  kinds: row.kinds,
  count: Number(row.count),
  inProd: Number(row.in_prod),
  apis: Number(row.apis),
  organizations: Number(row.organizations),
  since: row.since.toISOString(),
  newestAt: row.newest_at.toISOString(),
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
});

const readCauses = pageOf(causes);
const orders = { newestAt: 'newest_at', count: 'count', state: 'state' } as const;

/** What support looks at first (docs/product/support-and-history.md). */
export const deskQueries = [
  route(listCauses, {
    action: 'operation.list',
    summary: 'What failed, waits or is slow, by its cause, the newest effect first',
    handle: async ({ services: { db }, actor, query: { state, page, sort, order } }) => {
      authorizeOpenly(actor, 'operation.list');
      const filters: Filters = { states: state && [...statesOf[state]], cause: undefined };
      const found = await readCauses(db, filters, { page, size: deskPageSize, sort: orders[sort], order });
      return { causes: found.rows.map(causeOf), total: found.total, page };
    },
  }),
  route(readCause, {
    action: 'operation.list',
    summary: 'One cause with its newest operations; no cause when nothing has it any more',
    handle: async ({ services: { db }, actor, parameters: { cause: id } }) => {
      authorizeOpenly(actor, 'operation.list');
      const one = { page: 0, size: 1, sort: 'newest_at', order: 'desc' } as const;
      const [found, rows] = await Promise.all([
        readCauses(db, { states: undefined, cause: id }, one),
        standing(operations(db))
          .where('operations.cause', '=', id)
          .orderBy('operations.updated_at', 'desc')
          .orderBy('operations.id')
          .limit(mostAtOnce)
          .execute(),
      ]);
      const [cause] = found.rows.map(causeOf);
      return {
        cause: cause ?? null,
        operations: rows.map((row) => rowOf(row, actor, { plan: null, gateway: true })),
      };
    },
  }),
];
