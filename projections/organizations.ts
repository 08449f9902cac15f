import { boolean, integer, text, timestamptz } from './engine/column.ts';
import { insertOnce, timeOf } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

export const organizationsTable = table('organizations', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    external: boolean(),
    description: text(),
    contact: text(),
    created_at: timestamptz(),
    stream_version: integer(),
  },
  indexes: ['(lower(name), id)'],
  prefetch: { id: byField('organizationId') },
});

export const organizations = {
  tables: [organizationsTable],
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
} satisfies ProjectionPart;
