import { integer, text } from './engine/column.ts';
import { insertOnce, updateOnce } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

const businessAreasTable = table('business_areas', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    description: text(),
    stream_version: integer(),
  },
  generated: { sort_name: 'fold_text(name)', search: `fold_text(name || ' ' || description)` },
  indexes: ['(sort_name, id)', 'using gin (search gin_trgm_ops)'],
  prefetch: { id: byField('businessAreaId') },
});

/** Business areas. A removed one has no row. */
export const businessAreas = {
  tables: [businessAreasTable],
  on: {
    BusinessAreaAdded: (event, batch) => {
      const { businessAreaId: id, name, description } = event.data;
      return insertOnce(batch.rows(businessAreasTable), id, { id, name, description, stream_version: event.version });
    },
    BusinessAreaChanged: (event, batch) => {
      const { businessAreaId: id, to } = event.data;
      return updateOnce(batch.rows(businessAreasTable), id, event, () => to);
    },
    BusinessAreaRemoved: async (event, batch) => {
      const rows = batch.rows(businessAreasTable);
      const row = await rows.get(event.data.businessAreaId);
      if (row) rows.remove(row);
    },
  },
} satisfies ProjectionPart;
