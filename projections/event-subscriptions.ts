import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import type {
  EventSubscriptionEvent,
  KafkaLogins,
  KnownSubscription,
  ReaderGroup,
} from '#domain/event-subscription/event-subscription.ts';
import { currentLogins, rowStateOf } from '#domain/event-subscription/logins.ts';
import type { subscriptionStates } from '#domain/event-subscription/row.ts';
import { boolean, integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { byField, type RowOf, table } from './engine/table.ts';

const eventSubscriptionsTable = table('event_subscriptions', {
  key: ['id'],
  columns: {
    id: integer(),
    name: text(),
    topic_id: integer(),
    topic_name: text(),
    kafka_env_id: integer(),
    organization_id: integer(),
    writes: boolean(),
    /** Null: it may not read. */
    reader_group: nullable(jsonb<ReaderGroup>()),
    state: text<(typeof subscriptionStates)[number]>(),
    operation_id: uuid(),
    /** The logins of the newest request, and those that Kafka has. They have no password. */
    wanted: jsonb<KafkaLogins>(),
    applied: nullable(jsonb<KafkaLogins>()),
    kafka_user: text(),
    generation: integer(),
    /** When the login before this one ends. Null: there is none. */
    previous_until: nullable(timestamptz()),
    created_at: timestamptz(),
    stream_version: integer(),
  },
  generated: { sort_name: 'fold_text(name)' },
  indexes: ['(topic_id, sort_name, id)', '(organization_id)', '(kafka_env_id)', '(previous_until)'],
  prefetch: { id: byField('eventSubscriptionId') },
});

type Row = RowOf<typeof eventSubscriptionsTable>;

/** Returns the columns that are computed from the state. */
const columnsOf = (state: KnownSubscription) => {
  const { credential, generation, previous } = currentLogins(state);
  return {
    state: rowStateOf(state),
    operation_id: state.operationId,
    wanted: state.wanted,
    applied: state.applied,
    kafka_user: credential.user,
    generation,
    previous_until: previous && new Date(previous.until),
  };
};

const stateOf = (row: Readonly<Omit<Row, 'sort_name'>>): KnownSubscription => ({
  status: row.state === 'change-failed' ? 'failed' : row.state,
  eventSubscriptionId: row.id,
  operationId: row.operation_id,
  topicId: row.topic_id,
  kafkaEnvId: row.kafka_env_id,
  organizationId: row.organization_id,
  name: row.name,
  topicName: row.topic_name,
  writes: row.writes,
  group: row.reader_group,
  wanted: row.wanted,
  applied: row.applied,
  // The row needs no values of these fields.
  claimed: [],
  made: [],
});

type Change = Exclude<EventSubscriptionEvent['type'], 'EventSubscriptionRequested' | 'EventSubscriptionRemoved'>;

/** Applies an event with the domain's `evolve`. */
const follow = (event: RecordedAs<Change>, batch: Batch): Promise<void> =>
  updateOnce(batch.rows(eventSubscriptionsTable), event.data.eventSubscriptionId, event, (row) => {
    const next = eventSubscriptionDecider.evolve(stateOf(row), event);
    return next.status === 'none' ? {} : columnsOf(next);
  });

/** Subscriptions. A removed one has no row. */
export const eventSubscriptions = {
  tables: [eventSubscriptionsTable],
  on: {
    EventSubscriptionRequested: async (event, batch) => {
      const { eventSubscriptionId: id, name, topicId, topicName, kafkaEnvId, organizationId } = event.data;
      const state = eventSubscriptionDecider.evolve(eventSubscriptionDecider.initialState, event);
      if (state.status === 'none') return;
      await insertOnce(batch.rows(eventSubscriptionsTable), id, {
        id,
        name,
        topic_id: topicId,
        topic_name: topicName,
        kafka_env_id: kafkaEnvId,
        organization_id: organizationId,
        writes: event.data.writes,
        reader_group: event.data.group,
        ...columnsOf(state),
        created_at: timeOf(event),
        stream_version: event.version,
      });
    },
    KafkaUserClaimed: follow,
    EventSubscriptionRotationRequested: follow,
    PreviousKafkaLoginEnded: follow,
    EventSubscriptionSwitchRequested: follow,
    EventSubscriptionApplied: follow,
    EventSubscriptionFailed: follow,
    EventSubscriptionRemovalRequested: follow,
    EventSubscriptionRevealed: follow,
    EventSubscriptionRemoved: async (event, batch) => {
      const rows = batch.rows(eventSubscriptionsTable);
      const row = await rows.get(event.data.eventSubscriptionId);
      if (row) rows.remove(row);
    },
  },
} satisfies ProjectionPart;
