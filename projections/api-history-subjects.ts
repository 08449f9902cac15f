import { type Environment, nameInEnvironment } from '#domain/core/environment.ts';
import { anyTable, type ProjectionPart } from './engine/projection.ts';
import type { Rows } from './engine/rows.ts';
import { byField, type TableDefinition } from './engine/table.ts';
import type { HistoryApisTable } from './engine/tables.ts';

type Deployment = { id: number; api_id: number; subject: string; environment: Environment };
type Key = { id: number; api_id: number; organization_id: number; deployment_id: number; nickname: string };
type Area = { id: number; name: string };

/** What the history is about, kept when it is gone; the names are those that it had last. */
export const historyApisTable: TableDefinition<HistoryApisTable> = {
  name: 'history_apis',
  key: ['id'],
  columns: {
    id: 'integer not null',
    name: 'text not null',
    version: 'text not null',
    operations: 'integer not null',
    deleted: 'boolean not null',
  },
  prefetch: { id: byField('apiId') },
};

export const historyDeploymentsTable: TableDefinition<Deployment> = {
  name: 'history_deployments',
  key: ['id'],
  columns: {
    id: 'integer not null',
    api_id: 'integer not null',
    subject: 'text not null',
    environment: 'text not null',
  },
  prefetch: { id: byField('deploymentId') },
};

export const historyKeysTable: TableDefinition<Key> = {
  name: 'history_keys',
  key: ['id'],
  columns: {
    id: 'integer not null',
    api_id: 'integer not null',
    organization_id: 'integer not null',
    deployment_id: 'integer not null',
    nickname: 'text not null',
  },
  prefetch: { id: byField('consumerId') },
};

export const historyAreasTable: TableDefinition<Area> = {
  name: 'history_areas',
  key: ['id'],
  columns: { id: 'integer not null', name: 'text not null' },
};

/** What is no longer known, or never was, stays so. */
const change = async <R extends object>(rows: Rows<R>, id: number, columns: Partial<R>): Promise<void> => {
  const row = await rows.get(id);
  if (row) rows.put({ ...row, ...columns });
};

/** Runs after the entries are written: they look at what was there before the event. */
export const apiHistorySubjects: ProjectionPart = {
  tables: [
    anyTable(historyApisTable),
    anyTable(historyDeploymentsTable),
    anyTable(historyKeysTable),
    anyTable(historyAreasTable),
  ],
  on: {
    BusinessAreaAdded: ({ data }, batch) =>
      batch.rows(historyAreasTable).put({ id: data.businessAreaId, name: data.name }),
    BusinessAreaChanged: ({ data }, batch) =>
      batch.rows(historyAreasTable).put({ id: data.businessAreaId, name: data.to.name }),
    ApiPublished: ({ data: { apiId: id, details, spec } }, batch) =>
      batch.rows(historyApisTable).put({
        id,
        name: details.name,
        version: spec.version,
        operations: spec.operations,
        deleted: false,
      }),
    ApiDetailsChanged: ({ data }, batch) => change(batch.rows(historyApisTable), data.apiId, { name: data.to.name }),
    ApiSpecChanged: ({ data: { apiId, spec } }, batch) =>
      change(batch.rows(historyApisTable), apiId, { version: spec.version, operations: spec.operations }),
    ApiDeleted: ({ data }, batch) => change(batch.rows(historyApisTable), data.apiId, { deleted: true }),
    DeploymentRequested: ({ data: { deploymentId: id, apiId, to } }, batch) =>
      batch.rows(historyDeploymentsTable).put({
        id,
        api_id: apiId,
        subject: nameInEnvironment(to.contextPath, to.environment),
        environment: to.environment,
      }),
    ConsumerRequested: ({ data }, batch) =>
      batch.rows(historyKeysTable).put({
        id: data.consumerId,
        api_id: data.apiId,
        organization_id: data.organizationId,
        deployment_id: data.deploymentId,
        nickname: data.nickname,
      }),
    ConsumerChangeRequested: ({ data }, batch) =>
      change(batch.rows(historyKeysTable), data.consumerId, { nickname: data.to.nickname }),
  },
};
