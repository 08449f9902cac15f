import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import { anyTable, type Batch, type ProjectionPart } from './engine/projection.ts';
import { byField, type TableDefinition } from './engine/table.ts';
import type { DeploymentsTable } from './engine/tables.ts';

export const deploymentsTable: TableDefinition<DeploymentsTable> = {
  name: 'deployments',
  key: ['id'],
  columns: {
    id: 'integer not null',
    api_id: 'integer not null',
    gateway_id: 'integer not null',
    environment: 'text not null',
    name: 'text not null',
    context_path: 'text not null',
    authentication: 'text not null',
    config: 'jsonb not null',
    applied: 'jsonb',
    state: 'text not null',
    operation_id: 'uuid not null',
    created_by: 'integer not null',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
    stream_version: 'integer not null',
  },
  indexes: ['(api_id)', '(gateway_id, environment, context_path)'],
  prefetch: { id: byField('deploymentId'), api_id: byField('apiId') },
};

const rowsOf = (batch: Batch) => batch.rows(deploymentsTable);

export const deployments: ProjectionPart = {
  tables: [anyTable(deploymentsTable)],
  on: {
    DeploymentRequested: async (event, batch) => {
      const { deploymentId: id, apiId, operationId, from, to } = event.data;
      const wanted = {
        gateway_id: to.gatewayId,
        environment: to.environment,
        name: to.name,
        context_path: to.contextPath,
        authentication: to.authentication,
        config: to,
        applied: from,
        state: 'deploying',
        operation_id: operationId,
        updated_at: timeOf(event),
      } as const;
      const first = {
        id,
        api_id: apiId,
        created_by: event.meta.actor.userId,
        created_at: timeOf(event),
        stream_version: event.version,
      };
      await insertOnce(rowsOf(batch), id, { ...first, ...wanted });
      await updateOnce(rowsOf(batch), id, event, () => wanted);
    },
    DeploymentApplied: (event, batch) =>
      updateOnce(rowsOf(batch), event.data.deploymentId, event, ({ config }) => ({
        applied: config,
        state: 'deployed',
        updated_at: timeOf(event),
      })),
    DeploymentFailed: (event, batch) =>
      updateOnce(rowsOf(batch), event.data.deploymentId, event, () => ({ state: 'failed', updated_at: timeOf(event) })),
    UndeploymentRequested: (event, batch) =>
      updateOnce(rowsOf(batch), event.data.deploymentId, event, () => ({
        state: 'undeploying',
        operation_id: event.data.operationId,
        updated_at: timeOf(event),
      })),
    DeploymentRemoved: async (event, batch) => {
      const row = await rowsOf(batch).get(event.data.deploymentId);
      if (row) rowsOf(batch).remove(row);
    },
  },
};
