import type { Gateway } from '#domain/resource/resource.ts';
import { array, boolean, integer, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

/** Gateways; a removed one has no row. Their secrets are references into the vault. */
const resourcesTable = table('resources', {
  key: ['id'],
  columns: {
    id: integer(),
    type: text<'KONG'>(),
    name: text(),
    is_public: boolean(),
    /** The organizations that may deploy to it when it is not public. */
    organizations: array(integer()),
    admin_url: text(),
    api_url: text(),
    api_ssl_url: text(),
    http_log_endpoint: text(),
    admin_key_secret_id: nullable(uuid()),
    telemetry_key_secret_id: uuid(),
    telemetry_key_fingerprint: text(),
    created_at: timestamptz(),
    stream_version: integer(),
  },
  // The fingerprint of the key in a gateway's posts tells which gateway it is.
  indexes: ['(telemetry_key_fingerprint)'],
  prefetch: { id: byField('resourceId') },
});

const settingsOf = (data: Gateway) => ({
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
});

export const resources = {
  tables: [resourcesTable],
  on: {
    GatewayRegistered: (event, batch) =>
      insertOnce(batch.rows(resourcesTable), event.data.resourceId, {
        id: event.data.resourceId,
        ...settingsOf(event.data),
        created_at: timeOf(event),
        stream_version: event.version,
      }),
    GatewayChanged: (event, batch) =>
      updateOnce(batch.rows(resourcesTable), event.data.resourceId, event, () => settingsOf(event.data)),
    GatewayRemoved: async (event, batch) => {
      const rows = batch.rows(resourcesTable);
      const row = await rows.get(event.data.resourceId);
      if (row) rows.remove(row);
    },
  },
} satisfies ProjectionPart;
