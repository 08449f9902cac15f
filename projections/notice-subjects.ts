import { type Environment, nameInEnvironment } from '#domain/core/environment.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { boolean, integer, nullable, text } from './engine/column.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { subjectsIn } from './engine/subject-id.ts';
import { byField, type RowOf, table } from './engine/table.ts';

/**
 * The things that notices are about, until they are gone.
 *
 * `id` is the noun and its id: `deployment-3`, `request-4`, `grant-5`. `name` is what the thing is called, where a notice
 * says it.
 */
export const noticeSubjectsTable = table('notice_subjects', {
  key: ['id'],
  columns: {
    id: text(),
    api_id: nullable(integer()),
    organization_id: integer(),
    user_id: integer(),
    name: text(),
    environment: nullable(text<Environment>()),
  },
  lookups: ['api_id'],
  prefetch: {
    id: subjectsIn(['operation', 'deployment', 'key', 'request', 'grant', 'issue', 'api'], { key: 'consumerId' }),
  },
});

type NoticeSubject = RowOf<typeof noticeSubjectsTable>;

/** Who is a company's administrator: they are told about its access and keys. */
export const noticePeopleTable = table('notice_people', {
  key: ['id'],
  columns: {
    id: integer(),
    organization_id: integer(),
    company_admin: boolean(),
  },
  lookups: ['organization_id'],
  prefetch: { id: byField('userId') },
});

/** What is known of a thing; undefined when it is gone. */
export const subjectOf = (batch: Batch, noun: string, id: number | string) =>
  batch.rows(noticeSubjectsTable).get(`${noun}-${id}`);

/**
 * Who asked for what happened: a worker does what somebody wanted, and what an operation asks for is wanted by whoever asked
 * for that operation. 0 is time, or the portal itself.
 */
export const doerOf = async (event: RecordedEvent, batch: Batch): Promise<number> => {
  const { actor, correlationId } = event.meta;
  if (actor.userId !== 0) return actor.userId;
  const { operationId } = event.data as { operationId?: string };
  const own = operationId === undefined ? undefined : await subjectOf(batch, 'operation', operationId);
  return own?.user_id ?? (await subjectOf(batch, 'operation', correlationId))?.user_id ?? 0;
};

const put = (batch: Batch, id: string, subject: Partial<NoticeSubject> & Pick<NoticeSubject, 'user_id'>): void =>
  batch
    .rows(noticeSubjectsTable)
    .put({ id, api_id: null, organization_id: 0, name: '', environment: null, ...subject });

/** What is gone, or was decided, is nobody's to be told about any more. */
const forget = async (batch: Batch, noun: string, id: number | string): Promise<void> => {
  const subject = await subjectOf(batch, noun, id);
  if (subject) batch.rows(noticeSubjectsTable).remove(subject);
};

type Asking = RecordedAs<
  | 'DeploymentRequested'
  | 'UndeploymentRequested'
  | 'ConsumerRequested'
  | 'ConsumerChangeRequested'
  | 'CredentialRotationRequested'
  | 'PreviousCredentialsEnded'
  | 'ConsumerRemovalRequested'
  | 'KeyLimitChangeRequested'
  | 'CodeGenerationRequested'
  | 'ApiDeletionRequested'
  | 'ApplicationDeletionRequested'
>;

/** The operation is of whoever asked for it; what it is called stands in the operations' own table. */
const ask = async (event: Asking, batch: Batch): Promise<void> => {
  const { operationId } = event.data;
  const user_id = await doerOf(event, batch);
  const organization_id = event.meta.actor.organizationId;
  const api_id = 'apiId' in event.data ? event.data.apiId : null;
  put(batch, `operation-${operationId}`, { api_id, organization_id, user_id });
};

