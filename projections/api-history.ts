import { detailChanges } from '#domain/api/history.ts';
import { keyChanges, limitChanges } from '#domain/consumer/history.ts';
import { nameInEnvironment } from '#domain/core/environment.ts';
import type { HistoryArea } from '#domain/core/history.ts';
import { endOfDay } from '#domain/core/last-day.ts';
import { deploymentChanges } from '#domain/deployment/history.ts';
import type { HistoryEntries } from '#domain/history/history.ts';
import type { HistoryOutcome } from '#domain/history/schema.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { operationOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import type { RowOf } from './engine/table.ts';
import { type Entry, historyTable, writeEntry } from './history.ts';
import {
  historyApisTable,
  historyAreasTable,
  historyDeploymentsTable,
  historyGatewaysTable,
  historyKeysTable,
} from './history-subjects.ts';

type ApiEntry = Readonly<{ area: HistoryArea; api_id: number }> & Omit<Entry, 'about_noun' | 'about_id' | 'area'>;

const write = (event: RecordedEvent, batch: Batch, { api_id, ...entry }: ApiEntry): Promise<void> =>
  writeEntry(event, batch, { about_noun: 'api', about_id: api_id, ...entry });

const deploymentOf = async (batch: Batch, id: number) => {
  const deployment = await batch.rows(historyDeploymentsTable).get(id);
  return { subject: deployment?.subject ?? '', environment: deployment?.environment ?? null };
};

const gatewayName = async (batch: Batch, id: number): Promise<string> =>
  (await batch.rows(historyGatewaysTable).get(id))?.name ?? `#${id}`;

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

const detailsOf = (event: RecordedAs<KeyRequest>): Pick<ApiEntry, 'values' | 'changes'> => {
  switch (event.type) {
    case 'ConsumerRequested': {
      const { nickname, copyOf } = event.data;
      return {
        values: { nickname, ...(copyOf ? { copyOf: copyOf.consumerId } : {}) },
        changes: keyChanges(null, event.data),
      };
    }
    case 'ConsumerChangeRequested':
      return { values: { nickname: event.data.from.nickname }, changes: keyChanges(event.data.from, event.data.to) };
    case 'CredentialRotationRequested':
      return { values: { until: event.data.until } };
    case 'PreviousCredentialsEnded':
      return { values: { reason: event.data.reason } };
    case 'ConsumerRemovalRequested':
      return event.data.endsAt === undefined ? {} : { values: { until: event.data.endsAt } };
    default:
      return {};
  }
};

const ofKey = async (event: RecordedAs<KeyRequest>, batch: Batch): Promise<void> => {
  const { consumerId, deploymentId, apiId, operationId } = event.data;
  const nickname = (await batch.rows(historyKeysTable).get(consumerId))?.nickname ?? '';
  const { values, ...details } = detailsOf(event);
  await write(event, batch, {
    area: 'key',
    api_id: apiId,
    ...(await deploymentOf(batch, deploymentId)),
    operation_id: operationId,
    ...details,
    values: { key: consumerId, nickname, ...values },
  });
};

const ofAccess = (
  event: RecordedAs<
    | 'ApiAccessRequested'
    | 'ApiAccessRequestJoined'
    | 'ApiAccessApproved'
    | 'ApiAccessDenied'
    | 'ApiAccessGranted'
    | 'ApiAccessEndChanged'
    | 'ApiAccessEnding'
    | 'ApiAccessRevoked'
  >,
  batch: Batch,
): Promise<void> | undefined => {
  // The approval of the request is the entry.
  if (event.type === 'ApiAccessGranted' && event.data.requestId !== null) return undefined;
  const until = event.type === 'ApiAccessEndChanged' ? event.data.to : 'endsAt' in event.data && event.data.endsAt;
  return write(event, batch, {
    area: 'access',
    api_id: event.data.apiId,
    ...(until ? { values: { until } } : {}),
  });
};

const ofForeign = async (
  event: RecordedAs<'ForeignObjectFound' | 'ForeignObjectGone'>,
  batch: Batch,
): Promise<void> => {
  const { apiId, deploymentId, kind, name, keyId } = event.data;
  const deployment = await deploymentOf(batch, deploymentId);
  const values = { object: kind, name, ...(keyId === undefined ? {} : { key: keyId }) };
  await write(event, batch, { area: 'deployment', api_id: apiId, ...deployment, values });
};

