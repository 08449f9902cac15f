import type { HistoryChange } from '#domain/core/changes.ts';
import { type Environment, nameInEnvironment } from '#domain/core/environment.ts';
import type { HistoryArea } from '#domain/core/history.ts';
import { deploymentChanges, detailChanges, keyChanges, limitChanges } from '#domain/history/changes.ts';
import type { HistoryEntries, HistoryType } from '#domain/history/history.ts';
import type { HistoryOutcome } from '#domain/history/schema.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { operationOf, timeOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { type RowOf, table } from './engine/table.ts';
import { historyApisTable, historyAreasTable, historyDeploymentsTable, historyKeysTable } from './history-subjects.ts';

/** The history of an API: one row for each event with an entry. */
const historyTable = table('api_history', {
  key: ['id'],
  columns: {
    /** The event's id. */
    id: uuid(),
    api_id: integer(),
    type: text<HistoryType>(),
    area: text<HistoryArea>(),
    happened_at: timestamptz(),
    /** 0 is the portal itself. */
    user_id: integer(),
    user_organization_id: integer(),
    /** The organization of the key, grant or code. */
    organization_id: nullable(integer()),
    environment: nullable(text<Environment>()),
    /** The route's name on the gateway, or the kind of code. */
    subject: text(),
    values: jsonb<Readonly<Record<string, string | number>>>(),
    changes: jsonb<readonly HistoryChange[]>(),
    operation_id: nullable(uuid()),
    /** The operation's outcome; null without an operation. */
    outcome: nullable(text<HistoryOutcome>()),
  },
  lookups: ['operation_id'],
  indexes: ['(api_id, happened_at, id)'],
  prefetch: { operation_id: operationOf },
});

type Row = RowOf<typeof historyTable>;

type Entry = Readonly<{ area: HistoryArea; api_id: number }> &
  Partial<Pick<Row, 'organization_id' | 'environment' | 'subject' | 'values' | 'changes' | 'operation_id'>>;

/** The row's key is the event's id: the same event twice is one entry. */
const write = (event: RecordedEvent, batch: Batch, entry: Entry): void =>
  batch.rows(historyTable).put({
    id: event.id,
    type: event.type as HistoryType,
    happened_at: timeOf(event),
    user_id: event.meta.actor.userId,
    user_organization_id: event.meta.actor.organizationId,
    organization_id: null,
    environment: null,
    subject: '',
    values: {},
    changes: [],
    operation_id: null,
    outcome: entry.operation_id === undefined ? null : 'pending',
    ...entry,
  });

const deploymentOf = async (batch: Batch, id: number) => {
  const deployment = await batch.rows(historyDeploymentsTable).get(id);
  return { subject: deployment?.subject ?? '', environment: deployment?.environment ?? null };
};

type KeyRequest =
  | 'ConsumerRequested'
  | 'ConsumerChangeRequested'
  | 'CredentialRotationRequested'
  | 'PreviousCredentialsEnded'
  | 'ConsumerRemovalRequested';

/** Returns the common fields of entries about a key. */
const keyEntry = async (batch: Batch, consumerId: number) => {
  const key = await batch.rows(historyKeysTable).get(consumerId);
  if (!key) return undefined;
  return {
    area: 'key' as const,
    api_id: key.api_id,
    organization_id: key.organization_id,
    ...(await deploymentOf(batch, key.deployment_id)),
    values: { key: consumerId, nickname: key.nickname },
  };
};

const detailsOf = (event: RecordedAs<KeyRequest>): Pick<Entry, 'values' | 'changes'> => {
  switch (event.type) {
    case 'ConsumerRequested':
      return { values: { nickname: event.data.nickname }, changes: keyChanges(null, event.data) };
    case 'ConsumerChangeRequested':
      return { values: { nickname: event.data.from.nickname }, changes: keyChanges(event.data.from, event.data.to) };
    case 'CredentialRotationRequested':
      return { values: { until: event.data.until } };
    case 'PreviousCredentialsEnded':
      return { values: { reason: event.data.reason } };
    default:
      return {};
  }
};

const ofKey = async (event: RecordedAs<KeyRequest>, batch: Batch): Promise<void> => {
  const { consumerId, deploymentId, apiId, organizationId, operationId } = event.data;
  const nickname = (await batch.rows(historyKeysTable).get(consumerId))?.nickname ?? '';
  const { values, ...details } = detailsOf(event);
  write(event, batch, {
    area: 'key',
    api_id: apiId,
    organization_id: organizationId,
    ...(await deploymentOf(batch, deploymentId)),
    operation_id: operationId,
    ...details,
    values: { key: consumerId, nickname, ...values },
  });
};

const ofAccess = (
  event: RecordedAs<
    'ApiAccessRequested' | 'ApiAccessApproved' | 'ApiAccessDenied' | 'ApiAccessGranted' | 'ApiAccessRevoked'
  >,
  batch: Batch,
): void => {
  // The approval of the request is the entry.
  if (event.type === 'ApiAccessGranted' && event.data.requestId !== null) return;
  const { apiId, organizationId } = event.data;
  write(event, batch, { area: 'access', api_id: apiId, organization_id: organizationId });
};

