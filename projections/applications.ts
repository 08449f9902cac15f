import { boolean, integer, text, timestamptz } from './engine/column.ts';
import { insertOnce, timeOf } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

export const applicationsTable = table('applications', {
  key: ['id'],
  columns: {
    id: integer(),
    organization_id: integer(),
    name: text(),
    description: text(),
    external: boolean(),
    created_at: timestamptz(),
    stream_version: integer(),
  },
  indexes: ['(organization_id)', '(lower(name), id)'],
  prefetch: { id: byField('applicationId') },
});

/** Maintainers of applications. */
const ownersTable = table('application_owners', {
  key: ['application_id', 'user_id'],
  columns: {
    application_id: integer(),
    user_id: integer(),
  },
  indexes: ['(user_id, application_id)'],
});

export const applications = {
  tables: [applicationsTable, ownersTable],
  on: {
    ApplicationRegistered: async (event, batch) => {
      const { applicationId: id, organizationId, name, description, external, owners } = event.data;
      const row = {
        id,
        organization_id: organizationId,
        name,
        description,
        external,
        created_at: timeOf(event),
        stream_version: event.version,
      };
      await insertOnce(batch.rows(applicationsTable), id, row);
      for (const owner of owners) batch.rows(ownersTable).put({ application_id: id, user_id: owner });
    },
  },
} satisfies ProjectionPart;