const ofDifference = async (
  event: RecordedAs<
    | 'DifferenceFound'
    | 'DifferenceGone'
    | 'DifferenceReapplyRequested'
    | 'DifferenceAdoptionRequested'
    | 'DifferenceIgnoreRequested'
  >,
  batch: Batch,
): Promise<void> => {
  const { apiId, deploymentId, label, form } = event.data;
  const asked = 'reason' in event.data ? event.data : undefined;
  // That somebody else's object came and went has entries of its own.
  if (form === 'foreign' && !asked) return;
  await write(event, batch, {
    area: 'deployment',
    api_id: apiId,
    ...(await deploymentOf(batch, deploymentId)),
    ...(asked ? { operation_id: asked.operationId } : {}),
    values: {
      object: label,
      ...(asked ? { reason: asked.reason } : {}),
      // What nobody applied is not brought back.
      ...(event.type === 'DifferenceReapplyRequested' && (form === 'foreign' || form === 'added')
        ? { removed: 1 }
        : {}),
    },
  });
};

/** Returns the entries of an operation: its request and support's replays. None when the request has no entry. */
const entriesOf = async (
  batch: Batch,
  event: RecordedEvent,
): Promise<readonly Readonly<RowOf<typeof historyTable>>[]> => {
  const operationId = operationOf(event);
  return operationId === undefined ? [] : await batch.rows(historyTable).where('operation_id', operationId);
};

const end =
  (outcome: HistoryOutcome) =>
  async (event: RecordedEvent, batch: Batch): Promise<void> => {
    for (const row of await entriesOf(batch, event)) batch.rows(historyTable).put({ ...row, outcome });
  };

/** Writes what support did with an operation, with its reason, where the operation was asked for. */
const ofSupport = async (event: RecordedEvent, batch: Batch): Promise<void> => {
  const [asked] = await entriesOf(batch, event);
  const { organization_id = null, environment = null, subject = '', name = '' } = asked ?? {};
  // Only the history of an API has words for a replay.
  const about =
    asked?.about_noun === 'api'
      ? { about_noun: asked.about_noun, about_id: asked.about_id, area: asked.area }
      : { about_noun: 'operation', about_id: 0 };
  const operation_id = operationOf(event) ?? null;
  await writeEntry(event, batch, { ...about, organization_id, environment, subject, name, operation_id });
};

