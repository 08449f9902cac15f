import type { Kysely } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';

/**
 * Returns a query of the owners of applications with their users. Nobody owns what they were named for in an organization
 * that they left (docs/decisions/0066-rights-end-with-the-organization.md).
 */
export const ownersInForce = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('application_owners')
    .innerJoin('users', 'users.id', 'application_owners.user_id')
    .whereRef('application_owners.organization_id', '=', 'users.organization_id');
