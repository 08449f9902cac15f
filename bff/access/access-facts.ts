import { type Kysely, sql } from 'kysely';
import { type AccessFacts, namedGrants, namedJoins } from '#domain/access/schema.ts';
import { type Environment, environments } from '#domain/core/environment.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from '../sql/full-name.ts';
import { takesNames } from '../sql/takes-names.ts';
import { productColumns } from './wire.ts';

type Join = Readonly<{ at: string; by: string | null; reason: string }>;
type Denial = Readonly<{ at: string; by: string | null; note: string }>;

/** Another thing of the same type. */
const isOther = sql<boolean>`(access_grants.api_id <> asked.api_id or access_grants.event_category_id <> asked.event_category_id)`;

/** The same thing. */
const isOfSame = sql<boolean>`(earlier.api_id = asked.api_id or earlier.event_category_id = asked.event_category_id)`;

/**
 * Returns what a reader's decision on a request rests on, or undefined when there is no such request.
 *
 * @param apps only of a request about an API of these applications.
 */
export const findAccessFacts = async (
  db: Kysely<ReadTables>,
  id: number,
  readerId: number,
  apps: readonly number[] | undefined,
): Promise<AccessFacts | undefined> => {
  const row = await db
    .selectFrom('access_requests as asked')
    .innerJoin('organizations', 'organizations.id', 'asked.organization_id')
    .where('asked.id', '=', id)
    .$if(apps !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (
          select from apis where apis.id = asked.api_id and apis.application_id = any(${apps}::integer[]))`,
      ),
    )
    .select(({ selectFrom, exists, or, eb }) => [
      or([
        eb('asked.requested_by', '=', readerId),
        exists(
          selectFrom('access_request_joins as joined')
            .select('joined.user_id')
            .whereRef('joined.request_id', '=', 'asked.id')
            .where('joined.user_id', '=', readerId),
        ),
      ])
        .$castTo<boolean>()
        .as('own'),
      'organizations.external',
      sql<Environment[]>`array(${selectFrom('deployments')
        .select('environment')
        .distinct()
        .whereRef('api_id', '=', 'asked.api_id')
        .where(takesNames)})`.as('environments'),
      sql<string[]>`array(${selectFrom('access_grants')
        .leftJoin('apis', 'apis.id', 'access_grants.api_id')
        .leftJoin('event_categories', 'event_categories.id', 'access_grants.event_category_id')
        .select(productColumns.name.as('name'))
        .whereRef('access_grants.organization_id', '=', 'asked.organization_id')
        .where(isOther)
        .where(productColumns.exists)
        .where('access_grants.revoked_at', 'is', null)
        // A maintainer sees no access to APIs of others.
        .$if(apps !== undefined, (query) => query.where(sql<boolean>`apis.application_id = any(${apps}::integer[])`))
        .orderBy(productColumns.sortName)
        .orderBy('access_grants.id')})`.as('granted'),
      sql<Join[]>`array(${selectFrom('access_request_joins as joined')
        .leftJoin('users as colleague', 'colleague.id', 'joined.user_id')
        .whereRef('joined.request_id', '=', 'asked.id')
        .orderBy('joined.joined_at')
        .orderBy('joined.user_id')
        .limit(namedJoins)
        .select(
          sql<Join>`json_build_object('at', joined.joined_at, 'by', ${fullName('colleague')}, 'reason', joined.reason)`.as(
            'join',
          ),
        )})`.as('joined'),
      selectFrom('access_requests as earlier')
        .leftJoin('users as decider', 'decider.id', 'earlier.decided_by')
        .where(isOfSame)
        .whereRef('earlier.organization_id', '=', 'asked.organization_id')
        .whereRef('earlier.id', '<', 'asked.id')
        .where('earlier.status', '=', 'DENIED')
        .orderBy('earlier.id', 'desc')
        .limit(1)
        .select(
          sql<Denial>`json_build_object('at', earlier.decided_at, 'by', ${fullName('decider')}, 'note', earlier.note)`.as(
            'denial',
          ),
        )
        .as('denial'),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { own, external, granted, joined, denial } = row;
  return {
    own,
    external,
    environments: environments.filter((environment) => row.environments.includes(environment)),
    granted: { names: granted.slice(0, namedGrants), total: granted.length },
    joined: joined.map(({ at, by, reason }) => ({ at: new Date(at).toISOString(), by: by ?? '', reason })),
    denied: denial && { at: new Date(denial.at).toISOString(), by: denial.by ?? '', note: denial.note },
  };
};
