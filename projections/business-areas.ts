import { insertOnce } from './engine/own-stream.ts';
import { anyTable, type ProjectionPart } from './engine/projection.ts';
import { byField, type TableDefinition } from './engine/table.ts';
import type { BusinessAreasTable } from './engine/tables.ts';

const businessAreasTable: TableDefinition<BusinessAreasTable> = {
  name: 'business_areas',
  key: ['id'],
  columns: {
    id: 'integer not null',
    name: 'text not null',
    description: 'text not null',
    stream_version: 'integer not null',
  },
  prefetch: { id: byField('businessAreaId') },
};

export const businessAreas: ProjectionPart = {
  tables: [anyTable(businessAreasTable)],
  on: {
    BusinessAreaAdded: (event, batch) => {
      const { businessAreaId: id, name, description } = event.data;
      return insertOnce(batch.rows(businessAreasTable), id, { id, name, description, stream_version: event.version });
    },
  },
};
