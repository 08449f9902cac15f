import type { BusinessAreaDetails } from '#domain/business-area/business-area.ts';
import type { BusinessAreaChange } from '#domain/business-area/schema.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { integer, jsonb, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

const businessAreasTable = table('business_areas', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    description: text(),
    stream_version: integer(),
  },
  prefetch: { id: byField('businessAreaId') },
});

/** The history of business areas. Rows stay after a deletion. */
const historyTable = table('business_area_history', {
  key: ['id'],
  columns: {
    id: uuid(),
    business_area_id: integer(),
    kind: text<BusinessAreaChange['kind']>(),
    user_id: integer(),
    happened_at: timestamptz(),
    changes: jsonb<BusinessAreaChange['changes']>(),
  },
  indexes: ['(business_area_id, happened_at, id)'],
});

/** Returns the fields that differ. */
const changesOf = (from: BusinessAreaDetails, to: BusinessAreaDetails): BusinessAreaChange['changes'] =>
  (['name', 'description'] as const)
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ field, from: from[field], to: to[field] }));

type Entry = Readonly<{ business_area_id: number } & Pick<BusinessAreaChange, 'kind' | 'changes'>>;

/** Adds an entry. The key is the event's id, so an event that comes twice is one entry. */
const note = (event: RecordedEvent, batch: Batch, entry: Entry): void =>
  batch
    .rows(historyTable)
    .put({ id: event.id, user_id: event.meta.actor.userId, happened_at: timeOf(event), ...entry });

/** Business areas and their history. */
export const businessAreas = {
  tables: [businessAreasTable, historyTable],
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
} satisfies ProjectionPart;
