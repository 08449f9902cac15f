import type { EndCause, SpanNoun } from '#domain/as-of/span.ts';
import { streamOf } from '#domain/core/id.ts';
import { isNamed } from '#domain/drift/effect.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { accessSpansTable, endedAt, known, type Span, spanSubjectsTable } from './access-spans.ts';
import { exactText } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { table } from './engine/table.ts';

/** What was not as the portal had put it there, as long as it lets people call or keeps them from it. */

/** The drift spans that have not ended. */
const openDriftTable = table('open_drift', {
  key: ['place', 'span'],
  columns: {
    /** Whose end ends it: `deployment-4`. */
    place: exactText(),
    span: exactText(),
    /** What else ends it: an object, or an operation. */
    ender: exactText(),
  },
});

type Drifted = Readonly<{
  noun: SpanNoun;
  id: number;
  ender: string;
  lost: readonly string[];
  intactAt: string | null;
}>;

/** Begins a span. It began after all was last seen whole: whoever answers for that time must know of it. */
const begin = async (
  event: RecordedEvent,
  batch: Batch,
  place: string,
  { noun, id, ender, lost, intactAt }: Drifted,
  about: Partial<Span>,
): Promise<void> => {
  const subject = streamOf(noun, id);
  const found = timeOf(event);
  const before = intactAt === null ? found : new Date(intactAt);
  const span = `${subject}/0/drift/${event.id}`;
  batch.rows(accessSpansTable).put({
    id: span,
    subject,
    part: 0,
    kind: 'drift',
    noun,
    organization_id: null,
    api_id: null,
    environment: null,
    topic_id: null,
    event_category_id: null,
    application_id: null,
    user_id: null,
    name: '',
    client: '',
    detail: { lost, foundAt: found.toISOString() },
    given_by: null,
    given_at: null,
    since: new Date(Math.min(Number(before), Number(found))),
    until: null,
    ended_by: null,
    cause: null,
    ...about,
  });
  batch.rows(openDriftTable).put({ place, span, ender });
};

/** Ends the open spans of a place. */
const end = async (
  event: RecordedEvent,
  batch: Batch,
  place: string,
  cause: EndCause,
  isEnded: (ender: string) => boolean = () => true,
): Promise<void> => {
  const open = batch.rows(openDriftTable);
  const spans = batch.rows(accessSpansTable);
  for (const row of await open.where('place', place)) {
    if (!isEnded(row.ender)) continue;
    const span = await spans.get(row.span);
    if (span) spans.put({ ...span, until: endedAt(span, timeOf(event)), ended_by: event.meta.actor.userId, cause });
    open.remove(row);
  }
};

/** Returns what a drifted subscription or topic is about. Null: neither. */
const atKafka = async (
  batch: Batch,
  { noun, id }: Readonly<{ noun: string; id: number }>,
): Promise<Partial<Span> | null> => {
  if (noun === 'event-topic') {
    const { organizationId: organization_id = null } = await known(batch, noun, id);
    return { topic_id: id, organization_id };
  }
  if (noun !== 'event-subscription') return null;
  const subject = await batch.rows(spanSubjectsTable).get(streamOf(noun, id));
  return subject ? { topic_id: subject.topic_id, organization_id: subject.organization_id, name: subject.name } : null;
};

/** Begins the spans of a right or a user that is not as it was put there. */
const beginAtKafka = async (
  event: RecordedAs<'KafkaProtectionLost' | 'KafkaDifferenceFound'>,
  batch: Batch,
): Promise<void> => {
  const { noun, id, objectId, label, name, intactAt } = event.data;
  const about = await atKafka(batch, event.data);
  if (!about || noun === 'resource') return;
  const place = streamOf(noun, id);
  await end(event, batch, place, 'changed', (ender) => ender === objectId);
  // Other partitions or settings of a topic let nobody in.
  if (noun === 'event-topic' && event.type === 'KafkaDifferenceFound') return;
  await begin(event, batch, place, { noun, id, ender: objectId, lost: [`${label} ${name}`.trim()], intactAt }, about);
};

type EndsAtKafka = 'ProtectionPutBack' | 'DifferenceGone' | 'DifferenceReapplied' | 'DifferenceAdopted';

const endAtKafka = (event: RecordedAs<`Kafka${EndsAtKafka}`>, batch: Batch): Promise<void> => {
  const { noun, id, objectId } = event.data;
  return end(event, batch, streamOf(noun, id), 'put-back', (ender) => ender === objectId);
};

export const driftSpans = {
  tables: [accessSpansTable, openDriftTable],
  on: {
    ProtectionLost: async (event, batch) => {
      const { deploymentId, apiId, operationId, objects, keys, intactAt } = event.data;
      const place = streamOf('deployment', deploymentId);
      const { environment = null } = await known(batch, 'deployment', deploymentId);
      const { organizationId = null } = await known(batch, 'api', apiId);
      // Names of objects tell of keys of other organizations.
      const labelsOf = (some: typeof objects) => [...new Set(some.map(({ label }) => label))];
      const about = { api_id: apiId, environment };
      const drifted = { ender: operationId, intactAt };
      await begin(
        event,
        batch,
        place,
        { noun: 'deployment', id: deploymentId, lost: labelsOf(objects), ...drifted },
        { ...about, organization_id: organizationId },
      );
      for (const id of keys) {
        const key = await batch.rows(spanSubjectsTable).get(streamOf('consumer', id));
        if (key)
          await begin(
            event,
            batch,
            place,
            { noun: 'consumer', id, lost: labelsOf(objects.filter(({ keyId }) => keyId === id)), ...drifted },
            {
              ...about,
              organization_id: key.organization_id,
              name: key.name,
            },
          );
      }
    },
    ProtectionPutBack: (event, batch) =>
      end(
        event,
        batch,
        streamOf('deployment', event.data.deploymentId),
        'put-back',
        (ender) => ender === event.data.operationId,
      ),
    ForeignObjectFound: async (event, batch) => {
      const { deploymentId, apiId, objectId: ender, kind, name } = event.data;
      const { environment = null } = await known(batch, 'deployment', deploymentId);
      const { organizationId: organization_id = null } = await known(batch, 'api', apiId);
      const place = streamOf('deployment', deploymentId);
      const drifted = {
        noun: 'deployment',
        id: deploymentId,
        ender,
        // A group or a credential has no name. Older events have an id of its consumer.
        lost: [isNamed(kind) ? `${kind} ${name}` : kind],
        intactAt: null,
      } as const;
      await begin(event, batch, place, drifted, { api_id: apiId, environment, organization_id });
    },
    ForeignObjectGone: (event, batch) =>
      end(
        event,
        batch,
        streamOf('deployment', event.data.deploymentId),
        'put-back',
        (ender) => ender === event.data.objectId,
      ),
    DeploymentRemoved: (event, batch) =>
      end(event, batch, streamOf('deployment', event.data.deploymentId), 'undeployed'),
    KafkaProtectionLost: beginAtKafka,
    KafkaDifferenceFound: beginAtKafka,
    KafkaProtectionPutBack: endAtKafka,
    KafkaDifferenceGone: endAtKafka,
    KafkaDifferenceReapplied: endAtKafka,
    KafkaDifferenceAdopted: endAtKafka,
    EventSubscriptionRemoved: (event, batch) =>
      end(event, batch, streamOf('event-subscription', event.data.eventSubscriptionId), 'removed'),
    EventTopicRemoved: (event, batch) =>
      end(event, batch, streamOf('event-topic', event.data.eventTopicId), 'topic-deleted'),
  },
} satisfies ProjectionPart;
