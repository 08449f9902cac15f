import { seenAs } from '#domain/event-topic/decider.ts';
import {
  detailsOf,
  type EventTopicDetails,
  type EventTopicEvent,
  type KnownTopic,
  type MadeTopic,
} from '#domain/event-topic/event-topic.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { boolean, integer, jsonb, nullable, text, uuid } from './engine/column.ts';
import { insertOnce, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import { byField, type RowOf, table } from './engine/table.ts';

const eventTopicsTable = table('event_topics', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    kafka_env_id: integer(),
    category_id: integer(),
    organization_id: integer(),
    details: jsonb<EventTopicDetails>(),
    /** The keys of all settings that were ever wanted for it. */
    named: jsonb<readonly string[]>(),
    /** What the broker was last seen to have. */
    made: nullable(jsonb<MadeTopic>()),
    /** How the newest operation that ended left it. */
    standing: text<KnownTopic['standing']>(),
    is_removing: boolean(),
    /** The operation under way. */
    operation_id: nullable(uuid()),
    stream_version: integer(),
  },
  generated: { sort_name: 'fold_text(name)' },
  indexes: ['(sort_name, id)', '(category_id)', '(organization_id, category_id)', '(kafka_env_id)'],
  prefetch: { id: byField('eventTopicId') },
});

type Row = RowOf<typeof eventTopicsTable>;

const columnsOf = (wanted: EventTopicDetails) => ({
  name: wanted.name,
  kafka_env_id: wanted.kafkaEnvId,
  category_id: wanted.categoryId,
  organization_id: wanted.organizationId,
  details: detailsOf(wanted),
});

/** Changes the row of a topic. */
const change = (
  event: RecordedEvent<EventTopicEvent>,
  batch: Batch,
  to: (row: Readonly<Row>) => Partial<Row>,
): Promise<void> => updateOnce(batch.rows(eventTopicsTable), event.data.eventTopicId, event, to);

/** Whether an outcome is that of the newest operation: a removal is not undone by an older one. */
const isNewest = (row: Readonly<Row>, { operationId }: Readonly<{ operationId: string }>): boolean =>
  !row.is_removing && row.operation_id === operationId;

/** Topics. A removed one has no row. */
export const eventTopics = {
  tables: [eventTopicsTable],
  on: {
    EventTopicAddRequested: (event, batch) => {
      const { eventTopicId: id, operationId } = event.data;
      return insertOnce(batch.rows(eventTopicsTable), id, {
        id,
        ...columnsOf(event.data),
        named: Object.keys(event.data.config),
        made: null,
        standing: 'saved',
        is_removing: false,
        operation_id: operationId,
        stream_version: event.version,
      });
    },
    EventTopicChangeRequested: (event, batch) => {
      const { to, operationId, choice } = event.data;
      return change(event, batch, ({ made, named }) => ({
        ...columnsOf(to),
        named: [...new Set([...named, ...Object.keys(to.config)])],
        made: choice === null ? made : null,
        operation_id: operationId,
      }));
    },
    EventTopicMakingBegun: (event, batch) => change(event, batch, () => ({})),
    EventTopicSaved: (event, batch) => {
      const { brokerId, partitions, replication } = event.data;
      const made = { brokerId, partitions, replication };
      return change(event, batch, (row) =>
        isNewest(row, event.data) ? { made, standing: 'saved', operation_id: null } : {},
      );
    },
    EventTopicSaveFailed: (event, batch) =>
      change(event, batch, (row) => {
        if (!isNewest(row, event.data)) return {};
        return { standing: row.standing === 'missing' ? 'missing' : 'failed', operation_id: null };
      }),
    EventTopicSeen: (event, batch) => {
      const { brokerId, partitions, replication } = event.data;
      return change(event, batch, ({ made }) => ({ made: seenAs(made, { brokerId, partitions, replication }) }));
    },
    EventTopicMissed: (event, batch) => change(event, batch, () => ({ standing: 'missing' })),
    EventTopicRemovalRequested: (event, batch) =>
      change(event, batch, () => ({ is_removing: true, operation_id: event.data.operationId })),
    EventTopicRemoved: async (event, batch) => {
      const rows = batch.rows(eventTopicsTable);
      const row = await rows.get(event.data.eventTopicId);
      if (row) rows.remove(row);
    },
  },
} satisfies ProjectionPart;
