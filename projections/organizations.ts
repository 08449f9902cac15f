import { insertOnce, timeOf } from './engine/own-stream.ts';
import { anyTable, type ProjectionPart } from './engine/projection.ts';
import { byField, type TableDefinition } from './engine/table.ts';
import type { OrganizationsTable } from './engine/tables.ts';

export const organizationsTable: TableDefinition<OrganizationsTable> = {
  name: 'organizations',
  key: ['id'],
  columns: {
    id: 'integer not null',
    name: 'text not null',
    external: 'boolean not null',
    description: 'text not null',
    contact: 'text not null',
    created_at: 'timestamptz not null',
    stream_version: 'integer not null',
  },
  indexes: ['(lower(name), id)'],
  prefetch: { id: byField('organizationId') },
};

export const organizations: ProjectionPart = {
  tables: [anyTable(organizationsTable)],
  on: {
    OrganizationRegistered: (event, batch) => {
      const { organizationId: id, name, external, description, contact } = event.data;
      const row = {
        id,
        name,
        external,
        description,
        contact,
        created_at: timeOf(event),
        stream_version: event.version,
      };
      return insertOnce(batch.rows(organizationsTable), id, row);
    },
  },
};
