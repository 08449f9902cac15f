import type { Environment } from '#domain/core/environment.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { mailSubjectOf } from '#domain/mail/subject.ts';
import type { GatewayPlan } from '#domain/operation/gateway-plan.ts';
import type { FailureClass, OperationKind } from '#domain/operation/operation.ts';
import type { OperationRow, OperationState, OperationStep } from '#domain/operation/schema.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, operationOf, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { type RowOf, table } from './engine/table.ts';
import {
  operationApisTable,
  operationApplicationsTable,
  operationDeploymentsTable,
  operationOrganizationsTable,
} from './operation-subjects.ts';

/** Every request that a worker carries out, from any noun's `...Requested` event on. */
const operationsTable = table('operations', {
  key: ['id'],
  columns: {
    id: uuid(),
    kind: text<OperationKind>(),
    state: text<OperationState>(),
    /** Null, and an empty name, of what is about no API. */
    api_id: nullable(integer()),
    api_name: text(),
    /** Null of what is about no deployment. */
    deployment_id: nullable(integer()),
    consumer_id: nullable(integer()),
    application_id: nullable(integer()),
    /** What it is about, for people: `payments-dev`, `client/axios`. */
    subject: text(),
    environment: nullable(text<Environment>()),
    /** Of whoever requested it. */
    organization_id: integer(),
    /** The organization that it is about, or whose keys; null of what is about none. */
    key_organization_id: nullable(integer()),
    requested_by: integer(),
    requested_at: timestamptz(),
    updated_at: timestamptz(),
    attempt: integer(),
    /** How often support replayed it. */
    replay: integer(),
    /** What it changes on the gateway; null until a worker has looked. */
    plan: nullable(jsonb<GatewayPlan>()),
    steps: jsonb<OperationStep[]>(),
    problems: jsonb<OperationRow['problems']>(),
    failure_class: nullable(text<FailureClass>()),
    next_attempt_at: nullable(timestamptz()),
    stream_version: integer(),
  },
  // API and subject, indexed for `like '%text%'`.
  generated: { search: 'lower(api_name || chr(10) || subject)' },
  lookups: ['api_id'],
  indexes: [
    '(requested_at, id)',
    '(updated_at, id)',
    '(kind, id)',
    '(state, requested_at, id)',
    '(api_id, requested_at, id)',
    '(deployment_id)',
    '(requested_by, requested_at)',
    'using gin (search gin_trgm_ops)',
  ],
  prefetch: { id: operationOf },
});

type Row = RowOf<typeof operationsTable>;

type RequestType =
  | 'DeploymentRequested'
  | 'UndeploymentRequested'
  | 'ConsumerRequested'
  | 'ConsumerChangeRequested'
  | 'CredentialRotationRequested'
  | 'PreviousCredentialsEnded'
  | 'ConsumerRemovalRequested'
  | 'ReconciliationRequested'
  | 'KeysSuspensionRequested'
  | 'KeysRestorationRequested'
  | 'KeyLimitChangeRequested';

type OrganizationRequest = 'OrganizationDeactivated' | 'OrganizationActivated' | 'OrganizationDeletionApproved';

/** What every operation begins with. */
const newRow = (
  event: RecordedAs<
    | RequestType
    | OrganizationRequest
    | 'CodeGenerationRequested'
    | 'ApiDeletionRequested'
    | 'ApplicationDeletionRequested'
    | 'MailRequested'
  >,
  id: string,
) => ({
  id,
  kind: eventCatalogue[event.type].requests as OperationKind,
  state: 'requested' as const,
  api_id: null,
  api_name: '',
  deployment_id: null,
  consumer_id: null,
  application_id: null,
  key_organization_id: null,
  environment: null,
  organization_id: event.meta.actor.organizationId,
  requested_by: event.meta.actor.userId,
  requested_at: timeOf(event),
  updated_at: timeOf(event),
  attempt: 0,
  replay: 0,
  plan: null,
  steps: [],
  problems: [],
  failure_class: null,
  next_attempt_at: null,
  // The request stands on the noun's stream; the operation's own begins after it.
  stream_version: 0,
});

const request = async (event: RecordedAs<RequestType>, batch: Batch): Promise<void> => {
  const { operationId: id, apiId, deploymentId } = event.data;
  const api = await batch.rows(operationApisTable).get(apiId);
  const deployment = await batch.rows(operationDeploymentsTable).get(deploymentId);
  await insertOnce(batch.rows(operationsTable), id, {
    ...newRow(event, id),
    api_id: apiId,
    api_name: api?.name ?? '',
    deployment_id: deploymentId,
    consumer_id: 'consumerId' in event.data ? event.data.consumerId : null,
    key_organization_id: 'organizationId' in event.data ? event.data.organizationId : null,
    subject: deployment?.subject ?? '',
    environment: deployment?.environment ?? null,
  });
};

const requestOfDeletion = async (event: RecordedAs<'ApiDeletionRequested'>, batch: Batch): Promise<void> => {
  const { operationId: id, apiId } = event.data;
  const name = (await batch.rows(operationApisTable).get(apiId))?.name ?? '';
  await insertOnce(batch.rows(operationsTable), id, {
    ...newRow(event, id),
    api_id: apiId,
    api_name: name,
    subject: name,
  });
};

