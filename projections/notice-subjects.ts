import type { AccessPair } from '#domain/access/access.ts';
import { environmentOf } from '#domain/approval/approval.ts';
import { type Environment, nameInEnvironment } from '#domain/core/environment.ts';
import { kindOf, operationKinds } from '#domain/operation-kinds/operation-kinds.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { boolean, integer, nullable, text, timestamptz, uuid } from './engine/column.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { subjectsIn } from './engine/subject-id.ts';
import { byField, type RowOf, table } from './engine/table.ts';

/** What takes other things with it when it is deleted. */
export type Deleted = 'organization' | 'application' | 'api' | 'deployment';

/**
 * The things that notices are about. Removed things have no row.
 *
 * `id` is the noun and its id: `deployment-3`, `request-4`, `grant-5`. `name` is for notices that name the thing.
 */
export const noticeSubjectsTable = table('notice_subjects', {
  key: ['id'],
  columns: {
    id: text(),
    api_id: nullable(integer()),
    event_category_id: nullable(integer()),
    organization_id: integer(),
    user_id: integer(),
    /** An API's application, whose owners maintain it. */
    application_id: nullable(integer()),
    name: text(),
    environment: nullable(text<Environment>()),
    /** An operation's: the deletion that it goes back to, which may be itself. */
    deletion: nullable(uuid()),
    /** A deletion's: what is deleted. */
    deletes: text<Deleted | ''>(),
    /** A deletion's: the organization that is deleted. */
    named_organization_id: nullable(integer()),
  },
  lookups: ['api_id', 'event_category_id', 'organization_id'],
  prefetch: {
    id: subjectsIn(['operation', 'deployment', 'key', 'request', 'grant', 'issue', 'api', 'application', 'approval'], {
      key: 'consumerId',
    }),
  },
});

export type NoticeSubject = RowOf<typeof noticeSubjectsTable>;

/** People as notices choose them: the administrators of companies, and those of the portal and its gateways. */
export const noticePeopleTable = table('notice_people', {
  key: ['id'],
  columns: {
    id: integer(),
    organization_id: integer(),
    company_admin: boolean(),
    /** What the person administers, if anything. Who administers both has the portal. */
    office: text<'portal' | 'gateways' | ''>(),
    /** Whether the person may administer what gateways hold, also who has the portal. */
    gateway_office: text<'gateways' | ''>(),
    /** Whether the person may look at everything, and start reviews of access. */
    auditor: boolean(),
    /** Whether the person was not disabled. */
    active: boolean(),
    /** When the open invitation ends. Null: there is none, or the person has joined. */
    invited_until: nullable(timestamptz()),
  },
  lookups: ['organization_id', 'office', 'gateway_office'],
  // A case of the desk names who gets it, and a review that is overdue who started it.
  prefetch: {
    id: ({ stream, data }) =>
      stream.startsWith('desk-case-') ? data.to : stream.startsWith('review-round-') ? data.startedBy : data.userId,
  },
});

/** Organizations whose people can't sign in. */
const noticeIdleOrganizationsTable = table('notice_idle_organizations', {
  key: ['organization_id'],
  columns: { organization_id: integer() },
  prefetch: { organization_id: byField('organizationId') },
});

/** Returns whether a person may sign in and decide, by the rule of `may-work.ts`. @param at the time of the event. */
export const mayWorkThen = async (batch: Batch, id: number, at: Date): Promise<boolean> => {
  const person = await batch.rows(noticePeopleTable).get(id);
  if (!person?.active || (person.invited_until && person.invited_until <= at)) return false;
  return (await batch.rows(noticeIdleOrganizationsTable).get(person.organization_id)) === undefined;
};

const changePerson = async (
  batch: Batch,
  id: number,
  changed: Partial<RowOf<typeof noticePeopleTable>>,
): Promise<void> => {
  const rows = batch.rows(noticePeopleTable);
  const person = await rows.get(id);
  if (person) rows.put({ ...person, ...changed });
};

