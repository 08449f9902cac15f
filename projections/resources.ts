import type { Certificate } from '#domain/resource/certificate.ts';
import type { Config } from '#domain/resource/configs.ts';
import type { ResourceSettings } from '#domain/resource/resource.ts';
import { configsOf } from '#domain/resource/settings.ts';
import type { ResourceType } from '#domain/resource/types.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { array, boolean, integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

/** Gateways, brokers and caches; a removed one has no row. Their secrets are references into the vault. */
export const resourcesTable = table('resources', {
  key: ['id'],
  columns: {
    id: integer(),
    type: text<ResourceType>(),
    name: text(),
    is_public: boolean(),
    /** The organizations that may use it when it is not public. */
    organizations: array(integer()),
    /** The properties as the form shows them. Secrets are not in them. */
    configs: jsonb<readonly Config[]>(),
    certificates: jsonb<readonly Certificate[]>(),
    /** From here on: gateways only. */
    admin_url: nullable(text()),
    api_url: nullable(text()),
    api_ssl_url: nullable(text()),
    http_log_endpoint: nullable(text()),
    admin_key_secret_id: nullable(uuid()),
    telemetry_key_secret_id: nullable(uuid()),
    telemetry_key_fingerprint: nullable(text()),
    created_at: timestamptz(),
    stream_version: integer(),
  },
  generated: { sort_name: 'fold_text(name)' },
  // The fingerprint of the key in a gateway's posts tells which gateway it is.
  indexes: ['(telemetry_key_fingerprint)', 'using gin (certificates jsonb_path_ops)'],
  prefetch: { id: byField('resourceId') },
});

const noGateway = {
  admin_url: null,
  api_url: null,
  api_ssl_url: null,
  http_log_endpoint: null,
  admin_key_secret_id: null,
  telemetry_key_secret_id: null,
  telemetry_key_fingerprint: null,
};

const gatewayColumns = (data: ResourceSettings) =>
  data.type === 'KONG'
    ? {
        admin_url: data.adminUrl,
        api_url: data.apiUrl,
        api_ssl_url: data.apiSslUrl,
        http_log_endpoint: data.httpLogEndpoint,
        admin_key_secret_id: data.adminApiKey?.secretId ?? null,
        telemetry_key_secret_id: data.telemetryKey.secretId,
        telemetry_key_fingerprint: data.telemetryKey.fingerprint,
      }
    : noGateway;

/** Pairs and certificates that an event does not tell are those of before: the last release does not know them. */
const columnsOf = (data: ResourceSettings, before?: Kept) => {
  const { custom = before?.custom ?? [], certificates = before?.certificates ?? [] } = data;
  return {
    type: data.type,
    name: data.name,
    is_public: data.isPublic,
    organizations: data.organizations,
    configs: configsOf({ ...data, custom }),
    certificates,
    ...gatewayColumns(data),
  };
};

type Kept = Readonly<{ custom: Config[]; certificates: Certificate[] }>;
type Settled = RecordedEvent & Readonly<{ data: ResourceSettings }>;

const registered = (event: Settled, batch: Batch) =>
  insertOnce(batch.rows(resourcesTable), event.data.resourceId, {
    id: event.data.resourceId,
    ...columnsOf(event.data),
    created_at: timeOf(event),
    stream_version: event.version,
  });

const changed = (event: Settled, batch: Batch) =>
  updateOnce(batch.rows(resourcesTable), event.data.resourceId, event, (row) => {
    const predefined = new Set(configsOf({ ...event.data, custom: [] }).map(({ name }) => name));
    const custom = row.configs.filter(({ name }) => !predefined.has(name));
    return columnsOf(event.data, { custom, certificates: [...row.certificates] });
  });

const removed = async ({ data }: Readonly<{ data: Readonly<{ resourceId: number }> }>, batch: Batch) => {
  const rows = batch.rows(resourcesTable);
  const row = await rows.get(data.resourceId);
  if (row) rows.remove(row);
};

export const resources = {
  tables: [resourcesTable],
  on: {
    GatewayRegistered: registered,
    GatewayChanged: changed,
    GatewayRemoved: removed,
    KafkaRegistered: registered,
    KafkaChanged: changed,
    KafkaRemoved: removed,
    RedisRegistered: registered,
    RedisChanged: changed,
    RedisRemoved: removed,
  },
} satisfies ProjectionPart;