/** The entries about an API and what belongs to it, with the outcome of each operation in its entry. */
export const apiHistory = {
  tables: [],
  on: {
    ApiPublished: (event, batch) => {
      const { apiId, spec } = event.data;
      return write(event, batch, { area: 'api', api_id: apiId, values: { version: spec.version } });
    },
    ApiSpecChanged: async (event, batch) => {
      const { apiId, revision, restores, spec } = event.data;
      const before = await batch.rows(historyApisTable).get(apiId);
      const changes = [
        { field: 'version', from: before?.version ?? null, to: spec.version },
        { field: 'operations', from: before?.operations ?? null, to: spec.operations },
      ].filter(({ from, to }) => from !== to);
      const values = { revision, version: spec.version, ...(restores === null ? {} : { restores }) };
      await write(event, batch, { area: 'api', api_id: apiId, values, changes });
    },
    ApiDetailsChanged: async (event, batch) => {
      const { apiId, from, to } = event.data;
      const names = new Map<number, string>();
      for (const id of [from.businessAreaId, to.businessAreaId])
        if (id !== null) names.set(id, (await batch.rows(historyAreasTable).get(id))?.name ?? `#${id}`);
      const changes = detailChanges(from, to, (id) => names.get(id) ?? '');
      await write(event, batch, { area: 'api', api_id: apiId, changes });
    },
    ApiAssigned: (event, batch) => {
      const { apiId, applicationId } = event.data;
      return write(event, batch, { area: 'api', api_id: apiId, values: { application: applicationId } });
    },
    ApiDeletionRequested: (event, batch) =>
      write(event, batch, { area: 'api', api_id: event.data.apiId, operation_id: event.data.operationId }),
    ApiDeleted: (event, batch) => write(event, batch, { area: 'api', api_id: event.data.apiId }),
    DeploymentRequested: async (event, batch) => {
      const { apiId, operationId, from, to, follows } = event.data;
      const gateway = follows === undefined ? {} : { gateway: await gatewayName(batch, to.gatewayId) };
      await write(event, batch, {
        area: 'deployment',
        api_id: apiId,
        environment: to.environment,
        subject: nameInEnvironment(to.contextPath, to.environment),
        operation_id: operationId,
        values: { first: from === null ? 1 : 0, ...gateway },
        changes: deploymentChanges(from, to),
      });
    },
    ServiceTakeOverRequested: (event, batch) => {
      const { apiId, operationId, name, config } = event.data;
      return write(event, batch, {
        area: 'deployment',
        api_id: apiId,
        environment: config.environment,
        subject: nameInEnvironment(config.contextPath, config.environment),
        operation_id: operationId,
        values: { service: name },
      });
    },
    UndeploymentRequested: async (event, batch) => {
      const { apiId, deploymentId, operationId } = event.data;
      const deployment = await deploymentOf(batch, deploymentId);
      await write(event, batch, { area: 'deployment', api_id: apiId, ...deployment, operation_id: operationId });
    },
    MoveEndPlanned: async (event, batch) => {
      const { apiId, deploymentId, endsOn, quietDays } = event.data;
      const values = {
        ...(endsOn === undefined ? {} : { until: endOfDay(endsOn) }),
        ...(quietDays === undefined ? {} : { days: quietDays }),
      };
      await write(event, batch, {
        area: 'deployment',
        api_id: apiId,
        ...(await deploymentOf(batch, deploymentId)),
        values,
      });
    },
    ProtectionLost: async (event, batch) => {
      const { apiId, deploymentId, operationId, objects, keys } = event.data;
      const values = { objects: objects.map(({ label }) => label).join(', '), keys: keys.length };
      const deployment = await deploymentOf(batch, deploymentId);
      await write(event, batch, {
        area: 'deployment',
        api_id: apiId,
        ...deployment,
        operation_id: operationId,
        values,
      });
    },
    ForeignObjectFound: ofForeign,
    ForeignObjectGone: ofForeign,
    DifferenceFound: ofDifference,
    DifferenceGone: ofDifference,
    DifferenceReapplyRequested: ofDifference,
    DifferenceAdoptionRequested: ofDifference,
    DifferenceIgnoreRequested: ofDifference,
    ConsumerRequested: ofKey,
    ConsumerChangeRequested: ofKey,
    CredentialRotationRequested: ofKey,
    PreviousCredentialsEnded: ofKey,
    ConsumerRemovalRequested: ofKey,
    KeyEnding: async (event, batch) => {
      const entry = await keyEntry(batch, event.data.consumerId);
      if (entry) await write(event, batch, { ...entry, values: { ...entry.values, until: event.data.endsAt } });
    },
    KeyLimitChangeRequested: async (event, batch) => {
      const { deploymentId, apiId, operationId, from, to } = event.data;
      await write(event, batch, {
        area: 'key',
        api_id: apiId,
        ...(await deploymentOf(batch, deploymentId)),
        operation_id: operationId,
        changes: limitChanges(from, to),
      });
    },
    ConsumerRemoved: async (event, batch) => {
      const { consumerId } = event.data;
      const asked = await entriesOf(batch, event);
      // A key's own removal has an entry already. This key was removed with its deployment.
      if (!asked.some(({ kind }) => kind === 'UndeploymentRequested')) return;
      const entry = await keyEntry(batch, consumerId);
      if (entry) await write(event, batch, entry);
    },
    CredentialRevealed: async (event, batch) => {
      const entry = await keyEntry(batch, event.data.consumerId);
      if (entry) await write(event, batch, entry);
    },
    ApiAccessRequested: ofAccess,
    ApiAccessRequestJoined: ofAccess,
    ApiAccessApproved: ofAccess,
    ApiAccessDenied: ofAccess,
    ApiAccessGranted: ofAccess,
    ApiAccessEndChanged: ofAccess,
    ApiAccessEnding: ofAccess,
    ApiAccessRevoked: ofAccess,
    CodeGenerationRequested: (event, batch) => {
      const { apiId, operationId, type, lang, revision } = event.data;
      return write(event, batch, {
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
      await ofSupport(event, batch);
    },
    OperationCancelRequested: ofSupport,
    OperationCancelled: end('cancelled'),
    OperationCompleted: end('done'),
    OperationFailed: end('failed'),
    OperationSuperseded: end('superseded'),
  } satisfies ProjectionPart['on'] & Readonly<Record<keyof HistoryEntries, unknown>>,
} satisfies ProjectionPart;