/** Returns the entries of an operation: its request and support's replays. None when it has no API. */
const entriesOf = async (batch: Batch, event: RecordedEvent): Promise<Readonly<Row>[]> => {
  const operationId = operationOf(event);
  return operationId === undefined ? [] : await batch.rows(historyTable).where('operation_id', operationId);
};

const end =
  (outcome: HistoryOutcome) =>
  async (event: RecordedEvent, batch: Batch): Promise<void> => {
    for (const row of await entriesOf(batch, event)) batch.rows(historyTable).put({ ...row, outcome });
  };

/** The history of an API, with the outcome of each operation in its entry. */
export const apiHistory = {
  tables: [historyTable],
  on: {
    ApiPublished: (event, batch) => {
      const { apiId, spec } = event.data;
      write(event, batch, { area: 'api', api_id: apiId, values: { version: spec.version } });
    },
    ApiSpecChanged: async (event, batch) => {
      const { apiId, revision, restores, spec } = event.data;
      const before = await batch.rows(historyApisTable).get(apiId);
      const changes = [
        { field: 'version', from: before?.version ?? null, to: spec.version },
        { field: 'operations', from: before?.operations ?? null, to: spec.operations },
      ].filter(({ from, to }) => from !== to);
      const values = { revision, version: spec.version, ...(restores === null ? {} : { restores }) };
      write(event, batch, { area: 'api', api_id: apiId, values, changes });
    },
    ApiDetailsChanged: async (event, batch) => {
      const { apiId, from, to } = event.data;
      const names = new Map<number, string>();
      for (const id of [from.businessAreaId, to.businessAreaId])
        if (id !== null) names.set(id, (await batch.rows(historyAreasTable).get(id))?.name ?? `#${id}`);
      const changes = detailChanges(from, to, (id) => names.get(id) ?? '');
      write(event, batch, { area: 'api', api_id: apiId, changes });
    },
    ApiAssigned: (event, batch) => {
      const { apiId, applicationId } = event.data;
      write(event, batch, { area: 'api', api_id: apiId, values: { application: applicationId } });
    },
    ApiDeletionRequested: (event, batch) =>
      write(event, batch, { area: 'api', api_id: event.data.apiId, operation_id: event.data.operationId }),
    ApiDeleted: (event, batch) => write(event, batch, { area: 'api', api_id: event.data.apiId }),
    DeploymentRequested: (event, batch) => {
      const { apiId, operationId, from, to } = event.data;
      write(event, batch, {
        area: 'deployment',
        api_id: apiId,
        environment: to.environment,
        subject: nameInEnvironment(to.contextPath, to.environment),
        operation_id: operationId,
        values: { first: from === null ? 1 : 0 },
        changes: deploymentChanges(from, to),
      });
    },
    UndeploymentRequested: async (event, batch) => {
      const { apiId, deploymentId, operationId } = event.data;
      const deployment = await deploymentOf(batch, deploymentId);
      write(event, batch, { area: 'deployment', api_id: apiId, ...deployment, operation_id: operationId });
    },
    ConsumerRequested: ofKey,
    ConsumerChangeRequested: ofKey,
    CredentialRotationRequested: ofKey,
    PreviousCredentialsEnded: ofKey,
    ConsumerRemovalRequested: ofKey,
    KeyLimitChangeRequested: async (event, batch) => {
      const { deploymentId, apiId, organizationId, operationId, from, to } = event.data;
      write(event, batch, {
        area: 'key',
        api_id: apiId,
        organization_id: organizationId,
        ...(await deploymentOf(batch, deploymentId)),
        operation_id: operationId,
        changes: limitChanges(from, to),
      });
    },
    ConsumerRemoved: async (event, batch) => {
      const { consumerId } = event.data;
      const asked = await entriesOf(batch, event);
      // A key's own removal has an entry already. This key was removed with its deployment.
      if (!asked.some(({ type }) => type === 'UndeploymentRequested')) return;
      const entry = await keyEntry(batch, consumerId);
      if (entry) write(event, batch, entry);
    },
    CredentialRevealed: async (event, batch) => {
      const entry = await keyEntry(batch, event.data.consumerId);
      if (entry) write(event, batch, entry);
    },
    ApiAccessRequested: ofAccess,
    ApiAccessApproved: ofAccess,
    ApiAccessDenied: ofAccess,
    ApiAccessGranted: ofAccess,
    ApiAccessRevoked: ofAccess,
    CodeGenerationRequested: (event, batch) => {
      const { apiId, operationId, type, lang, revision } = event.data;
      write(event, batch, {
        area: 'code',
        api_id: apiId,
        organization_id: event.meta.actor.organizationId,
        subject: `${type}/${lang}`,
        operation_id: operationId,
        values: { revision },
      });
    },
    OperationReplayRequested: async (event, batch) => {
      await end('pending')(event, batch);
      const [asked] = await entriesOf(batch, event);
      if (!asked) return;
      const { area, api_id, organization_id, environment, subject, operation_id } = asked;
      write(event, batch, { area, api_id, organization_id, environment, subject, operation_id });
    },
    OperationCompleted: end('done'),
    OperationFailed: end('failed'),
    OperationSuperseded: end('superseded'),
  } satisfies ProjectionPart['on'] & Readonly<Record<keyof HistoryEntries, unknown>>,
} satisfies ProjectionPart;
