import type { ConsumerRateLimit } from '#domain/consumer/rate-limit.ts';
import { keyLimitIdOf } from '#domain/key-limit/key-limit-id.ts';
import { integer, jsonb, nullable, text } from './engine/column.ts';
import { insertOnce, updateOnce } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { table } from './engine/table.ts';

/** Limits of an organization's keys on a deployment. Null: removed. Those of removed deployments have no row. */
const keyLimitsTable = table('key_limits', {
  key: ['id'],
  columns: {
    /** `keyLimitIdOf`. */
    id: text(),
    deployment_id: integer(),
    organization_id: integer(),
    rate_limit: nullable(jsonb<ConsumerRateLimit>()),
    stream_version: integer(),
  },
  lookups: ['deployment_id'],
});

export const keyLimits = {
  tables: [keyLimitsTable],
  on: {
    KeyLimitChangeRequested: async (event, batch) => {
      const { deploymentId, organizationId, to } = event.data;
      const id = keyLimitIdOf(deploymentId, organizationId);
      const rows = batch.rows(keyLimitsTable);
      await insertOnce(rows, id, {
        id,
        deployment_id: deploymentId,
        organization_id: organizationId,
        rate_limit: to,
        stream_version: event.version,
      });
      await updateOnce(rows, id, event, () => ({ rate_limit: to }));
    },
    DeploymentRemoved: async (event, batch) => {
      const rows = batch.rows(keyLimitsTable);
      for (const row of await rows.where('deployment_id', event.data.deploymentId)) rows.remove(row);
    },
  },
} satisfies ProjectionPart;