const requestOfApplicationDeletion = async (
  event: RecordedAs<'ApplicationDeletionRequested'>,
  batch: Batch,
): Promise<void> => {
  const { operationId: id, applicationId } = event.data;
  const name = (await batch.rows(operationApplicationsTable).get(applicationId))?.name ?? '';
  await insertOnce(batch.rows(operationsTable), id, {
    ...newRow(event, id),
    application_id: applicationId,
    subject: name,
  });
};

const requestOfOrganization = async (event: RecordedAs<OrganizationRequest>, batch: Batch): Promise<void> => {
  const { operationId: id, organizationId } = event.data;
  await insertOnce(batch.rows(operationsTable), id, {
    ...newRow(event, id),
    api_id: null,
    api_name: '',
    deployment_id: null,
    consumer_id: null,
    key_organization_id: organizationId,
    subject: (await batch.rows(operationOrganizationsTable).get(organizationId))?.name ?? '',
    environment: null,
  });
};

const requestOfCode = async (event: RecordedAs<'CodeGenerationRequested'>, batch: Batch): Promise<void> => {
  const { operationId: id, apiId, type, lang } = event.data;
  const api = await batch.rows(operationApisTable).get(apiId);
  await insertOnce(batch.rows(operationsTable), id, {
    ...newRow(event, id),
    api_id: apiId,
    api_name: api?.name ?? '',
    subject: `${type}/${lang}`,
  });
};

/** A mail is about no API. */
const requestOfMail = async (event: RecordedAs<'MailRequested'>, batch: Batch): Promise<void> => {
  const { operationId: id } = event.data;
  await insertOnce(batch.rows(operationsTable), id, {
    ...newRow(event, id),
    api_id: null,
    api_name: '',
    deployment_id: null,
    consumer_id: null,
    key_organization_id: null,
    subject: mailSubjectOf(event.data),
    environment: null,
  });
};

/** @throws when the request is not known: its stream must be parked, so this one waits as well. */
const proceed = async (
  event: RecordedEvent,
  batch: Batch,
  state: OperationState,
  change: (row: Readonly<Row>) => Partial<Row> = () => ({}),
): Promise<void> => {
  const id = operationOf(event) ?? '';
  const rows = batch.rows(operationsTable);
  if (!(await rows.get(id))) throw new Error(`operation ${id} was never requested`);
  await updateOnce(rows, id, event, (row) => ({
    state,
    updated_at: timeOf(event),
    failure_class: null,
    next_attempt_at: null,
    ...change(row),
  }));
};

export const operations = {
  tables: [operationsTable],
  on: {
    DeploymentRequested: request,
    UndeploymentRequested: request,
    ConsumerRequested: request,
    ConsumerChangeRequested: request,
    CredentialRotationRequested: request,
    PreviousCredentialsEnded: request,
    ConsumerRemovalRequested: request,
    ReconciliationRequested: request,
    KeysSuspensionRequested: request,
    KeysRestorationRequested: request,
    KeyLimitChangeRequested: request,
    OrganizationDeactivated: requestOfOrganization,
    OrganizationActivated: requestOfOrganization,
    OrganizationDeletionApproved: requestOfOrganization,
    CodeGenerationRequested: requestOfCode,
    ApiDeletionRequested: requestOfDeletion,
    ApplicationDeletionRequested: requestOfApplicationDeletion,
    MailRequested: requestOfMail,
    OperationStarted: (event, batch) =>
      proceed(event, batch, 'started', () => ({ attempt: event.data.attempt, problems: [] })),
    OperationPlanned: (event, batch) => proceed(event, batch, 'started', () => ({ plan: event.data.plan })),
    OperationStepApplied: (event, batch) =>
      proceed(event, batch, 'started', ({ steps }) => ({ steps: [...steps, { at: event.meta.time, ...event.data }] })),
    OperationDelayed: (event, batch) => {
      const { problem, nextAttemptAt } = event.data;
      return proceed(event, batch, 'waiting', () => ({
        problems: [problem],
        failure_class: event.data.class,
        next_attempt_at: nextAttemptAt === undefined ? null : new Date(nextAttemptAt),
      }));
    },
    OperationCompleted: (event, batch) => proceed(event, batch, 'completed', () => ({ problems: [] })),
    OperationSuperseded: (event, batch) => proceed(event, batch, 'superseded', () => ({ problems: [] })),
    OperationFailed: (event, batch) =>
      proceed(event, batch, 'failed', () => ({ problems: event.data.problems, failure_class: event.data.class })),
    OperationReplayRequested: (event, batch) =>
      proceed(event, batch, 'requested', () => ({ replay: event.data.replay, plan: null, problems: [] })),
    ApiDetailsChanged: async ({ data }, batch) => {
      if (data.from.name === data.to.name) return;
      for (const row of await batch.rows(operationsTable).where('api_id', data.apiId)) {
        batch.rows(operationsTable).put({ ...row, api_name: data.to.name });
      }
    },
  },
} satisfies ProjectionPart;
