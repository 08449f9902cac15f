import type { Environment } from '#domain/core/environment.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { MoveEnd } from '#domain/deployment/move.ts';
import type { Authentication, deploymentStates } from '#domain/deployment/row.ts';
import { integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

/** Deployments. A removed deployment has no row. */
export const deploymentsTable = table('deployments', {
  key: ['id'],
  columns: {
    id: integer(),
    api_id: integer(),
    gateway_id: integer(),
    environment: text<Environment>(),
    name: text(),
    /** As in the form. The path on the gateway is `nameInEnvironment(context_path, environment)`. */
    context_path: text(),
    authentication: text<Authentication>(),
    /** The newest requested configuration. */
    config: jsonb<DeploymentConfig>(),
    /** The configuration that the gateway serves now. Null: none. */
    applied: nullable(jsonb<DeploymentConfig>()),
    state: text<(typeof deploymentStates)[number]>(),
    operation_id: uuid(),
    /** The deployment whose place it takes. That one may be gone. */
    follows: nullable(integer()),
    /** When it ends by itself, as long as `followerId` takes its place. Null: a person ends it. */
    move_end: nullable(jsonb<{ followerId: number } & MoveEnd>()),
    created_by: integer(),
    created_at: timestamptz(),
    updated_at: timestamptz(),
    stream_version: integer(),
  },
  lookups: ['api_id'],
  indexes: ['(gateway_id, environment, context_path)', '(follows)'],
  prefetch: { id: byField('deploymentId'), api_id: byField('apiId') },
});

const rowsOf = (batch: Batch) => batch.rows(deploymentsTable);

export const deployments = {
  tables: [deploymentsTable],
  on: {
    DeploymentRequested: async (event, batch) => {
      const { deploymentId: id, apiId, operationId, from, to, follows = null } = event.data;
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
        follows,
        move_end: null,
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
        state: 'deployed' as const,
        updated_at: timeOf(event),
      })),
    DeploymentFailed: (event, batch) =>
      updateOnce(rowsOf(batch), event.data.deploymentId, event, () => ({
        state: 'failed' as const,
        updated_at: timeOf(event),
      })),
    UndeploymentRequested: (event, batch) =>
      updateOnce(rowsOf(batch), event.data.deploymentId, event, () => ({
        state: 'undeploying' as const,
        operation_id: event.data.operationId,
        updated_at: timeOf(event),
      })),
    MoveEndPlanned: (event, batch) => {
      const { deploymentId, followerId, endsOn = null, quietDays = null } = event.data;
      const isPlanned = endsOn !== null || quietDays !== null;
      return updateOnce(rowsOf(batch), deploymentId, event, () => ({
        move_end: isPlanned ? { followerId, endsOn, quietDays } : null,
      }));
    },
    DeploymentRemoved: async (event, batch) => {
      const row = await rowsOf(batch).get(event.data.deploymentId);
      if (row) rowsOf(batch).remove(row);
    },
  },
} satisfies ProjectionPart;
