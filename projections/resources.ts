import { insertOnce, timeOf } from './engine/own-stream.ts';
import { anyTable, type ProjectionPart } from './engine/projection.ts';
import { byField, type TableDefinition } from './engine/table.ts';
import type { ResourcesTable } from './engine/tables.ts';

const resourcesTable: TableDefinition<ResourcesTable> = {
  name: 'resources',
  key: ['id'],
  columns: {
    id: 'integer not null',
    type: 'text not null',
    name: 'text not null',
    is_public: 'boolean not null',
    organizations: 'integer[] not null',
    admin_url: 'text not null',
    api_url: 'text not null',
    api_ssl_url: 'text not null',
    http_log_endpoint: 'text not null',
    admin_key_secret_id: 'uuid',
    telemetry_key_secret_id: 'uuid not null',
    telemetry_key_fingerprint: 'text not null',
    created_at: 'timestamptz not null',
    stream_version: 'integer not null',
  },
  // The gateway's posts are recognised by their key's fingerprint.
  indexes: ['(telemetry_key_fingerprint)'],
  prefetch: { id: byField('resourceId') },
};

export const resources: ProjectionPart = {
  tables: [anyTable(resourcesTable)],
  on: {
    GatewayRegistered: (event, batch) => {
      const { data } = event;
      return insertOnce(batch.rows(resourcesTable), data.resourceId, {
        id: data.resourceId,
        type: data.type,
        name: data.name,
        is_public: data.isPublic,
        organizations: data.organizations,
        admin_url: data.adminUrl,
        api_url: data.apiUrl,
        api_ssl_url: data.apiSslUrl,
        http_log_endpoint: data.httpLogEndpoint,
        admin_key_secret_id: data.adminApiKey?.secretId ?? null,
        telemetry_key_secret_id: data.telemetryKey.secretId,
        telemetry_key_fingerprint: data.telemetryKey.fingerprint,
        created_at: timeOf(event),
        stream_version: event.version,
      });
    },
  },
};
