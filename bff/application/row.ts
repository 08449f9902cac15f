import type { Kysely } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';

/** Returns an application with its resource for the authorization table, or undefined. */
export const findApplication = async (db: Kysely<ReadTables>, id: number) => {
  const row = await db
    .selectFrom('applications')
    .innerJoin('organizations', 'organizations.id', 'applications.organization_id')
    .selectAll('applications')
    .select(['organizations.name as organization_name', 'organizations.external as organization_external'])
    .where('applications.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      resource: {
        applicationId: row.id,
        organizationId: row.organization_id,
        organizationExternal: row.organization_external,
        maintainersDecide: row.maintainers_decide,
      },
    }
  );
};
export type FoundApplication = NonNullable<Awaited<ReturnType<typeof findApplication>>>;