/** Runs after the notices are written: they look at what was there before the event. */
export const noticeSubjects = {
  tables: [noticeSubjectsTable, noticePeopleTable],
  on: {
    UserRegistered: ({ data: { userId: id, organizationId: organization_id, roles } }, batch) =>
      batch.rows(noticePeopleTable).put({ id, organization_id, company_admin: roles.includes('ROLE_COMPANY_ADMIN') }),
    UserRolesChanged: async ({ data }, batch) => {
      const person = await batch.rows(noticePeopleTable).get(data.userId);
      if (person)
        batch.rows(noticePeopleTable).put({ ...person, company_admin: data.to.includes('ROLE_COMPANY_ADMIN') });
    },
    UserMoved: async ({ data }, batch) => {
      const person = await batch.rows(noticePeopleTable).get(data.userId);
      if (person) batch.rows(noticePeopleTable).put({ ...person, organization_id: data.to });
    },
    UserDeleted: async ({ data }, batch) => {
      const person = await batch.rows(noticePeopleTable).get(data.userId);
      if (person) batch.rows(noticePeopleTable).remove(person);
    },
    IssueReported: ({ data }, batch) =>
      put(batch, `issue-${data.issueId}`, { organization_id: data.organizationId, user_id: data.reporterId }),
    IssueClosed: ({ data }, batch) => forget(batch, 'issue', data.issueId),
    ApiPublished: ({ data: { apiId: api_id, organizationId: organization_id }, meta }, batch) =>
      put(batch, `api-${api_id}`, { api_id, organization_id, user_id: meta.actor.userId }),
    ApiDeleted: ({ data }, batch) => forget(batch, 'api', data.apiId),
    ApiAccessRequested: ({ data }, batch) =>
      put(batch, `request-${data.requestId}`, {
        api_id: data.apiId,
        organization_id: data.organizationId,
        user_id: data.requestedBy,
      }),
    ApiAccessDenied: ({ data }, batch) => forget(batch, 'request', data.requestId),
    // The access is of whoever asked for it.
    ApiAccessGranted: async ({ data: { requestId, grantId }, meta }, batch) => {
      const request = requestId === null ? undefined : await subjectOf(batch, 'request', requestId);
      put(batch, `grant-${grantId}`, { user_id: request?.user_id ?? meta.actor.userId });
      if (requestId !== null) await forget(batch, 'request', requestId);
    },
    ApiAccessRevoked: ({ data }, batch) => forget(batch, 'grant', data.grantId),
    DeploymentRequested: async (event, batch) => {
      await ask(event, batch);
      const { deploymentId, apiId: api_id, to } = event.data;
      const known = await subjectOf(batch, 'deployment', deploymentId);
      put(batch, `deployment-${deploymentId}`, {
        api_id,
        organization_id: (await subjectOf(batch, 'api', api_id))?.organization_id ?? 0,
        user_id: known?.user_id ?? event.meta.actor.userId,
        name: nameInEnvironment(to.contextPath, to.environment),
        environment: to.environment,
      });
    },
    UndeploymentRequested: ask,
    DeploymentRemoved: ({ data }, batch) => forget(batch, 'deployment', data.deploymentId),
    ConsumerRequested: async (event, batch) => {
      await ask(event, batch);
      const { consumerId, deploymentId, apiId: api_id, organizationId: organization_id, nickname } = event.data;
      put(batch, `key-${consumerId}`, {
        api_id,
        organization_id,
        user_id: event.meta.actor.userId,
        name: nickname,
        environment: (await subjectOf(batch, 'deployment', deploymentId))?.environment ?? null,
      });
    },
    ConsumerChangeRequested: async (event, batch) => {
      await ask(event, batch);
      const key = await subjectOf(batch, 'key', event.data.consumerId);
      if (key) batch.rows(noticeSubjectsTable).put({ ...key, name: event.data.to.nickname });
    },
    CredentialRotationRequested: ask,
    PreviousCredentialsEnded: ask,
    ConsumerRemovalRequested: async (event, batch) => {
      await ask(event, batch);
      // It goes because access was revoked, and that is what people are told.
      if (event.meta.causationId !== undefined) await forget(batch, 'key', event.data.consumerId);
    },
    ConsumerRemoved: ({ data }, batch) => forget(batch, 'key', data.consumerId),
    KeyLimitChangeRequested: ask,
    CodeGenerationRequested: ask,
    ApiDeletionRequested: ask,
    ApplicationDeletionRequested: ask,
  },
} satisfies ProjectionPart;
