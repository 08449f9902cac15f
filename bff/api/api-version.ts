import { sql } from 'kysely';
import { getSpecVersion } from '#domain/api/document-calls.ts';
import { compareText } from '#domain/api/text-calls.ts';
import { compareVersions, listApiVersions } from '#domain/api/version-calls.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { compareStored, compareWithText } from '../documents/compare-stored.ts';
import { convertSpec } from '../documents/convert-spec.ts';
import { loadDocument } from '../documents/spec-store.ts';
import { deletedAtOf } from '../documents/unused-documents.ts';
import { route } from '../http/route.ts';
import { textBodySize } from '../input/body-limits.ts';
import { fullName } from '../sql/full-name.ts';
import { findDescription, requireSpec, storedDocument } from './shared/description.ts';
import { download } from './shared/download.ts';
import { findApi } from './shared/row.ts';

export const apiVersionQueries = [
  route(listApiVersions, {
    action: 'api.read',
    summary: "Every version of an API's document, the newest first",
    handle: async ({ services, parameters: { id } }) => {
      if (!(await findApi(services.db, id))) throw new RefusedError(notFound());
      const rows = await services.db
        .selectFrom('api_versions')
        .leftJoin('users', 'users.id', 'api_versions.created_by')
        .selectAll('api_versions')
        .select(fullName('users').as('created_by_name'))
        .select(sql<Date | null>`${sql.raw(deletedAtOf('spec', 'spec_hash'))}`.as('deleted_at'))
        .where('api_id', '=', id)
        .orderBy('revision', 'desc')
        .execute();
      return rows.map((row) => ({
        revision: row.revision,
        version: row.version,
        format: row.spec_format,
        size: row.spec_size,
        operations: row.operations,
        restores: row.restores,
        createdBy: row.created_by_name,
        createdAt: row.created_at.toISOString(),
        deletedAt: row.deleted_at?.toISOString() ?? null,
      }));
    },
  }),
  route(getSpecVersion, {
    limit: 'document',
    action: 'api.read',
    summary: 'One version of the document as text, as JSON or YAML; a PDF as it is',
    handle: async ({ actor, services, c, parameters: { id, revision }, query: { type } }) => {
      const description = await findDescription(services, id, revision);
      if (description?.format === 'pdf') {
        const document = await loadDocument(services.pool, description.hash);
        if (!document) throw new RefusedError(notFound());
        return download(document.bytes, 'pdf', description);
      }
      const found = requireSpec(description);
      const spec = storedDocument(services, found);
      const text = await convertSpec(spec, spec.format, type, { by: actor, signal: c.req.raw.signal });
      return download(text, type, found);
    },
  }),
  route(compareVersions, {
    limit: 'compare',
    action: 'api.read',
    summary:
      'What differs between two versions, each line with a verdict: it breaks callers, may break them, or is safe',
    handle: async ({ actor, services, c, parameters: { id }, query }) => {
      const [from, to] = await Promise.all([
        findDescription(services, id, query.from),
        findDescription(services, id, query.to),
      ]);
      if (!from || !to) throw new RefusedError(notFound());
      if (from.format === 'pdf' || to.format === 'pdf')
        throw new RefusedError(refuse('conflict', { code: 'api.compare-document' }));
      if (from.hash === to.hash) return { changes: [], breaking: 0, maybe: 0, total: 0 };
      const [older, newer] = [storedDocument(services, from), storedDocument(services, to)];
      return await compareStored(older, newer, { by: actor, signal: c.req.raw.signal });
    },
  }),
  route(compareText, {
    isRead: true,
    limit: 'compare',
    action: 'api.read',
    summary: 'What a text that need not be saved would change, against the current version; it changes nothing',
    bodySize: textBodySize,
    handle: async ({ actor, services, c, parameters: { id }, document }) => {
      const current = await findDescription(services, id);
      if (!current) throw new RefusedError(notFound());
      if (current.format === 'pdf') throw new RefusedError(refuse('conflict', { code: 'api.compare-document' }));
      const older = storedDocument(services, current);
      return await compareWithText(older, document, { by: actor, signal: c.req.raw.signal });
    },
  }),
];
