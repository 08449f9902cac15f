import { type Kysely, sql } from 'kysely';
import type { DecisionQuery, DecisionRow } from '#domain/take-over/decisions.ts';
import { type DecisionState, decisionStates, type TakeOverVerdict } from '#domain/take-over/verdict.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from '../sql/full-name.ts';
import { foundObject, type ObjectSearch } from '../sql/object-search.ts';
import type { Given } from '../sql/statement.ts';

/** An undefined value filters nothing. */
type DecisionFilters = ObjectSearch & Readonly<{ gatewayId: number; state: DecisionState | undefined }>;

/** The columns behind the names by which the list is sorted. */
export const orders = {
  name: 'sort_name',
  host: 'sort_about',
  state: 'rank',
  decidedAt: 'sort_decided',
} as const satisfies Record<DecisionQuery['sort'], string>;

const stateOf = sql<DecisionState>`coalesce(decision.state, 'open')`;

/** The services of a gateway that are not of this portal, with the newest decision about each. */
export const decisions = (db: Kysely<ReadTables>, { gatewayId, state, ...search }: Given<DecisionFilters>) =>
  db
    .selectFrom('gateway_objects as object')
    .leftJoin('take_overs as decision', (join) =>
      join.onRef('decision.gateway_id', '=', 'object.gateway_id').onRef('decision.service_id', '=', 'object.id'),
    )
    .leftJoin('apis', 'apis.id', 'decision.api_id')
    .leftJoin('organizations', 'organizations.id', 'decision.organization_id')
    .leftJoin('users', 'users.id', 'decision.decided_by')
    .leftJoin('operations', 'operations.id', 'decision.operation_id')
    .where(
      sql<boolean>`object.gateway_id = ${gatewayId} and object.kind = 'service' and not object.is_gone and not object.is_own`,
    )
    .$if(search.words !== undefined, (list) => list.where(foundObject(search)))
    .$if(state !== undefined, (list) => list.where(sql<boolean>`${stateOf} = ${state}`))
    .select([
      'object.id',
      'object.gateway_id',
      'object.name',
      'object.about',
      'object.sort_name',
      'object.sort_about',
      stateOf.as('state'),
      sql<number>`array_position(${sql.lit(`{${decisionStates.join(',')}}`)}::text[], ${stateOf})`.as('rank'),
      sql<boolean>`coalesce(decision.has_begun, false)`.as('has_begun'),
      sql<string>`coalesce(decision.reason, '')`.as('reason'),
      'decision.api_id',
      'decision.organization_id',
      'decision.environment',
      'decision.operation_id',
      'decision.decided_at',
      // Descending, what has no decision comes last, too.
      sql<Date>`coalesce(decision.decided_at, 'epoch')`.as('sort_decided'),
      'apis.name as api_name',
      'organizations.name as organization_name',
      'operations.problems',
      fullName('users').as('decided_by_name'),
    ]);
type FoundDecision = Awaited<ReturnType<ReturnType<typeof decisions>['execute']>>[number];

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** Returns a row as it goes over the wire. */
export const rowOf = (row: FoundDecision, verdict: TakeOverVerdict | undefined): DecisionRow => ({
  id: row.id,
  gatewayId: row.gateway_id,
  name: row.name,
  host: row.about,
  verdict: verdict ?? null,
  state: row.state,
  hasBegun: row.has_begun,
  reason: row.reason,
  api: named(row.api_id, row.api_name),
  environment: row.environment,
  organization: named(row.organization_id, row.organization_name),
  decidedBy: row.decided_by_name || null,
  decidedAt: row.decided_at?.toISOString() ?? null,
  operationId: row.operation_id,
  problems: row.problems ?? [],
});

/** Returns how many services a gateway has in each state, and how many take-overs can still be stopped. */
export const readCounts = async (
  db: Kysely<ReadTables>,
  gatewayId: number,
): Promise<Readonly<{ counts: Record<DecisionState, number>; waiting: number }>> => {
  const { rows } = await sql<{ state: DecisionState; all: number; waiting: number }>`
    select ${stateOf} as state, count(*)::int as "all", count(*) filter (where decision.state = 'taking' and not decision.has_begun)::int as waiting
    from gateway_objects object left join take_overs decision
      on decision.gateway_id = object.gateway_id and decision.service_id = object.id
    where object.gateway_id = ${gatewayId} and object.kind = 'service' and not object.is_gone and not object.is_own
    group by 1`.execute(db);
  const countOf = (state: DecisionState) => rows.find((row) => row.state === state)?.all ?? 0;
  return {
    counts: Object.fromEntries(decisionStates.map((state) => [state, countOf(state)])) as Record<DecisionState, number>,
    waiting: rows.reduce((sum, row) => sum + row.waiting, 0),
  };
};
