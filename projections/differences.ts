import type { Answer, DifferenceForm, FieldDifference } from '#domain/difference/difference.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import type { DifferenceAnswer, DifferenceState } from '#domain/difference/schema.ts';
import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import { boolean, exactText, integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { byField, type RowOf, table } from './engine/table.ts';

/** The newest difference of each object at each deployment, and the newest loss of each object that protects. */
const differencesTable = table('differences', {
  key: ['id'],
  columns: {
    id: exactText(),
    deployment_id: integer(),
    api_id: integer(),
    gateway_id: integer(),
    object_id: exactText(),
    kind: nullable(text<ObjectKind>()),
    label: text(),
    name: text(),
    form: text<DifferenceForm>(),
    state: text<DifferenceState>(),
    fields: jsonb<readonly FieldDifference[]>(),
    digest: exactText(),
    /** When the gateway was last seen as applied. Null: not known. */
    intact_at: nullable(timestamptz()),
    /** When the gateway says that the object was written. */
    written_at: nullable(timestamptz()),
    found_at: timestamptz(),
    is_adoptable: boolean(),
    /** Put back at once, by the portal itself. */
    is_protection: boolean(),
    answer: nullable(text<DifferenceAnswer>()),
    reason: text(),
    /** Null: the portal. */
    answered_by: nullable(integer()),
    answered_at: nullable(timestamptz()),
    operation_id: nullable(uuid()),
  },
  generated: {
    sort_object: "fold_text(label || ' ' || name)",
    search:
      'fold_text(label || chr(10) || name || chr(10) || object_id || chr(10) || reason || chr(10) || fields::text)',
  },
  lookups: ['deployment_id', 'answered_by'],
  indexes: ['(state, found_at, id)', '(gateway_id, object_id)', '(found_at, id)', 'using gin (search gin_trgm_ops)'],
  prefetch: { deployment_id: byField('deploymentId') },
});

const unanswered = { answer: null, reason: '', answered_by: null, answered_at: null, operation_id: null } as const;

type Named = Readonly<{ deploymentId: number; objectId: string }>;

const change = async (
  batch: Batch,
  { deploymentId, objectId }: Named,
  changed: (row: Readonly<RowOf<typeof differencesTable>>) => Partial<RowOf<typeof differencesTable>>,
): Promise<void> => {
  const rows = batch.rows(differencesTable);
  const row = await rows.get(differenceIdOf(deploymentId, objectId));
  if (row) rows.put({ ...row, ...changed(row) });
};

type Request = 'DifferenceReapplyRequested' | 'DifferenceAdoptionRequested' | 'DifferenceIgnoreRequested';

const ask = (answer: Answer) => (event: RecordedAs<Request>, batch: Batch) =>
  change(batch, event.data, () => ({
    state: 'answering',
    answer,
    reason: event.data.reason,
    answered_by: event.meta.actor.userId,
    answered_at: timeOf(event),
    operation_id: event.data.operationId,
  }));

const end =
  (state: DifferenceState) =>
  ({ data }: RecordedAs<'DifferenceReapplied' | 'DifferenceAdopted' | 'DifferenceIgnored'>, batch: Batch) =>
    change(batch, data, () => ({ state }));

/** The id of the row of an object that protects. Its other fields may differ at the same time. */
const protectionId = (deploymentId: number, objectId: string) => differenceIdOf(deploymentId, `protection-${objectId}`);

export const differences = {
  tables: [differencesTable],
  on: {
    DifferenceFound: (event, batch) => {
      const { deploymentId, apiId, gatewayId, objectId, intactAt, writtenAt, isAdoptable, ...found } = event.data;
      batch.rows(differencesTable).put({
        id: differenceIdOf(deploymentId, objectId),
        deployment_id: deploymentId,
        api_id: apiId,
        gateway_id: gatewayId,
        object_id: objectId,
        ...found,
        state: 'open',
        intact_at: intactAt === null ? null : new Date(intactAt),
        written_at: writtenAt === null ? null : new Date(writtenAt),
        found_at: timeOf(event),
        is_adoptable: isAdoptable,
        is_protection: false,
        ...unanswered,
      });
    },
    DifferenceGone: (event, batch) =>
      change(batch, event.data, () => ({
        ...unanswered,
        state: 'answered',
        answer: 'gone',
        answered_at: timeOf(event),
      })),
    DifferenceReapplyRequested: ask('reapply'),
    DifferenceAdoptionRequested: ask('adopt'),
    DifferenceIgnoreRequested: ask('ignore'),
    DifferenceReapplied: end('answered'),
    DifferenceAdopted: end('answered'),
    DifferenceIgnored: end('ignored'),
    DifferenceAnswerFailed: ({ data }, batch) => change(batch, data, () => ({ ...unanswered, state: 'open' })),
    ProtectionLost: (event, batch) => {
      const { deploymentId, apiId, gatewayId, operationId, objects, intactAt } = event.data;
      for (const { label, found, isAdded, objectId = label, kind = null, name = '', fields = [] } of objects)
        batch.rows(differencesTable).put({
          id: protectionId(deploymentId, objectId),
          deployment_id: deploymentId,
          api_id: apiId,
          gateway_id: gatewayId,
          object_id: objectId,
          kind,
          label,
          name,
          form: isAdded ? 'added' : found,
          state: 'answering',
          fields,
          digest: '',
          intact_at: intactAt === null ? null : new Date(intactAt),
          written_at: null,
          found_at: timeOf(event),
          is_adoptable: false,
          is_protection: true,
          ...unanswered,
          answer: 'put-back',
          answered_at: timeOf(event),
          operation_id: operationId,
        });
    },
    ProtectionPutBack: async ({ data: { deploymentId, operationId } }, batch) => {
      const rows = batch.rows(differencesTable);
      for (const row of await rows.where('deployment_id', deploymentId))
        if (row.operation_id === operationId) rows.put({ ...row, state: 'answered' });
    },
    DeploymentRemoved: async (event, batch) => {
      const rows = batch.rows(differencesTable);
      for (const row of await rows.where('deployment_id', event.data.deploymentId)) rows.remove(row);
    },
  },
} satisfies ProjectionPart;
