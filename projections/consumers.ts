import type { ConsumerConfig, ConsumerEvent, KnownConsumer } from '#domain/consumer/consumer.ts';
import { currentConfig, rowStateOf } from '#domain/consumer/current-config.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import type { consumerStates } from '#domain/consumer/schema.ts';
import { integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { byField, type RowOf, table } from './engine/table.ts';

/** Keys. Removed keys and the keys of removed deployments have no row. */
export const consumersTable = table('consumers', {
  key: ['id'],
  columns: {
    id: integer(),
    deployment_id: integer(),
    api_id: integer(),
    organization_id: integer(),
    nickname: text(),
    state: text<(typeof consumerStates)[number]>(),
    operation_id: uuid(),
    /** The newest requested configuration. */
    wanted: jsonb<ConsumerConfig>(),
    /** The configuration on the gateway. Null: the key is not there. */
    applied: nullable(jsonb<ConsumerConfig>()),
    /** Generation of the credentials in `wanted`. Uses are counted by generation. */
    generation: integer(),
    /** When the previous credentials end. Null: there are none. */
    previous_until: nullable(timestamptz()),
    /** When the key ends by itself. Null: it has no end. */
    ends_at: nullable(timestamptz()),
    /** The end that people were warned of last, and so many days before it. Null: of none yet. */
    told_end: nullable(timestamptz()),
    told_days: nullable(integer()),
    created_by: integer(),
    created_at: timestamptz(),
    updated_at: timestamptz(),
    stream_version: integer(),
  },
  lookups: ['deployment_id'],
  indexes: ['(api_id, organization_id)', '(organization_id)', '(previous_until)', '(ends_at)'],
  prefetch: { id: byField('consumerId') },
});

type Row = RowOf<typeof consumersTable>;

const rowsOf = (batch: Batch) => batch.rows(consumersTable);

/** Returns the columns that are computed from the key's state. */
const columnsOf = (state: KnownConsumer) => {
  const { nickname, generation, previous, endsAt } = currentConfig(state);
  return {
    nickname,
    state: rowStateOf(state),
    operation_id: state.operationId,
    wanted: state.wanted,
    applied: state.applied,
    generation,
    previous_until: previous && new Date(previous.until),
    ends_at: endsAt ? new Date(endsAt) : null,
  };
};

const stateOf = (row: Readonly<Row>): KnownConsumer => ({
  status: row.state === 'change-failed' ? 'failed' : row.state,
  consumerId: row.id,
  operationId: row.operation_id,
  deploymentId: row.deployment_id,
  apiId: row.api_id,
  organizationId: row.organization_id,
  wanted: row.wanted,
  applied: row.applied,
  // The row needs no values of these fields.
  grantId: null,
  sealed: [],
});

type Change = Exclude<ConsumerEvent['type'], 'ConsumerRequested' | 'ConsumerRemoved' | 'CredentialRevealed'>;

/** Applies an event with the domain's `evolve`. */
const follow = (event: RecordedAs<Change>, batch: Batch): Promise<void> =>
  updateOnce(rowsOf(batch), event.data.consumerId, event, (row) => {
    const next = consumerDecider.evolve(stateOf(row), event);
    return next.status === 'none' ? {} : { ...columnsOf(next), updated_at: timeOf(event) };
  });

export const consumers = {
  tables: [consumersTable],
  on: {
    ConsumerRequested: async (event, batch) => {
      const { consumerId: id, deploymentId, apiId, organizationId, copyOf } = event.data;
      const state = consumerDecider.evolve(consumerDecider.initialState, event);
      if (state.status === 'none') return;
      await insertOnce(rowsOf(batch), id, {
        id,
        deployment_id: deploymentId,
        api_id: apiId,
        organization_id: organizationId,
        ...columnsOf(state),
        told_end: null,
        told_days: null,
        // The portal asks for the copy of a key: it is still the key of whoever added it.
        created_by: copyOf?.addedBy ?? event.meta.actor.userId,
        created_at: timeOf(event),
        updated_at: timeOf(event),
        stream_version: event.version,
      });
    },
    ConsumerChangeRequested: follow,
    CredentialRotationRequested: follow,
    PreviousCredentialsEnded: follow,
    ConsumerApplied: follow,
    ConsumerFailed: follow,
    ConsumerRemovalRequested: follow,
    ConsumerRemoved: async (event, batch) => {
      const row = await rowsOf(batch).get(event.data.consumerId);
      if (row) rowsOf(batch).remove(row);
    },
    // The removal of a deployment removes its keys.
    DeploymentRemoved: async (event, batch) => {
      for (const row of await rowsOf(batch).where('deployment_id', event.data.deploymentId)) rowsOf(batch).remove(row);
    },
    // It has a stream of its own.
    KeyEnding: async ({ data }, batch) => {
      const row = await rowsOf(batch).get(data.consumerId);
      if (row) rowsOf(batch).put({ ...row, told_end: new Date(data.endsAt), told_days: data.days });
    },
    CredentialRevealed: (event, batch) => updateOnce(rowsOf(batch), event.data.consumerId, event, () => ({})),
  },
} satisfies ProjectionPart;
