import { streamOf } from '#domain/core/id.ts';
import type { Answer, DifferenceEvent, DifferenceForm, FieldDifference } from '#domain/difference/difference.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { type KafkaSubject, kafkaDifferenceIdOf, kafkaPlaceOf } from '#domain/difference/kafka-subject.ts';
import type { DifferenceAnswer, DifferenceNoun, DifferenceState } from '#domain/difference/schema.ts';
import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import type { KafkaDifferenceEvent } from '#domain/kafka-difference/kafka-difference.ts';
import { boolean, exactText, integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { byField, type RowOf, table } from './engine/table.ts';

/** The newest difference of each object at each place, and the newest loss of each object that protects. */
const differencesTable = table('differences', {
  key: ['id'],
  columns: {
    id: exactText(),
    /** What it is about, and where whoever changes it works, as operations have it. */
    noun: text<DifferenceNoun>(),
    subject_id: integer(),
    place: exactText(),
    /** Null: it is about something else than a deployment. */
    deployment_id: nullable(integer()),
    /** The gateway, or the brokers of an environment. */
    resource_id: integer(),
    object_id: exactText(),
    kind: nullable(text<ObjectKind>()),
    label: text(),
    name: text(),
    form: text<DifferenceForm>(),
    state: text<DifferenceState>(),
    fields: jsonb<readonly FieldDifference[]>(),
    digest: exactText(),
    /** When the gateway was last seen as applied. Null: not known. */
    intact_at: nullable(timestamptz()),
    /** When the gateway says that the object was written. */
    written_at: nullable(timestamptz()),
    found_at: timestamptz(),
    /** Since when it waits for an answer: since the last one that failed, or since it was found. */
    waits_since: timestamptz(),
    is_adoptable: boolean(),
    is_reappliable: boolean(),
    /** Put back at once, by the portal itself. */
    is_protection: boolean(),
    answer: nullable(text<DifferenceAnswer>()),
    reason: text(),
    /** Null: the portal. */
    answered_by: nullable(integer()),
    answered_at: nullable(timestamptz()),
    operation_id: nullable(uuid()),
  },
  generated: {
    sort_object: "fold_text(label || ' ' || name)",
    search:
      'fold_text(label || chr(10) || name || chr(10) || object_id || chr(10) || reason || chr(10) || fields::text)',
  },
  lookups: ['deployment_id', 'answered_by', 'place'],
  indexes: [
    '(state, found_at, id)',
    '(resource_id, object_id)',
    '(found_at, id)',
    '(state, waits_since, id)',
    'using gin (search gin_trgm_ops)',
  ],
  prefetch: { deployment_id: byField('deploymentId') },
});

const unanswered = { answer: null, reason: '', answered_by: null, answered_at: null, operation_id: null } as const;

type AnyEvent<Step extends string> =
  | RecordedAs<`Difference${Step}` & DifferenceEvent['type']>
  | RecordedAs<`KafkaDifference${Step}` & KafkaDifferenceEvent['type']>;
type Data = DifferenceEvent['data'] | KafkaDifferenceEvent['data'];

/** Returns the id of a row: that of the difference's stream. */
const idOf = (data: Data): string =>
  'deploymentId' in data ? differenceIdOf(data.deploymentId, data.objectId) : kafkaDifferenceIdOf(data, data.objectId);

const change = async (
  batch: Batch,
  data: Data,
  changed: (row: Readonly<RowOf<typeof differencesTable>>) => Partial<RowOf<typeof differencesTable>>,
): Promise<void> => {
  const rows = batch.rows(differencesTable);
  const row = await rows.get(idOf(data));
  if (row) rows.put({ ...row, ...changed(row) });
};

const timeIn = (at: string | null): Date | null => (at === null ? null : new Date(at));

/** Returns the columns that say what a difference at a gateway is about. */
const atDeployment = ({ deploymentId, gatewayId }: Readonly<{ deploymentId: number; gatewayId: number }>) =>
  ({
    noun: 'deployment',
    subject_id: deploymentId,
    place: streamOf('deployment', deploymentId),
    deployment_id: deploymentId,
    resource_id: gatewayId,
  }) as const;

/** Returns the columns that say what a difference at a Kafka is about. */
const atKafka = ({ noun, id, kafkaEnvId }: KafkaSubject) => ({
  noun,
  subject_id: id,
  place: kafkaPlaceOf({ noun, id }),
  deployment_id: null,
  resource_id: kafkaEnvId,
});

/** Removes what is known about a thing that is gone. What was put back about it stays, to be read later. */
const forget = async (batch: Batch, place: string): Promise<void> => {
  const rows = batch.rows(differencesTable);
  for (const row of await rows.where('place', place)) if (!row.is_protection) rows.remove(row);
};

const ask =
  (answer: Answer) => (event: AnyEvent<'ReapplyRequested' | 'AdoptionRequested' | 'IgnoreRequested'>, batch: Batch) =>
    change(batch, event.data, () => ({
      state: 'answering',
      answer,
      reason: event.data.reason,
      answered_by: event.meta.actor.userId,
      answered_at: timeOf(event),
      operation_id: event.data.operationId,
    }));

const end =
  (state: DifferenceState) =>
  ({ data }: AnyEvent<'Reapplied' | 'Adopted' | 'Ignored'>, batch: Batch) =>
    change(batch, data, () => ({ state }));

/** It waits anew: people were told of nothing that waits since then. */
const reopen = (event: AnyEvent<'AnswerFailed'>, batch: Batch) =>
  change(batch, event.data, () => ({ ...unanswered, state: 'open', waits_since: timeOf(event) }));

const gone = (event: AnyEvent<'Gone'>, batch: Batch) =>
  change(batch, event.data, () => ({ ...unanswered, state: 'answered', answer: 'gone', answered_at: timeOf(event) }));

/** The id of the row of an object that protects. Its other fields may differ at the same time. */
const protectionId = (deploymentId: number, objectId: string) => differenceIdOf(deploymentId, `protection-${objectId}`);

export const differences = {
  tables: [differencesTable],
  on: {
    DifferenceFound: (event, batch) => {
      const { deploymentId, apiId: _api, gatewayId, objectId, intactAt, writtenAt, isAdoptable, ...found } = event.data;
      batch.rows(differencesTable).put({
        id: idOf(event.data),
        ...atDeployment({ deploymentId, gatewayId }),
        object_id: objectId,
        ...found,
        state: 'open',
        intact_at: timeIn(intactAt),
        written_at: timeIn(writtenAt),
        found_at: timeOf(event),
        waits_since: timeOf(event),
        is_adoptable: isAdoptable,
        is_reappliable: true,
        is_protection: false,
        ...unanswered,
      });
    },
    DifferenceGone: gone,
    DifferenceReapplyRequested: ask('reapply'),
    DifferenceAdoptionRequested: ask('adopt'),
    DifferenceIgnoreRequested: ask('ignore'),
    DifferenceReapplied: end('answered'),
    DifferenceAdopted: end('answered'),
    DifferenceIgnored: end('ignored'),
    DifferenceAnswerFailed: reopen,
    ProtectionLost: (event, batch) => {
      const { deploymentId, operationId, objects, intactAt } = event.data;
      for (const { label, found, isAdded, objectId = label, kind = null, name = '', fields = [] } of objects)
        batch.rows(differencesTable).put({
          id: protectionId(deploymentId, objectId),
          ...atDeployment(event.data),
          object_id: objectId,
          kind,
          label,
          name,
          form: isAdded ? 'added' : found,
          state: 'answering',
          fields,
          digest: '',
          intact_at: timeIn(intactAt),
          written_at: null,
          found_at: timeOf(event),
          waits_since: timeOf(event),
          is_adoptable: false,
          is_reappliable: false,
          is_protection: true,
          ...unanswered,
          answer: 'put-back',
          answered_at: timeOf(event),
          operation_id: operationId,
        });
    },
    ProtectionPutBack: async ({ data: { deploymentId, operationId } }, batch) => {
      const rows = batch.rows(differencesTable);
      for (const row of await rows.where('deployment_id', deploymentId))
        if (row.operation_id === operationId) rows.put({ ...row, state: 'answered' });
    },
    DeploymentRemoved: async (event, batch) => {
      const rows = batch.rows(differencesTable);
      for (const row of await rows.where('deployment_id', event.data.deploymentId)) rows.remove(row);
    },
    KafkaDifferenceFound: (event, batch) => {
      const { objectId, label, name, form, fields, digest, intactAt, isAdoptable, isReappliable } = event.data;
      batch.rows(differencesTable).put({
        id: idOf(event.data),
        ...atKafka(event.data),
        object_id: objectId,
        kind: null,
        ...{ label, name, form, fields, digest },
        state: 'open',
        intact_at: timeIn(intactAt),
        written_at: null,
        found_at: timeOf(event),
        waits_since: timeOf(event),
        is_adoptable: isAdoptable,
        is_reappliable: isReappliable,
        is_protection: false,
        ...unanswered,
      });
    },
    KafkaDifferenceGone: gone,
    KafkaDifferenceReapplyRequested: ask('reapply'),
    KafkaDifferenceAdoptionRequested: ask('adopt'),
    KafkaDifferenceIgnoreRequested: ask('ignore'),
    KafkaDifferenceReapplied: end('answered'),
    KafkaDifferenceAdopted: end('answered'),
    KafkaDifferenceIgnored: end('ignored'),
    KafkaDifferenceAnswerFailed: reopen,
    KafkaProtectionLost: (event, batch) => {
      const { objectId, label, name, form, fields, intactAt, operationId } = event.data;
      batch.rows(differencesTable).put({
        id: idOf(event.data),
        ...atKafka(event.data),
        object_id: objectId,
        kind: null,
        ...{ label, name, form, fields },
        digest: '',
        state: 'answering',
        intact_at: timeIn(intactAt),
        written_at: null,
        found_at: timeOf(event),
        waits_since: timeOf(event),
        is_adoptable: false,
        is_reappliable: false,
        is_protection: true,
        ...unanswered,
        answer: 'put-back',
        answered_at: timeOf(event),
        operation_id: operationId,
      });
    },
    KafkaProtectionPutBack: ({ data }, batch) => change(batch, data, () => ({ state: 'answered' })),
    EventTopicRemoved: ({ data }, batch) => forget(batch, streamOf('event-topic', data.eventTopicId)),
    EventSubscriptionRemoved: ({ data }, batch) =>
      forget(batch, streamOf('event-subscription', data.eventSubscriptionId)),
  },
} satisfies ProjectionPart;