const dutiesOf = (roles: readonly string[]) => ({
  company_admin: roles.includes('ROLE_COMPANY_ADMIN'),
  auditor: roles.includes('ROLE_AUDITOR'),
  gateway_office: roles.includes('ROLE_KONG_ADMIN') ? ('gateways' as const) : ('' as const),
  office: roles.includes('ROLE_PORTAL_ADMIN')
    ? ('portal' as const)
    : roles.includes('ROLE_KONG_ADMIN')
      ? ('gateways' as const)
      : ('' as const),
});

/** Returns the row of a thing. Undefined: it was removed. */
export const subjectOf = (batch: Batch, noun: string, id: number | string) =>
  batch.rows(noticeSubjectsTable).get(`${noun}-${id}`);

/**
 * Returns the person who caused an event. For a worker's event this is the person who asked for its operation, also through
 * another operation. 0: a timer or the portal itself.
 */
export const doerOf = async (event: RecordedEvent, batch: Batch): Promise<number> => {
  const { actor, correlationId } = event.meta;
  if (actor.userId !== 0) return actor.userId;
  const { operationId } = event.data as { operationId?: string };
  const own = operationId === undefined ? undefined : await subjectOf(batch, 'operation', operationId);
  return own?.user_id ?? (await subjectOf(batch, 'operation', correlationId))?.user_id ?? 0;
};

/** Returns the deletion that an event goes back to. Undefined: it happened for its own sake. */
export const deletionOf = async (event: RecordedEvent, batch: Batch): Promise<NoticeSubject | undefined> => {
  const { operationId } = event.data as { operationId?: string };
  for (const id of [operationId, event.meta.correlationId]) {
    const operation = id === undefined ? undefined : await subjectOf(batch, 'operation', id);
    if (operation?.deletion) return await subjectOf(batch, 'operation', operation.deletion);
  }
  return undefined;
};

const put = (batch: Batch, id: string, subject: Partial<NoticeSubject> & Pick<NoticeSubject, 'user_id'>): void =>
  batch.rows(noticeSubjectsTable).put({
    id,
    api_id: null,
    event_category_id: null,
    organization_id: 0,
    application_id: null,
    name: '',
    environment: null,
    deletion: null,
    deletes: '',
    named_organization_id: null,
    ...subject,
  });

/** Removes the row of a thing that was removed or decided: there are no more notices about it. */
const forget = async (batch: Batch, noun: string, id: number | string): Promise<void> => {
  const subject = await subjectOf(batch, noun, id);
  if (subject) batch.rows(noticeSubjectsTable).remove(subject);
};

/** Adds an operation for the person who asked for it. Its label is in the table of operations. */
const ask = async (event: RecordedEvent, batch: Batch, more: Partial<NoticeSubject> = {}): Promise<void> => {
  const { operationId, apiId: api_id = null } = event.data as { operationId: string; apiId?: number };
  const user_id = await doerOf(event, batch);
  const organization_id = event.meta.actor.organizationId;
  const deletion = (await deletionOf(event, batch))?.deletion ?? (more.deletes ? operationId : null);
  put(batch, `operation-${operationId}`, { api_id, organization_id, user_id, deletion, ...more });
};

/** Returns the things about the same API or event category. */
export const subjectsAbout = (batch: Batch, pair: AccessPair): Promise<readonly NoticeSubject[]> =>
  'apiId' in pair
    ? batch.rows(noticeSubjectsTable).where('api_id', pair.apiId)
    : batch.rows(noticeSubjectsTable).where('event_category_id', pair.eventCategoryId);

/** Returns the columns that say what access is for. */
export const productOf = (pair: AccessPair) =>
  'apiId' in pair ? { api_id: pair.apiId } : { event_category_id: pair.eventCategoryId };

/** Returns everybody's part of a request: whoever asked first, and the colleagues who joined. */
export const askersOf = async (
  batch: Batch,
  { requestId, ...pair }: AccessPair & Readonly<{ requestId: number }>,
): Promise<readonly NoticeSubject[]> => {
  const id = `request-${requestId}`;
  const subjects = await subjectsAbout(batch, pair);
  return subjects.filter((subject) => subject.id === id || subject.id.startsWith(`${id}-`));
};

