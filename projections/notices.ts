import { type NoticeKind, reminderTime } from '#domain/notice/notice.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { operationOf, timeOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { decidingMaintainersOf, maintainersOf } from './notice-owners.ts';
import { administrators, companyAdmins, type NoticeContext, noticesTable, ofApi, tell } from './notice-rows.ts';
import {
  askersOf,
  type Deleted,
  deletionOf,
  doerOf,
  noticePeopleTable,
  noticeSubjectsTable,
  productOf,
  subjectOf,
} from './notice-subjects.ts';
import {
  changesKeyEnd,
  endOf,
  tellEnding,
  tellKeyEnding,
  withdrawEnding,
  withdrawKeyEnding,
} from './notices-of-ends.ts';
import { tellOfReview, withdrawReview } from './notices-of-reviews.ts';

type DeletionEvent = RecordedAs<
  'OrganizationDeletionRequested' | 'OrganizationDeletionDenied' | 'OrganizationDeletionWithdrawn'
>;

/**
 * Tells what somebody outside Portico did to a deployment on its gateway: who made the deployment, the administrators of its
 * company, and those of the portal and its gateways. A person gets one notice about all deployments of one look.
 */
const ofDeploymentAtGateway = async (
  event: RecordedAs<'ProtectionLost' | 'ForeignObjectFound'>,
  batch: Batch,
  kind: NoticeKind,
  more: Partial<NoticeContext>,
): Promise<void> => {
  const { deploymentId, apiId: api_id, look } = event.data;
  const deployment = await subjectOf(batch, 'deployment', deploymentId);
  if (!deployment) return;
  const { organization_id, name: subject, environment, user_id } = deployment;
  const people = [
    user_id,
    ...(await companyAdmins(batch, organization_id)),
    ...(await administrators(batch, 'portal')),
    ...(await administrators(batch, 'gateways')),
  ];
  const id = uuidV5(porticoNamespace, `notice/${kind}/${look}`);
  const rows = batch.rows(noticesTable);
  for (const person of new Set(people)) {
    const told = await rows.get(person, id);
    if (told) rows.put({ ...told, others: told.others + 1 });
    else tell(event, batch, [person], kind, { id, organization_id, api_id, subject, environment, ...more });
  }
};

const deletionKinds = {
  organization: 'organization-deleted',
  application: 'application-deleted',
  api: 'api-deleted',
  deployment: 'deployment-removed',
} as const satisfies Record<Deleted, NoticeKind>;

/**
 * Tells that something is gone. What went with something else is told as that: a person gets one notice about a deletion, however
 * many things of theirs it takes.
 *
 * @param keys how many of them are keys.
 */
const tellGone = async (
  event: RecordedEvent,
  batch: Batch,
  people: Iterable<number>,
  kind: NoticeKind,
  about: NoticeContext,
  keys = 0,
): Promise<void> => {
  const by_user_id = await doerOf(event, batch);
  const deletion = await deletionOf(event, batch);
  if (!deletion?.deletes) return tell(event, batch, people, kind, { ...about, keys, by_user_id }, by_user_id);
  const { api_id, name: subject, environment, named_organization_id } = deletion;
  const { organization_id } = about;
  const cause = { organization_id, api_id, subject, environment, named_organization_id, by_user_id };
  const id = uuidV5(porticoNamespace, `notice/gone/${deletion.deletion}`);
  const rows = batch.rows(noticesTable);
  for (const person of new Set(people)) {
    const told = await rows.get(person, id);
    if (told) rows.put({ ...told, keys: told.keys + keys });
    else tell(event, batch, [person], deletionKinds[deletion.deletes], { id, ...cause, keys }, by_user_id);
  }
};

/** Tells who decides on access. */
const asked = async (event: RecordedAs<'ApiAccessRequested' | 'EventAccessRequested'>, batch: Batch): Promise<void> => {
  const { requestId: request_id, organizationId: organization_id, requestedBy } = event.data;
  const about = { organization_id, ...productOf(event.data), request_id, named_organization_id: organization_id };
  const api = 'apiId' in event.data ? await subjectOf(batch, 'api', event.data.apiId) : undefined;
  const people =
    (await decidingMaintainersOf(batch, api, requestedBy, timeOf(event))) ?? (await administrators(batch, 'portal'));
  tell(event, batch, people, 'access-asked', about, requestedBy);
};

