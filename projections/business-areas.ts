import type { BusinessAreaDetails } from '#domain/business-area/business-area.ts';
import type { BusinessAreaChange } from '#domain/business-area/schema.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import { anyTable, type Batch, type ProjectionPart } from './engine/projection.ts';
import { byField, type TableDefinition } from './engine/table.ts';
import type { BusinessAreaHistoryTable, BusinessAreasTable } from './engine/tables.ts';

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

const historyTable: TableDefinition<BusinessAreaHistoryTable> = {
  name: 'business_area_history',
  key: ['id'],
  columns: {
    id: 'uuid not null',
    business_area_id: 'integer not null',
    kind: 'text not null',
    user_id: 'integer not null',
    happened_at: 'timestamptz not null',
    changes: 'jsonb not null',
  },
  indexes: ['(business_area_id, happened_at, id)'],
};

/** Returns the fields that differ. */
const changesOf = (from: BusinessAreaDetails, to: BusinessAreaDetails): BusinessAreaChange['changes'] =>
  (['name', 'description'] as const)
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ field, from: from[field], to: to[field] }));

/** The row's key is the event's id: the same event twice is one entry. */
const note = (
  event: RecordedEvent,
  batch: Batch,
  entry: Pick<BusinessAreaHistoryTable, 'business_area_id' | 'kind' | 'changes'>,
): void =>
  batch
    .rows(historyTable)
    .put({ id: event.id, user_id: event.meta.actor.userId, happened_at: timeOf(event), ...entry });

/** Business areas, and who changed what about them. */
export const businessAreas: ProjectionPart = {
  tables: [anyTable(businessAreasTable), anyTable(historyTable)],
  on: {
    BusinessAreaAdded: (event, batch) => {
      const { businessAreaId: id, name, description } = event.data;
      note(event, batch, { business_area_id: id, kind: 'added', changes: [] });
      return insertOnce(batch.rows(businessAreasTable), id, { id, name, description, stream_version: event.version });
    },
    BusinessAreaChanged: (event, batch) => {
      const { businessAreaId: id, from, to } = event.data;
      note(event, batch, { business_area_id: id, kind: 'changed', changes: changesOf(from, to) });
      return updateOnce(batch.rows(businessAreasTable), id, event, () => to);
    },
    BusinessAreaRemoved: async (event, batch) => {
      const { businessAreaId: id } = event.data;
      note(event, batch, { business_area_id: id, kind: 'removed', changes: [] });
      const rows = batch.rows(businessAreasTable);
      const row = await rows.get(id);
      if (row) rows.remove(row);
    },
  },
};