const forgetRequest = async (batch: Batch, request: AccessPair & Readonly<{ requestId: number }>): Promise<void> => {
  for (const asker of await askersOf(batch, request)) batch.rows(noticeSubjectsTable).remove(asker);
};

const asked = ({ data }: RecordedAs<'ApiAccessRequested' | 'EventAccessRequested'>, batch: Batch): void =>
  put(batch, `request-${data.requestId}`, {
    ...productOf(data),
    organization_id: data.organizationId,
    user_id: data.requestedBy,
  });

const joined = ({ data }: RecordedAs<'ApiAccessRequestJoined' | 'EventAccessRequestJoined'>, batch: Batch): void =>
  put(batch, `request-${data.requestId}-${data.requestedBy}`, {
    ...productOf(data),
    organization_id: data.organizationId,
    user_id: data.requestedBy,
  });

/** The grant's notices go to the person who requested access. */
const granted = async (
  { data, meta }: RecordedAs<'ApiAccessGranted' | 'EventAccessGranted'>,
  batch: Batch,
): Promise<void> => {
  const { requestId, grantId, organizationId: organization_id } = data;
  const request = requestId === null ? undefined : await subjectOf(batch, 'request', requestId);
  put(batch, `grant-${grantId}`, {
    ...productOf(data),
    organization_id,
    user_id: request?.user_id ?? meta.actor.userId,
  });
  if (requestId !== null) await forgetRequest(batch, { ...data, requestId });
};

const told = operationKinds.map(kindOf).filter(({ quiet }) => !quiet);