/** What is decided waits for nobody. */
const withdrawAsked = async (batch: Batch, requestId: number): Promise<void> => {
  const rows = batch.rows(noticesTable);
  for (const row of await rows.where('request_id', requestId)) if (row.kind === 'access-asked') rows.remove(row);
};

type Decided = RecordedAs<'ApiAccessApproved' | 'ApiAccessDenied' | 'EventAccessApproved' | 'EventAccessDenied'>;

const decided =
  (kind: 'access-approved' | 'access-denied') =>
  async (event: Decided, batch: Batch): Promise<void> => {
    const { requestId: request_id, organizationId: organization_id, requestedBy } = event.data;
    const doer = await doerOf(event, batch);
    await withdrawAsked(batch, request_id);
    const people = [requestedBy, ...(await askersOf(batch, event.data)).map(({ user_id }) => user_id)];
    const ends_at = endOf(event.data);
    tell(event, batch, people, kind, { organization_id, ...productOf(event.data), request_id, ends_at }, doer);
  };

/** Tells who maintains an API that an organization may call it now, or may no longer. */
const tellMaintainers = async (
  event: RecordedAs<'ApiAccessGranted' | 'ApiAccessRevoked'>,
  batch: Batch,
  kind: 'access-given' | 'access-taken',
): Promise<void> => {
  const { apiId: api_id, organizationId: named_organization_id } = event.data;
  const api = await subjectOf(batch, 'api', api_id);
  if (!api || api.organization_id === named_organization_id || (await deletionOf(event, batch))) return;
  const about = {
    id: uuidV5(porticoNamespace, `notice/${kind}/${event.id}`),
    organization_id: api.organization_id,
    api_id,
    named_organization_id,
  };
  tell(event, batch, await maintainersOf(batch, api), kind, about, await doerOf(event, batch));
};

/** Tells the person who added the key, and the administrators of its company. */
const ofKey = async (
  event: RecordedEvent,
  batch: Batch,
  consumerId: number,
  kind: NoticeKind,
  more: Partial<NoticeContext>,
) => {
  const key = await subjectOf(batch, 'key', consumerId);
  if (!key) return;
  const { organization_id, api_id, name: subject, environment, user_id } = key;
  const people = [user_id, ...(await companyAdmins(batch, organization_id))];
  const about = { organization_id, api_id, consumer_id: consumerId, subject, environment, ...more };
  if (kind === 'key-removed') return await tellGone(event, batch, people, kind, about, 1);
  // Time ends the old credentials. So a reminder goes to the person who rotated the key, too.
  tell(event, batch, people, kind, about, kind === 'key-ending' ? 0 : await doerOf(event, batch));
};

/**
 * Tells the people of other organizations who lose access with an organization: whoever added a key for one of its APIs, and the
 * administrators of companies with a key or access.
 */
const tellLosing =
  (kind: 'access-ending' | 'access-stays') =>
  async (event: DeletionEvent, batch: Batch): Promise<void> => {
    const { organizationId } = event.data;
    const apis = await batch.rows(noticeSubjectsTable).where('organization_id', organizationId);
    const doer = await doerOf(event, batch);
    for (const { id, api_id } of apis) {
      if (!id.startsWith('api-') || api_id === null) continue;
      const things = [...(await ofApi(batch, api_id, 'grant')), ...(await ofApi(batch, api_id, 'key'))];
      for (const thing of things) {
        const { organization_id } = thing;
        if (organization_id === organizationId) continue;
        const owners = thing.id.startsWith('key-') ? [thing.user_id] : [];
        const people = [...owners, ...(await companyAdmins(batch, organization_id))];
        tell(event, batch, people, kind, { organization_id, named_organization_id: organizationId }, doer);
      }
    }
  };

/** Removes reminders that are still in the future: the end was called off, or has happened. */
const withdrawReminders = async (event: RecordedEvent, batch: Batch, consumerId: number): Promise<void> => {
  const rows = batch.rows(noticesTable);
  for (const row of await rows.where('consumer_id', consumerId))
    if (row.kind === 'key-ending' && row.at > timeOf(event)) rows.remove(row);
};

