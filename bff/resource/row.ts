import { type Kysely, sql } from 'kysely';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { type Certificate, expiryOf } from '#domain/resource/certificate.ts';
import type { CertificateRow, ResourceAccess, ResourceRow } from '#domain/resource/row.ts';
import type { ReadTables } from '#projections/read-tables.ts';

type Named = Readonly<{ id: number; name: string }>;

export const selectResources = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('resources')
    .select(['id', 'name', 'type', 'is_public', 'configs', 'certificates', 'stream_version'])
    .select(
      // An organization that was deleted uses nothing any more.
      sql<Named[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.sort_name, o.id)
        from organizations o where o.id = any(resources.organizations) and o.status <> 'deleted'
      ), '[]')`.as('organizations'),
    );

type Stored = Awaited<ReturnType<ReturnType<typeof selectResources>['executeTakeFirstOrThrow']>>;

export const certificateRowOf = (resource: number, certificate: Certificate): CertificateRow => ({
  id: certificate.certificateId,
  name: certificate.name,
  certificate: certificate.certificate,
  resource,
  content: certificate.content,
  expiresAt: expiryOf(certificate.content),
});

export const accessRowOf = (resourceId: number, organization: Named): ResourceAccess => ({
  id: `${resourceId}-${organization.id}`,
  resourceId,
  organizationId: organization.id,
  organization,
});

export const resourceRowOf = (row: Stored): ResourceRow => ({
  id: row.id,
  name: row.name,
  type: row.type,
  isPublic: row.is_public,
  organizations: row.organizations,
  configs: [...row.configs],
  certificates: row.certificates.map((certificate) => certificateRowOf(row.id, certificate)),
  access: row.organizations.map((organization) => accessRowOf(row.id, organization)),
  basedOn: row.stream_version,
});

/** @throws RefusedError 404 when there is none. */
export const readResource = async (db: Kysely<ReadTables>, id: number): Promise<ResourceRow> => {
  const found = await selectResources(db).where('id', '=', id).executeTakeFirst();
  if (!found) throw new RefusedError(notFound());
  return resourceRowOf(found);
};
