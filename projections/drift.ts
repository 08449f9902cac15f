import type { ForeignObject, LostObject } from '#domain/drift/drift.ts';
import { exactText, integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';

/** The newest loss of protection of each deployment. */
const protectionLossesTable = table('protection_losses', {
  key: ['deployment_id'],
  columns: {
    deployment_id: integer(),
    gateway_id: integer(),
    operation_id: uuid(),
    /** The look that found it. */
    look: exactText(),
    objects: jsonb<readonly LostObject[]>(),
    /** How many of its keys lacked something. */
    keys: integer(),
    /** When it was last seen whole. Null: not known. */
    intact_at: nullable(timestamptz()),
    found_at: timestamptz(),
    /** Null: not yet. */
    put_back_at: nullable(timestamptz()),
  },
  indexes: ['(look)'],
  prefetch: { deployment_id: byField('deploymentId') },
});

/** Others' objects on gateways that take or change the calls of a deployment. */
const foreignObjectsTable = table('foreign_objects', {
  key: ['deployment_id', 'object_id'],
  columns: {
    deployment_id: integer(),
    object_id: exactText(),
    gateway_id: integer(),
    look: exactText(),
    kind: text<ForeignObject['kind']>(),
    name: text(),
    /** The key whose consumer it belongs to or works on. */
    key_id: nullable(integer()),
    found_at: timestamptz(),
  },
  indexes: ['(gateway_id)', '(look)'],
  prefetch: { deployment_id: byField('deploymentId') },
});

export const drift = {
  tables: [protectionLossesTable, foreignObjectsTable],
  on: {
    ProtectionLost: (event, batch) => {
      const { deploymentId, gatewayId, operationId, look, objects, keys, intactAt } = event.data;
      batch.rows(protectionLossesTable).put({
        deployment_id: deploymentId,
        gateway_id: gatewayId,
        operation_id: operationId,
        look,
        objects,
        keys: keys.length,
        intact_at: intactAt === null ? null : new Date(intactAt),
        found_at: timeOf(event),
        put_back_at: null,
      });
    },
    ProtectionPutBack: async (event, batch) => {
      const rows = batch.rows(protectionLossesTable);
      const row = await rows.get(event.data.deploymentId);
      if (row?.operation_id === event.data.operationId) rows.put({ ...row, put_back_at: timeOf(event) });
    },
    ForeignObjectFound: (event, batch) => {
      const { deploymentId, gatewayId, objectId, look, kind, name, keyId } = event.data;
      batch.rows(foreignObjectsTable).put({
        deployment_id: deploymentId,
        object_id: objectId,
        gateway_id: gatewayId,
        look,
        kind,
        name,
        key_id: keyId ?? null,
        found_at: timeOf(event),
      });
    },
    ForeignObjectGone: async (event, batch) => {
      const rows = batch.rows(foreignObjectsTable);
      const row = await rows.get(event.data.deploymentId, event.data.objectId);
      if (row) rows.remove(row);
    },
    DeploymentRemoved: async (event, batch) => {
      const { deploymentId } = event.data;
      const loss = await batch.rows(protectionLossesTable).get(deploymentId);
      if (loss) batch.rows(protectionLossesTable).remove(loss);
      const foreign = batch.rows(foreignObjectsTable);
      for (const row of await foreign.where('deployment_id', deploymentId)) foreign.remove(row);
    },
  },
} satisfies ProjectionPart;