/** Tells the person who asked for an operation what became of it. */
const ofOperation = async (event: RecordedEvent, batch: Batch, kind: NoticeKind, except = 0): Promise<void> => {
  const operation_id = operationOf(event);
  const operation = operation_id === undefined ? undefined : await subjectOf(batch, 'operation', operation_id);
  if (!operation || operation_id === undefined) return;
  const { organization_id, api_id, user_id } = operation;
  tell(event, batch, [user_id], kind, { organization_id, api_id, operation_id }, except);
};

/** Whoever has a case of the desk no more does not find it among their notices. */
const withdrawCase = async (
  { stream }: RecordedAs<'DeskCaseHandedOver' | 'DeskCaseTakenBack'>,
  batch: Batch,
): Promise<void> => {
  const rows = batch.rows(noticesTable);
  for (const row of await rows.where('place', stream)) rows.remove(row);
};

/** Tells the person who gets a case of the desk. It is in their own organization, whosever the operation is: support gave it to them. */
const handedOver = async (event: RecordedAs<'DeskCaseHandedOver'>, batch: Batch): Promise<void> => {
  await withdrawCase(event, batch);
  const { about, to } = event.data;
  const person = await batch.rows(noticePeopleTable).get(to);
  if (!person) return;
  const { organization_id } = person;
  // A cause has tildes in it.
  const [kind, thing] = about.includes('~')
    ? (['cause-handed-over', { object: about }] as const)
    : (['case-handed-over', { operation_id: about }] as const);
  tell(event, batch, [to], kind, { organization_id, place: event.stream, ...thing }, event.meta.actor.userId);
};

