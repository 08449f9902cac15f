import { apisTable } from './apis.ts';
import { applicationsTable } from './applications.ts';
import { integer, nullable, text, timestamptz } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

/** APIs whose deletion was requested. Rows stay, to show who deleted which API. */
const deletedApisTable = table('deleted_apis', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    version: text(),
    organization_id: integer(),
    application_name: text(),
    deleted_by: integer(),
    /** Null until no gateway has anything of the API. */
    deleted_at: nullable(timestamptz()),
  },
  indexes: ['(deleted_at, id)', '(organization_id, deleted_at)'],
  prefetch: { id: byField('apiId') },
});

export const deletedApis = {
  tables: [deletedApisTable],
  on: {
    ApiDeletionRequested: async (event, batch) => {
      const { apiId: id } = event.data;
      const api = await batch.rows(apisTable).get(id);
      if (!api || (await batch.rows(deletedApisTable).get(id))) return;
      const { userId } = event.meta.actor;
      // The deletion of an application deletes its APIs. The person who deleted the application counts.
      const application =
        userId === 0 && api.application_id !== null
          ? await batch.rows(applicationsTable).get(api.application_id)
          : undefined;
      batch.rows(deletedApisTable).put({
        id,
        name: api.name,
        version: api.version,
        organization_id: api.organization_id,
        application_name: api.application_name ?? '',
        deleted_by: application?.deleted_by ?? userId,
        deleted_at: null,
      });
    },
    ApiDeleted: async (event, batch) => {
      const row = await batch.rows(deletedApisTable).get(event.data.apiId);
      if (row) batch.rows(deletedApisTable).put({ ...row, deleted_at: timeOf(event) });
    },
  },
} satisfies ProjectionPart;
