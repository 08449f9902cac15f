import { sql } from 'kysely';
import type { DocumentFormat } from '#domain/api/document-format.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import type { SpecFormat } from '#specs/spec-document.ts';
import type { JobDocument } from '../../documents/spec-job.ts';
import { loadSpec, type StoredSpec } from '../../documents/spec-store.ts';
import { deletedAtOf, deletedDocument } from '../../documents/unused-documents.ts';
import type { Services } from '../../http/services.ts';

/**
 * One revision of an API's description.
 *
 * @property version `info.version` of the text; may be empty.
 * @property revision number of the revision, from 1.
 * @property hash the text is stored under this hash.
 */
export type Description = Readonly<{
  apiId: number;
  applicationId: number | null;
  name: string;
  version: string;
  revision: number;
  hash: string;
  format: DocumentFormat;
}>;

/**
 * Returns the current or an older description of an API, or undefined.
 *
 * @throws RefusedError when the retention has deleted its text. What a process or a browser still has of it is not given out, either.
 */
export const findDescription = async (
  { db }: Pick<Services, 'db'>,
  apiId: number,
  revision?: number,
): Promise<Description | undefined> => {
  const row = await (revision === undefined
    ? db
        .selectFrom('apis')
        .select(['name', 'application_id', 'version', 'revision', 'spec_hash', 'spec_format'])
        // What is current is never deleted.
        .select(sql<Date | null>`null`.as('deleted_at'))
    : db
        .selectFrom('apis')
        .innerJoin('api_versions as version', 'version.api_id', 'apis.id')
        .where('version.revision', '=', revision)
        .select([
          'name',
          'application_id',
          'version.version',
          'version.revision',
          'version.spec_hash',
          'version.spec_format',
        ])
        .select(sql<Date | null>`${sql.raw(deletedAtOf('spec', 'version.spec_hash'))}`.as('deleted_at'))
  )
    .where('apis.id', '=', apiId)
    .executeTakeFirst();
  if (row?.deleted_at) throw deletedDocument(row.deleted_at);
  return (
    row && {
      apiId,
      applicationId: row.application_id,
      name: row.name,
      version: row.version,
      revision: row.revision,
      hash: row.spec_hash,
      format: row.spec_format,
    }
  );
};

/** Returns a description that is OpenAPI. @throws RefusedError when there is none, or it is a PDF. */
export const requireSpec = (description: Description | undefined): Description & Readonly<{ format: SpecFormat }> => {
  if (!description) throw new RefusedError(notFound());
  const { format } = description;
  if (format === 'pdf') throw new RefusedError(refuse('conflict', { code: 'api.document-only' }));
  return { ...description, format };
};

/** Loads the text of a description. @throws RefusedError when there is none, or it is a PDF. */
export const loadDescription = async (
  { pool }: Pick<Services, 'pool'>,
  description: Description | undefined,
): Promise<StoredSpec> => {
  const spec = await loadSpec(pool, requireSpec(description).hash);
  if (!spec) throw new RefusedError(notFound());
  return spec;
};

/** Returns a description for a child process. Its text is loaded when its turn comes. @throws RefusedError when there is none, or it is a PDF. */
export const storedDocument = (
  services: Pick<Services, 'pool'>,
  description: Description | undefined,
): JobDocument & Readonly<{ format: SpecFormat }> => {
  const { hash, format } = requireSpec(description);
  return { hash, format, load: async () => (await loadDescription(services, description)).bytes };
};