/** Runs after the notices of an event are written, because they read the rows from before it. */
export const noticeSubjects = {
  tables: [noticeSubjectsTable, noticePeopleTable, noticeIdleOrganizationsTable],
  on: {
    ...Object.fromEntries(
      told.map(({ requestedBy }) => [requestedBy, (event: RecordedEvent, batch: Batch) => ask(event, batch)]),
    ),
    UserRegistered: ({ data: { userId: id, organizationId: organization_id, roles } }, batch) =>
      batch.rows(noticePeopleTable).put({ id, organization_id, ...dutiesOf(roles), active: true, invited_until: null }),
    UserRolesChanged: ({ data }, batch) => changePerson(batch, data.userId, dutiesOf(data.to)),
    UserMoved: ({ data }, batch) => changePerson(batch, data.userId, { organization_id: data.to }),
    UserDisabled: ({ data }, batch) => changePerson(batch, data.userId, { active: false }),
    UserEnabled: ({ data }, batch) => changePerson(batch, data.userId, { active: true }),
    UserInvited: ({ data }, batch) => changePerson(batch, data.userId, { invited_until: new Date(data.expiresAt) }),
    UserInvitationWithdrawn: ({ data }, batch) => changePerson(batch, data.userId, { invited_until: null }),
    UserIdentityLinked: ({ data }, batch) => changePerson(batch, data.userId, { invited_until: null }),
    UserIdentityRelinked: ({ data }, batch) => changePerson(batch, data.userId, { invited_until: null }),
    OrganizationDeactivated: ({ data }, batch) =>
      batch.rows(noticeIdleOrganizationsTable).put({ organization_id: data.organizationId }),
    OrganizationActivated: async ({ data }, batch) => {
      const idle = await batch.rows(noticeIdleOrganizationsTable).get(data.organizationId);
      if (idle) batch.rows(noticeIdleOrganizationsTable).remove(idle);
    },
    UserDeleted: async ({ data }, batch) => {
      const person = await batch.rows(noticePeopleTable).get(data.userId);
      if (person) batch.rows(noticePeopleTable).remove(person);
    },
    IssueReported: ({ data }, batch) =>
      put(batch, `issue-${data.issueId}`, { organization_id: data.organizationId, user_id: data.reporterId }),
    IssueClosed: ({ data }, batch) => forget(batch, 'issue', data.issueId),
    OrganizationDeletionApproved: (event, batch) => {
      const { organizationId: organization_id } = event.data;
      batch.rows(noticeIdleOrganizationsTable).put({ organization_id });
      return ask(event, batch, { deletes: 'organization', named_organization_id: organization_id });
    },
    ApprovalRequested: async ({ data, meta }, batch) => {
      const { approvalId, requestedBy: user_id, change } = data;
      const isDeployment = change.kind === 'deployment';
      const api = isDeployment ? await subjectOf(batch, 'api', change.apiId) : undefined;
      put(batch, `approval-${approvalId}`, {
        user_id,
        api_id: api?.api_id ?? null,
        organization_id: api?.organization_id ?? meta.actor.organizationId,
        name: isDeployment ? nameInEnvironment(change.config.contextPath, change.config.environment) : '',
        environment: environmentOf(change),
      });
    },
    ApprovalDenied: ({ data }, batch) => forget(batch, 'approval', data.approvalId),
    ApprovalWithdrawn: ({ data }, batch) => forget(batch, 'approval', data.approvalId),
    ApprovalLapsed: ({ data }, batch) => forget(batch, 'approval', data.approvalId),
    ApplicationRegistered: ({ data, meta }, batch) =>
      put(batch, `application-${data.applicationId}`, {
        organization_id: data.organizationId,
        user_id: meta.actor.userId,
        name: data.name,
      }),
    ApplicationDetailsChanged: async ({ data }, batch) => {
      const application = await subjectOf(batch, 'application', data.applicationId);
      if (application) batch.rows(noticeSubjectsTable).put({ ...application, name: data.to.name });
    },
    ApplicationDeletionRequested: async (event, batch) => {
      const { applicationId } = event.data;
      const name = (await subjectOf(batch, 'application', applicationId))?.name ?? '';
      await ask(event, batch, { deletes: 'application', name });
    },
    ApplicationDeleted: ({ data }, batch) => forget(batch, 'application', data.applicationId),
    ApiPublished: ({ data, meta }, batch) =>
      put(batch, `api-${data.apiId}`, {
        api_id: data.apiId,
        organization_id: data.organizationId,
        user_id: meta.actor.userId,
        application_id: data.applicationId,
      }),
    ApiAssigned: async ({ data }, batch) => {
      const api = await subjectOf(batch, 'api', data.apiId);
      if (api) batch.rows(noticeSubjectsTable).put({ ...api, application_id: data.applicationId });
    },
    ApiDeletionRequested: (event, batch) => ask(event, batch, { deletes: 'api' }),
    ApiDeleted: ({ data }, batch) => forget(batch, 'api', data.apiId),
    ApiAccessRequested: asked,
    EventAccessRequested: asked,
    ApiAccessRequestJoined: joined,
    EventAccessRequestJoined: joined,
    ApiAccessDenied: ({ data }, batch) => forgetRequest(batch, data),
    EventAccessDenied: ({ data }, batch) => forgetRequest(batch, data),
    ApiAccessGranted: granted,
    EventAccessGranted: granted,
    ApiAccessRevoked: ({ data }, batch) => forget(batch, 'grant', data.grantId),
    EventAccessRevoked: ({ data }, batch) => forget(batch, 'grant', data.grantId),
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
    UndeploymentRequested: async (event, batch) => {
      const { name = '', environment = null } = (await subjectOf(batch, 'deployment', event.data.deploymentId)) ?? {};
      await ask(event, batch, { deletes: 'deployment', name, environment });
    },
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
    ConsumerRemovalRequested: async (event, batch) => {
      await ask(event, batch);
      // The key is removed because access was revoked, or its end has come. People are told of that already.
      if (event.meta.causationId !== undefined || event.data.endsAt !== undefined)
        await forget(batch, 'key', event.data.consumerId);
    },
    ConsumerRemoved: ({ data }, batch) => forget(batch, 'key', data.consumerId),
  },
} satisfies ProjectionPart;
