import type { SpecReference } from '#domain/api/api.ts';
import type { ApiRow } from '#domain/api/schema.ts';
import { integer, nullable, text, timestamptz } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { Batch, RecordedAs } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

/** Every revision of an API's document. */
export const versionsTable = table('api_versions', {
  key: ['api_id', 'revision'],
  columns: {
    api_id: integer(),
    revision: integer(),
    version: text(),
    spec_hash: text(),
    spec_format: text<ApiRow['format']>(),
    /** Null for a PDF. */
    spec_version: nullable(text<NonNullable<SpecReference['specVersion']>>()),
    /** Bytes. */
    spec_size: integer(),
    operations: integer(),
    /** The older revision that this one restored. */
    restores: nullable(integer()),
    created_by: integer(),
    created_at: timestamptz(),
  },
  prefetch: { api_id: byField('apiId') },
});

/** Adds an event's document, unless the event was handled before. */
export const keepVersion = async (
  event: RecordedAs<'ApiPublished' | 'ApiSpecChanged'>,
  batch: Batch,
  revision: number,
  restores: number | null,
): Promise<void> => {
  const { apiId, spec } = event.data;
  if (await batch.rows(versionsTable).get(apiId, revision)) return;
  batch.rows(versionsTable).put({
    api_id: apiId,
    revision,
    version: spec.version,
    spec_hash: spec.hash,
    spec_format: spec.format,
    spec_version: spec.specVersion,
    spec_size: spec.size,
    operations: spec.operations,
    restores,
    created_by: event.meta.actor.userId,
    created_at: timeOf(event),
  });
};