/** The notices: one row for each event and person. */
export const notices = {
  tables: [noticesTable],
  on: {
    ApiAccessRequested: asked,
    EventAccessRequested: asked,
    ApiAccessApproved: decided('access-approved'),
    EventAccessApproved: decided('access-approved'),
    ApiAccessDenied: decided('access-denied'),
    EventAccessDenied: decided('access-denied'),
    ApiAccessRevoked: async (event, batch) => {
      const { apiId: api_id, organizationId: organization_id } = event.data;
      const keys = await ofApi(batch, api_id, 'key');
      const owners = keys.filter((key) => key.organization_id === organization_id).map(({ user_id }) => user_id);
      const grant = await subjectOf(batch, 'grant', event.data.grantId);
      const people = [grant?.user_id ?? 0, ...owners, ...(await companyAdmins(batch, organization_id))];
      const ends_at = endOf(event.data);
      await tellGone(event, batch, people, 'access-revoked', { organization_id, api_id, ends_at });
      await tellMaintainers(event, batch, 'access-taken');
    },
    EventAccessRevoked: async (event, batch) => {
      const { organizationId: organization_id, grantId } = event.data;
      const grant = await subjectOf(batch, 'grant', grantId);
      const people = [grant?.user_id ?? 0, ...(await companyAdmins(batch, organization_id))];
      const ends_at = endOf(event.data);
      await tellGone(event, batch, people, 'access-revoked', { organization_id, ...productOf(event.data), ends_at });
    },
    ApiAccessEnding: tellEnding,
    EventAccessEnding: tellEnding,
    ApiAccessEndChanged: withdrawEnding,
    EventAccessEndChanged: withdrawEnding,
    ApiAccessGranted: (event, batch) => tellMaintainers(event, batch, 'access-given'),
    ReviewRoundStarted: tellOfReview('review-started'),
    ReviewRoundDue: tellOfReview('review-due'),
    ReviewRoundClosed: withdrawReview,
    OrganizationDeletionRequested: tellLosing('access-ending'),
    OrganizationDeletionDenied: tellLosing('access-stays'),
    OrganizationDeletionWithdrawn: tellLosing('access-stays'),
    CredentialRotationRequested: async (event, batch) => {
      const { consumerId, operationId: operation_id, until } = event.data;
      const ends_at = new Date(until);
      const at = new Date(reminderTime(timeOf(event).getTime(), ends_at.getTime()));
      await ofKey(event, batch, consumerId, 'key-ending', { at, ends_at, operation_id });
    },
    PreviousCredentialsEnded: async (event, batch) => {
      await withdrawReminders(event, batch, event.data.consumerId);
      await ofKey(event, batch, event.data.consumerId, 'key-ended', {});
    },
    KeyEnding: tellKeyEnding,
    ConsumerChangeRequested: async (event, batch) => {
      if (changesKeyEnd(event)) await withdrawKeyEnding(batch, event.data.consumerId);
    },
    ConsumerRemovalRequested: async (event, batch) => {
      const ends_at = endOf(event.data);
      await withdrawReminders(event, batch, event.data.consumerId);
      await withdrawKeyEnding(batch, event.data.consumerId);
      if (ends_at) await ofKey(event, batch, event.data.consumerId, 'key-removed', { ends_at });
    },
    ConsumerRemoved: async (event, batch) => {
      await withdrawReminders(event, batch, event.data.consumerId);
      await ofKey(event, batch, event.data.consumerId, 'key-removed', {});
    },
    // The new credentials are withdrawn, so the old ones do not end.
    ConsumerFailed: async (event, batch) => {
      const rows = batch.rows(noticesTable);
      const { operationId } = event.data;
      for (const row of await rows.where('operation_id', operationId)) if (row.kind === 'key-ending') rows.remove(row);
    },
    DeploymentRemoved: async (event, batch) => {
      const deployment = await subjectOf(batch, 'deployment', event.data.deploymentId);
      if (!deployment) return;
      const { organization_id, api_id, name: subject, environment, user_id } = deployment;
      const about = { organization_id, api_id, subject, environment };
      await tellGone(event, batch, [user_id], 'deployment-removed', about);
    },
    ApiDeleted: async (event, batch) => {
      const { apiId: api_id } = event.data;
      const api = await subjectOf(batch, 'api', api_id);
      for (const { organization_id, user_id } of await ofApi(batch, api_id, 'request'))
        await tellGone(event, batch, [user_id], 'api-deleted', { organization_id, api_id });
      if (api) {
        const { organization_id } = api;
        await tellGone(event, batch, await maintainersOf(batch, api), 'api-deleted', { organization_id, api_id });
      }
      // Companies with access had no key that would have told them.
      for (const { organization_id, user_id } of await ofApi(batch, api_id, 'grant')) {
        const people = [user_id, ...(await companyAdmins(batch, organization_id))];
        await tellGone(event, batch, people, 'api-deleted', { organization_id, api_id });
      }
    },
    ProtectionLost: (event, batch) =>
      ofDeploymentAtGateway(event, batch, 'protection-lost', { operation_id: event.data.operationId }),
    ForeignObjectFound: (event, batch) =>
      ofDeploymentAtGateway(event, batch, 'foreign-object', {
        object: event.data.name,
        object_kind: event.data.kind,
        key_id: event.data.keyId ?? null,
      }),
    CertificatesEnding: async (event, batch) => {
      const [first, ...others] = event.data.certificates;
      if (!first) return;
      const about = {
        gateway_id: event.data.gatewayId,
        object: first.name,
        ends_at: new Date(first.expiresAt),
        others: others.length,
      };
      for (const { id, organization_id } of await batch.rows(noticePeopleTable).where('gateway_office', 'gateways'))
        tell(event, batch, [id], 'certificate-ending', { organization_id, ...about });
    },
    KafkaRightsFound: async (event, batch) => {
      const [first, ...others] = event.data.rights;
      if (!first) return;
      const about = { gateway_id: event.data.kafkaEnvId, object: first.name, others: others.length };
      for (const { id, organization_id } of await batch.rows(noticePeopleTable).where('office', 'portal'))
        tell(event, batch, [id], 'kafka-rights', { organization_id, ...about });
    },
    OperationFailed: (event, batch) => ofOperation(event, batch, 'operation-failed'),
    DeskCaseHandedOver: handedOver,
    DeskCaseTakenBack: withdrawCase,
    OperationCancelRequested: async (event, batch) =>
      ofOperation(event, batch, 'operation-cancelled', await doerOf(event, batch)),
    OperationCompleted: async (event, batch) => {
      const told = await batch.rows(noticesTable).where('operation_id', operationOf(event) ?? '');
      if (told.some(({ kind }) => kind === 'operation-failed')) await ofOperation(event, batch, 'operation-recovered');
    },
    IssueClosed: async (event, batch) => {
      const { issueId: issue_id } = event.data;
      const issue = await subjectOf(batch, 'issue', issue_id);
      if (!issue) return;
      const { organization_id, user_id } = issue;
      tell(event, batch, [user_id], 'issue-closed', { organization_id, issue_id }, await doerOf(event, batch));
    },
  },
} satisfies ProjectionPart;
