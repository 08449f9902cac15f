import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type CauseRow, type DeskQuery, deskPageSize, mostAtOnce } from '#domain/operation/desk.ts';
import { listCauses, readCause } from '#domain/operation/desk-calls.ts';
import type { FailureClass } from '#domain/operation/failure-classes.ts';
import type { OperationRow, OperationState } from '#domain/operation/schema.ts';
import { lastingKinds, type OperationKind } from '#domain/operation-kinds/operation-kinds.ts';
import { mayStillHold } from '#projections/desk-holders.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { fullName } from '../sql/full-name.ts';
import { standing, standingOperations } from '../sql/standing.ts';
import { type Given, statement } from '../sql/statement.ts';
import { operations, resourceKey, rowOf } from './row.ts';

const statesOf = {
  failed: ['failed'],
  waiting: ['waiting'],
  slow: ['requested', 'started', 'cancelling'],
} as const satisfies Record<NonNullable<DeskQuery['state']>, readonly OperationState[]>;

type Filters = Readonly<{
  states: OperationState[] | undefined;
  cause: string | undefined;
  /** Only the caller's cases, or nobody's. */
  isMine: true | undefined;
  isNobodys: true | undefined;
  /** Only what is muted, or only what is not. */
  isMuted: true | undefined;
  isHeard: true | undefined;
  caller: number;
}>;

/** Whether somebody has this operation by itself. */
const held = (of: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from desk_cases held where held.about = operations.id::text and held.holder = ${of}
    and ${sql.raw(mayStillHold('held'))})`;

/** What support arranged about a whole cause. */
const arranged = sql<Arranged>`(select json_build_object(
    'holder', case when ${sql.raw(mayStillHold('held'))} then held.holder end, 'name', ${fullName('holder')}, 'note', held.note,
    'until', case when held.muted_until > now() then held.muted_until end, 'reason', held.mute_reason, 'by', ${fullName('muter')})
  from desk_cases held left join users holder on holder.id = held.holder left join users muter on muter.id = held.muted_by
  where held.about = causes.id)`;
type Arranged = Readonly<{
  holder: number | null;
  name: string;
  note: string;
  until: string | null;
  reason: string;
  by: string;
}> | null;

/** What is muted and takes nothing away, nor puts a protection back. */
const isHidden = sql<boolean>`(causes.removals = 0 and exists (
  select from desk_cases muted where muted.about = causes.id and muted.muted_until > now()))`;

/** Whose a thing is, else of whoever asked for it. The portal is nobody's. */
const owner = sql`nullif(coalesce(operations.of_organization_id, operations.organization_id), 0)`;

/** Selects a row for each cause. */
const causes = (
  db: Kysely<ReadTables>,
  { states, cause, isMine, isNobodys, isMuted, isHeard, caller }: Given<Filters>,
) =>
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
          fn.countAll<string>().filterWhere('operations.kind', 'in', lastingKinds).as('removals'),
          sql<string>`count(*) filter (where ${held(sql`held.holder`)})`.as('held'),
          sql<string>`count(*) filter (where ${held(sql`${caller}::int`)})`.as('mine'),
        ])
        .as('causes'),
    )
    .leftJoin('resources', (join) => join.on(resourceKey, '=', sql.ref('causes.resource')))
    .$if(isHeard !== undefined, (list) => list.where(sql<boolean>`not ${isHidden}`))
    .$if(isMuted !== undefined, (list) => list.where(isHidden))
    .$if(isMine !== undefined, (list) =>
      list.where(sql<boolean>`(causes.mine > 0 or (${arranged} ->> 'holder')::int = ${caller}::int)`),
    )
    .$if(isNobodys !== undefined, (list) =>
      list.where(sql<boolean>`(causes.held < causes.count and (${arranged} ->> 'holder') is null)`),
    )
    .selectAll('causes')
    .select(['resources.name as resource_name', arranged.as('arranged')]);

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
  holder: row.arranged?.holder ? { id: row.arranged.holder, name: row.arranged.name, note: row.arranged.note } : null,
  held: Number(row.held),
  mine: Number(row.mine),
  removals: Number(row.removals),
  muted: row.arranged?.until
    ? { until: new Date(row.arranged.until).toISOString(), by: row.arranged.by, reason: row.arranged.reason }
    : null,
});

/** Counts what is not shown because it is muted. */
const countMuted = statement((db, _given: Given<object>, _choices: Readonly<Record<string, never>>) =>
  db
    .selectFrom(
      standingOperations(db)
        .groupBy('operations.cause')
        .select(({ fn }) => [
          'operations.cause as id',
          fn.countAll<string>().as('count'),
          fn.countAll<string>().filterWhere('operations.kind', 'in', lastingKinds).as('removals'),
        ])
        .as('causes'),
    )
    .where(isHidden)
    .select(({ fn }) => [fn.countAll<string>().as('causes'), fn.sum<string>('causes.count').as('operations')]),
);

/** Counts what failed and is asked for anew in another form: that one is under way, and stands on the desk if it fails. */
const countAnswered = statement((db, _given: Given<object>, _choices: Readonly<Record<string, never>>) =>
  db
    .selectFrom('operations')
    .innerJoin('operations as newer', 'newer.id', 'operations.answered_by')
    .where('operations.state', '=', 'failed')
    .where('newer.state', 'in', ['requested', 'started', 'waiting', 'cancelling'])
    .select(({ fn }) => fn.countAll<string>().as('count')),
);

const readCauses = pageOf(causes);
const orders = { newestAt: 'newest_at', count: 'count', state: 'state' } as const;

/** What support looks at first (docs/product/support-and-history.md). */
export const deskQueries = [
  route(listCauses, {
    action: 'operation.list',
    summary: 'What failed, waits or is slow, by its cause, the newest effect first',
    handle: async ({ services: { db }, actor, query: { state, holder, show, page, sort, order } }) => {
      authorizeOpenly(actor, 'operation.list');
      const filters: Filters = {
        ...{ states: state && [...statesOf[state]], cause: undefined, caller: actor.userId },
        isMine: holder === 'mine' || undefined,
        isNobodys: holder === 'nobody' || undefined,
        isMuted: show === 'muted' || undefined,
        isHeard: show === undefined || undefined,
      };
      const [found, muted, answered] = await Promise.all([
        readCauses(db, filters, { page, size: deskPageSize, sort: orders[sort], order }),
        countMuted(db, {}, {}),
        countAnswered(db, {}, {}),
      ]);
      const [{ causes: hidden = '0', operations: of = '0' } = {}] = muted;
      return {
        ...{ causes: found.rows.map(causeOf), total: found.total, page },
        muted: { causes: Number(hidden), operations: Number(of) },
        answered: Number(answered[0]?.count ?? 0),
      };
    },
  }),
  route(readCause, {
    action: 'operation.list',
    summary: 'One cause with its newest operations; no cause when nothing has it any more',
    handle: async ({ services: { db }, actor, parameters: { cause: id } }) => {
      authorizeOpenly(actor, 'operation.list');
      const one = { page: 0, size: 1, sort: 'newest_at', order: 'desc' } as const;
      const filters: Filters = {
        ...{ states: undefined, cause: id, isMine: undefined, isNobodys: undefined },
        ...{ isMuted: undefined, isHeard: undefined, caller: actor.userId },
      };
      const [found, rows] = await Promise.all([
        readCauses(db, filters, one),
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
