import type { Kysely } from 'kysely';
import { plainText } from '#domain/api/plain-text.ts';
import type { ApiRow } from '#domain/api/schema.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { ReadTables } from '#projections/read-tables.ts';

/** The columns of an API's row. */
export const apiColumns = [
  'id',
  'name',
  'application_name',
  'organization_name',
  'source_repo',
  'version',
  'description',
  'application_id',
  'business_area_id',
  'organization_id',
  'revision',
  'operations',
  'spec_format',
  'environments',
  'state',
  'updated_at',
] as const;

type Columns = Pick<ReadTables['apis'], (typeof apiColumns)[number]>;

export const apiRowOf = (row: Columns): ApiRow => ({
  id: row.id,
  name: row.name,
  appname: row.application_name,
  orgname: row.organization_name,
  sourceRepo: row.source_repo,
  version: row.version,
  description: row.description,
  summary: plainText(row.description),
  bizappId: row.application_id,
  businessAreaId: row.business_area_id,
  organizationId: row.organization_id,
  revision: row.revision,
  operations: row.operations,
  format: row.spec_format,
  environments: row.environments,
  state: row.state,
  updatedAt: row.updated_at.toISOString(),
});

/** Returns an API with its owner, as commands need it, or undefined. */
export const findApi = async (db: Kysely<ReadTables>, id: number): Promise<ApiRow | undefined> => {
  const row = await db.selectFrom('apis').select(apiColumns).where('id', '=', id).executeTakeFirst();
  return row && apiRowOf(row);
};

/** Nothing of an API can change after its deletion was requested. @throws RefusedError `api.deleting` (409). */
export const refuseDeleting = (state: ApiRow['state']): void => {
  if (state === 'deleting') throw new RefusedError(refuse('conflict', { code: 'api.deleting' }));
};
