import type { Kysely } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';

/**
 * Returns a query of the people who were named as owners of applications, in the organization that they are in. Nobody owns
 * what they were named for in one that they left (docs/decisions/0066-rights-end-with-the-organization.md).
 */
export const namedOwners = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('application_owners')
    .innerJoin('users', 'users.id', 'application_owners.user_id')
    .whereRef('application_owners.organization_id', '=', 'users.organization_id');

/** Returns a query of the owners of applications with their users. Owners are people: a deleted account owns nothing. */
export const ownersInForce = (db: Kysely<ReadTables>) => namedOwners(db).where('users.deleted_at', 'is', null);
