import { insertOnce, timeOf } from './engine/own-stream.ts';
import { anyTable, type ProjectionPart } from './engine/projection.ts';
import { byField, type TableDefinition } from './engine/table.ts';
import type { ApplicationOwnersTable, ApplicationsTable } from './engine/tables.ts';

export const applicationsTable: TableDefinition<ApplicationsTable> = {
  name: 'applications',
  key: ['id'],
  columns: {
    id: 'integer not null',
    organization_id: 'integer not null',
    name: 'text not null',
    description: 'text not null',
    external: 'boolean not null',
    created_at: 'timestamptz not null',
    stream_version: 'integer not null',
  },
  indexes: ['(organization_id)', '(lower(name), id)'],
  prefetch: { id: byField('applicationId') },
};

const ownersTable: TableDefinition<ApplicationOwnersTable> = {
  name: 'application_owners',
  key: ['application_id', 'user_id'],
  columns: { application_id: 'integer not null', user_id: 'integer not null' },
  indexes: ['(user_id, application_id)'],
};

export const applications: ProjectionPart = {
  tables: [anyTable(applicationsTable), anyTable(ownersTable)],
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
};
