import type { CategoryEvent, EventCategoryDetails } from '#domain/event-category/event-category.ts';
import { integer, jsonb, text, timestamptz } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

type EventWords = Omit<CategoryEvent, 'schema'>;

const eventCategoriesTable = table('event_categories', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    description: text(),
    type: text(),
    business_area_id: integer(),
    /** Without their schemas, so that a list of categories stays small. */
    events: jsonb<readonly EventWords[]>(),
    /** What a search finds of them. */
    event_words: text(),
    version: integer(),
    changed_at: timestamptz(),
    stream_version: integer(),
  },
  generated: { sort_name: 'fold_text(name)', search: `fold_text(name || ' ' || description || ' ' || event_words)` },
  indexes: ['(sort_name, id)', '(business_area_id)', 'using gin (search gin_trgm_ops)'],
  prefetch: { id: byField('eventCategoryId') },
});

/** Every version of a category, with its schemas. */
const versionsTable = table('event_category_versions', {
  key: ['event_category_id', 'version'],
  columns: {
    event_category_id: integer(),
    version: integer(),
    details: jsonb<EventCategoryDetails>(),
    changed_at: timestamptz(),
  },
  prefetch: { event_category_id: byField('eventCategoryId') },
});

const wordsOf = ({ schema: _schema, ...words }: CategoryEvent): EventWords => words;

const columnsOf = ({ name, description, type, businessAreaId, events }: EventCategoryDetails) => ({
  name,
  description,
  type,
  business_area_id: businessAreaId,
  events: events.map(wordsOf),
  event_words: events.map((event) => `${event.name} ${event.eventTypeId}`).join('\n'),
});

const keepVersion = async (
  event: RecordedAs<'EventCategoryAdded' | 'EventCategoryChanged'>,
  batch: Batch,
  version: number,
  { name, description, type, businessAreaId, events }: EventCategoryDetails,
): Promise<void> => {
  const rows = batch.rows(versionsTable);
  const { eventCategoryId } = event.data;
  if (await rows.get(eventCategoryId, version)) return;
  rows.put({
    event_category_id: eventCategoryId,
    version,
    details: { name, description, type, businessAreaId, events },
    changed_at: timeOf(event),
  });
};

/** Event categories and their versions. A removed one has no row. */
export const eventCategories = {
  tables: [eventCategoriesTable, versionsTable],
  on: {
    EventCategoryAdded: async (event, batch) => {
      const { eventCategoryId: id } = event.data;
      await keepVersion(event, batch, 1, event.data);
      await insertOnce(batch.rows(eventCategoriesTable), id, {
        id,
        ...columnsOf(event.data),
        version: 1,
        changed_at: timeOf(event),
        stream_version: event.version,
      });
    },
    EventCategoryChanged: async (event, batch) => {
      const { eventCategoryId: id, version, to } = event.data;
      await keepVersion(event, batch, version, to);
      await updateOnce(batch.rows(eventCategoriesTable), id, event, () => ({
        ...columnsOf(to),
        version,
        changed_at: timeOf(event),
      }));
    },
    EventCategoryRemoved: async (event, batch) => {
      const { eventCategoryId: id } = event.data;
      const rows = batch.rows(eventCategoriesTable);
      const versions = batch.rows(versionsTable);
      const row = await rows.get(id);
      if (!row) return;
      for (let version = row.version; version > 0; version -= 1) {
        const one = await versions.get(id, version);
        if (one) versions.remove(one);
      }
      rows.remove(row);
    },
  },
} satisfies ProjectionPart;
