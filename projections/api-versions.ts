import { timeOf } from './engine/own-stream.ts';
import type { Batch, RecordedAs } from './engine/projection.ts';
import { byField, type TableDefinition } from './engine/table.ts';
import type { ApiVersionsTable } from './engine/tables.ts';

export const versionsTable: TableDefinition<ApiVersionsTable> = {
  name: 'api_versions',
  key: ['api_id', 'revision'],
  columns: {
    api_id: 'integer not null',
    revision: 'integer not null',
    version: 'text not null',
    spec_hash: 'text not null',
    spec_format: 'text not null',
    spec_version: 'text',
    spec_size: 'integer not null',
    operations: 'integer not null',
    restores: 'integer',
    created_by: 'integer not null',
    created_at: 'timestamptz not null',
  },
  prefetch: { api_id: byField('apiId') },
};

/** Keeps the document that an event brings, unless it is there: the event came a second time. */
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
