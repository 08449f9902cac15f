import { clockIdOf } from '#domain/clock/clock.ts';
import type { ClockKind } from '#domain/clock/kinds.ts';
import { streamOf } from '#domain/core/id.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { kafkaDifferenceIdOf, placeOfDifference } from '#domain/difference/kafka-subject.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { noticesTable, ofApi, tell } from './notice-rows.ts';
import { noticePeopleTable } from './notice-subjects.ts';

/** Tells those to whom something goes whose time is over. Each notice belongs to its reader's organization, as their role does. */
const tellOverdue = async (event: RecordedAs<'DecisionOverdue'>, batch: Batch): Promise<void> => {
  const { kind, key, about: subject, dueAt, told } = event.data;
  const place = kind === 'drift' ? placeOfDifference(key) : null;
  const people = batch.rows(noticePeopleTable);
  for (const { userId } of told) {
    const person = await people.get(userId);
    if (!person) continue;
    const { organization_id } = person;
    const about = { organization_id, subject, object: kind, clock: clockIdOf(event.data), place, by_user_id: 0 };
    tell(event, batch, [userId], 'decision-overdue', { ...about, ends_at: new Date(dueAt) });
  }
};

/** What is decided waits for nobody. */
const withdraw = async (batch: Batch, kind: ClockKind, key: number | string): Promise<void> => {
  const rows = batch.rows(noticesTable);
  for (const row of await rows.where('clock', clockIdOf({ kind, key: String(key) }))) rows.remove(row);
};

/** What is gone waits for nobody, with all that differed there. */
const withdrawAt = async (batch: Batch, noun: string, id: number): Promise<void> => {
  const rows = batch.rows(noticesTable);
  for (const row of await rows.where('place', streamOf(noun, id))) rows.remove(row);
};

/** The requests for access to an API end with it. A colleague who joined one has an id of their own: `request-41-7`. */
const apiDeleted = async ({ data }: RecordedAs<'ApiDeleted'>, batch: Batch): Promise<void> => {
  const requests = await ofApi(batch, data.apiId, 'request');
  for (const request of new Set(requests.map(({ id }) => id.split('-')[1])))
    await withdraw(batch, 'access', request ?? '');
};

const requestDecided = (
  { data }: RecordedAs<'ApiAccessApproved' | 'ApiAccessDenied' | 'EventAccessApproved' | 'EventAccessDenied'>,
  batch: Batch,
) => withdraw(batch, 'access', data.requestId);

const registrationDecided = (
  { data }: RecordedAs<'RegistrationApprovalBegun' | 'RegistrationApproved' | 'RegistrationDenied'>,
  batch: Batch,
) => withdraw(batch, 'registration', data.registrationId);

const deletionDecided = (
  { data }: RecordedAs<'OrganizationDeletionApproved' | 'OrganizationDeletionDenied' | 'OrganizationDeletionWithdrawn'>,
  batch: Batch,
) => withdraw(batch, 'deletion', data.requestId);

const approvalDecided = (
  { data }: RecordedAs<'ApprovalGiven' | 'ApprovalDenied' | 'ApprovalLapsed' | 'ApprovalWithdrawn'>,
  batch: Batch,
) => withdraw(batch, 'approval', data.approvalId);

const differenceAnswered = (
  {
    data,
  }: RecordedAs<
    'DifferenceGone' | 'DifferenceReapplyRequested' | 'DifferenceAdoptionRequested' | 'DifferenceIgnoreRequested'
  >,
  batch: Batch,
) => withdraw(batch, 'drift', differenceIdOf(data.deploymentId, data.objectId));

const kafkaDifferenceAnswered = (
  {
    data,
  }: RecordedAs<
    | 'KafkaDifferenceGone'
    | 'KafkaDifferenceReapplyRequested'
    | 'KafkaDifferenceAdoptionRequested'
    | 'KafkaDifferenceIgnoreRequested'
    | 'KafkaProtectionLost'
    | 'KafkaProtectionPutBack'
  >,
  batch: Batch,
) => withdraw(batch, 'drift', kafkaDifferenceIdOf(data, data.objectId));

/** The notices about decisions whose time is over. */
export const noticesOfClocks = {
  tables: [],
  on: {
    DecisionOverdue: tellOverdue,
    ApiAccessApproved: requestDecided,
    ApiAccessDenied: requestDecided,
    EventAccessApproved: requestDecided,
    EventAccessDenied: requestDecided,
    RegistrationApprovalBegun: registrationDecided,
    RegistrationApproved: registrationDecided,
    RegistrationDenied: registrationDecided,
    OrganizationDeletionApproved: deletionDecided,
    OrganizationDeletionDenied: deletionDecided,
    OrganizationDeletionWithdrawn: deletionDecided,
    ApprovalGiven: approvalDecided,
    ApprovalDenied: approvalDecided,
    ApprovalLapsed: approvalDecided,
    ApprovalWithdrawn: approvalDecided,
    DifferenceGone: differenceAnswered,
    DifferenceReapplyRequested: differenceAnswered,
    DifferenceAdoptionRequested: differenceAnswered,
    DifferenceIgnoreRequested: differenceAnswered,
    KafkaDifferenceGone: kafkaDifferenceAnswered,
    KafkaDifferenceReapplyRequested: kafkaDifferenceAnswered,
    KafkaDifferenceAdoptionRequested: kafkaDifferenceAnswered,
    KafkaDifferenceIgnoreRequested: kafkaDifferenceAnswered,
    KafkaProtectionLost: kafkaDifferenceAnswered,
    KafkaProtectionPutBack: kafkaDifferenceAnswered,
    DeploymentRemoved: ({ data }, batch) => withdrawAt(batch, 'deployment', data.deploymentId),
    EventTopicRemoved: ({ data }, batch) => withdrawAt(batch, 'event-topic', data.eventTopicId),
    EventSubscriptionRemoved: ({ data }, batch) => withdrawAt(batch, 'event-subscription', data.eventSubscriptionId),
    ApiDeleted: apiDeleted,
  },
} satisfies ProjectionPart;
