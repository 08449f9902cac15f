import type { Kysely } from 'kysely';
import type { Resource } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { noProfile } from '#domain/organization/details.ts';
import type { OrganizationRow, OrganizationValues } from '#domain/organization/schema.ts';
import type { ProjectedTables, ReadTables } from '#projections/read-tables.ts';

/** Selects the organizations that are not gone. */
export const selectOrganizations = (db: Kysely<ReadTables>) =>
  db.selectFrom('organizations').where('organizations.status', '<>', 'deleted');

type Columns = Omit<ProjectedTables['organizations'], 'stream_version' | 'search' | 'sort_name'>;

/** Returns an organization as a card shows it. */
export const rowOf = (
  row: Pick<Columns, 'id' | 'name' | 'external' | 'description' | 'contact' | 'status' | 'deletion_id'>,
): OrganizationRow => ({
  id: row.id,
  name: row.name,
  external: row.external,
  description: row.description,
  contact: row.contact,
  status: row.status,
  deactivated: row.status === 'deactivated',
  requestDeleted: row.deletion_id !== null || row.status === 'deleting',
  avaliable: row.status === 'active',
});

/** Returns an organization as the form shows it. */
export const valuesOf = (row: Columns): Omit<OrganizationValues, 'basedOn'> => ({
  ...rowOf(row),
  ...(row.profile ?? noProfile),
  attrs: [...row.attributes],
});

/** Returns an organization for the authorization table. @throws RefusedError 404 */
export const findForChange = async (db: Kysely<ReadTables>, id: number): Promise<Resource> => {
  const row = await selectOrganizations(db)
    .select(['organizations.id', 'organizations.external'])
    .where('organizations.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new RefusedError(notFound());
  return { organizationId: row.id, organizationExternal: row.external };
};
