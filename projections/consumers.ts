import { advance, begin, timeOf } from './own-stream.ts';
import { anyTable, type Batch, type Part } from './projection.ts';
import { named, type TableDefinition } from './table.ts';
import type { ConsumersTable, CredentialViewsTable } from './tables.ts';

const consumersTable: TableDefinition<ConsumersTable> = {
  name: 'consumers',
  key: ['id'],
  columns: {
    id: 'integer not null',
    deployment_id: 'integer not null',
    api_id: 'integer not null',
    organization_id: 'integer not null',
    nickname: 'text not null',
    state: 'text not null',
    operation_id: 'uuid not null',
    api_key_secret_id: 'uuid',
    api_key_last4: 'text',
    client_id: 'text',
    client_secret_id: 'uuid',
    client_secret_last4: 'text',
    created_by: 'integer not null',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
    stream_version: 'integer not null',
  },
  indexes: ['(deployment_id)', '(api_id, organization_id)', '(organization_id)', '(client_id)'],
  prefetch: { id: named('consumerId') },
};

const viewsTable: TableDefinition<CredentialViewsTable> = {
  name: 'credential_views',
  key: ['event_id'],
  columns: {
    event_id: 'uuid not null',
    consumer_id: 'integer not null',
    deployment_id: 'integer',
    api_id: 'integer',
    organization_id: 'integer',
    user_id: 'integer not null',
    viewed_at: 'timestamptz not null',
  },
  indexes: ['(api_id, viewed_at)', '(consumer_id, viewed_at)', '(organization_id, viewed_at)'],
};

const rowsOf = (batch: Batch) => batch.rows(consumersTable);

export const consumers: Part = {
  tables: [anyTable(consumersTable), anyTable(viewsTable)],
  on: {
    ConsumerRequested: (event, batch) => {
      const { consumerId: id, operationId, deploymentId, apiId, organizationId, nickname, credentials } = event.data;
      return begin(rowsOf(batch), id, {
        id,
        deployment_id: deploymentId,
        api_id: apiId,
        organization_id: organizationId,
        nickname,
        state: 'adding',
        operation_id: operationId,
        api_key_secret_id: credentials.apiKey?.secretId ?? null,
        api_key_last4: credentials.apiKey?.last4 ?? null,
        client_id: credentials.oauth2?.clientId ?? null,
        client_secret_id: credentials.oauth2?.clientSecret.secretId ?? null,
        client_secret_last4: credentials.oauth2?.clientSecret.last4 ?? null,
        created_by: event.meta.actor.userId,
        created_at: timeOf(event),
        updated_at: timeOf(event),
        stream_version: event.version,
      });
    },
    ConsumerApplied: (event, batch) =>
      advance(rowsOf(batch), event.data.consumerId, event, () => ({ state: 'active', updated_at: timeOf(event) })),
    ConsumerFailed: (event, batch) =>
      advance(rowsOf(batch), event.data.consumerId, event, () => ({ state: 'failed', updated_at: timeOf(event) })),
    ConsumerRemovalRequested: (event, batch) =>
      advance(rowsOf(batch), event.data.consumerId, event, () => ({
        state: 'removing',
        operation_id: event.data.operationId,
        updated_at: timeOf(event),
      })),
    ConsumerRemoved: async (event, batch) => {
      const row = await rowsOf(batch).get(event.data.consumerId);
      if (row) rowsOf(batch).remove(row);
    },
    // What the gateway knew of the deployment is gone, its keys with it.
    DeploymentRemoved: async (event, batch) => {
      for (const row of await rowsOf(batch).where('deployment_id', event.data.deploymentId)) rowsOf(batch).remove(row);
    },
    CredentialRevealed: async (event, batch) => {
      const { consumerId } = event.data;
      const key = await rowsOf(batch).get(consumerId);
      batch.rows(viewsTable).put({
        event_id: event.id,
        consumer_id: consumerId,
        deployment_id: key?.deployment_id ?? null,
        api_id: key?.api_id ?? null,
        organization_id: key?.organization_id ?? null,
        user_id: event.meta.actor.userId,
        viewed_at: timeOf(event),
      });
      await advance(rowsOf(batch), consumerId, event, () => ({}));
    },
  },
};
