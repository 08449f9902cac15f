import { type Kysely, sql } from 'kysely';
import { type AccessFacts, namedGrants, namedJoins } from '#domain/access/schema.ts';
import { type Environment, environments } from '#domain/core/environment.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from '../sql/full-name.ts';
import { takesNames } from '../sql/takes-names.ts';

type Join = Readonly<{ at: string; by: string | null; reason: string }>;
type Denial = Readonly<{ at: string; by: string | null; note: string }>;

/** Returns what a decision on a request rests on, or undefined when there is no such request. */
export const findAccessFacts = async (db: Kysely<ReadTables>, id: number): Promise<AccessFacts | undefined> => {
  const row = await db
    .selectFrom('access_requests as asked')
    .innerJoin('organizations', 'organizations.id', 'asked.organization_id')
    .where('asked.id', '=', id)
    .select(({ selectFrom }) => [
      'organizations.external',
      sql<Environment[]>`array(${selectFrom('deployments')
        .select('environment')
        .distinct()
        .whereRef('api_id', '=', 'asked.api_id')
        .where(takesNames)})`.as('environments'),
      sql<string[]>`array(${selectFrom('access_grants')
        .innerJoin('apis', 'apis.id', 'access_grants.api_id')
        .select('apis.name')
        .whereRef('access_grants.organization_id', '=', 'asked.organization_id')
        .whereRef('access_grants.api_id', '<>', 'asked.api_id')
        .where('access_grants.revoked_at', 'is', null)
        .orderBy('apis.sort_name')
        .orderBy('apis.id')})`.as('granted'),
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
        .whereRef('earlier.api_id', '=', 'asked.api_id')
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
  const { external, granted, joined, denial } = row;
  return {
    external,
    environments: environments.filter((environment) => row.environments.includes(environment)),
    granted: { names: granted.slice(0, namedGrants), total: granted.length },
    joined: joined.map(({ at, by, reason }) => ({ at: new Date(at).toISOString(), by: by ?? '', reason })),
    denied: denial && { at: new Date(denial.at).toISOString(), by: denial.by ?? '', note: denial.note },
  };
};
