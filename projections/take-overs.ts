import type { Environment } from '#domain/core/environment.ts';
import { takeOverIdOf } from '#domain/take-over/take-over-id.ts';
import type { DecisionState } from '#domain/take-over/verdict.ts';
import { boolean, exactText, integer, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';
import { type PrefetchEvent, type RowOf, table } from './engine/table.ts';

const idOf = ({ stream, data }: PrefetchEvent): unknown =>
  stream.startsWith('take-over-') ? takeOverIdOf(Number(data.gatewayId), String(data.serviceId)) : undefined;

/** What was decided about services that are not of this portal. One without a row waits for a decision. */
const takeOversTable = table('take_overs', {
  key: ['id'],
  columns: {
    id: exactText(),
    gateway_id: integer(),
    service_id: exactText(),
    /** `open`: it was skipped or stopped, and waits again. */
    state: text<DecisionState>(),
    /** A worker may have changed something at the gateway. */
    has_begun: boolean(),
    /** What it is when it is no longer skipped. */
    state_before: text<DecisionState>(),
    reason: text(),
    /** From here on: the newest try. Null: there was none, or it was stopped. */
    api_id: nullable(integer()),
    organization_id: nullable(integer()),
    environment: nullable(text<Environment>()),
    /** The names that the deployment gets. */
    deployment_name: nullable(text()),
    context_path: nullable(text()),
    operation_id: nullable(uuid()),
    decided_by: integer(),
    decided_at: timestamptz(),
    stream_version: integer(),
  },
  indexes: ['(gateway_id, service_id)', '(gateway_id, state)'],
  prefetch: { id: idOf },
});

type Row = RowOf<typeof takeOversTable>;

const noTry = {
  has_begun: false,
  state_before: 'open',
  api_id: null,
  organization_id: null,
  environment: null,
  deployment_name: null,
  context_path: null,
  operation_id: null,
} as const;

type Outcome = RecordedAs<'ServiceTakeOverBegun' | 'ServiceTakenOver' | 'ServiceTakeOverFailed' | 'ServiceReopened'>;

const change = (batch: Batch, event: Outcome, changed: (row: Readonly<Row>) => Partial<Row>): Promise<void> =>
  updateOnce(batch.rows(takeOversTable), takeOverIdOf(event.data.gatewayId, event.data.serviceId), event, changed);

/** Writes what a service is from now on, whether or not there is a row. Does nothing if the event came a second time. */
const decide = async (
  batch: Batch,
  event: RecordedAs<'ServiceTakeOverRequested' | 'ServiceSkipped'>,
  changed: (row: Readonly<Row> | undefined) => Partial<Row> & Pick<Row, 'state'>,
): Promise<void> => {
  const { gatewayId, serviceId } = event.data;
  const id = takeOverIdOf(gatewayId, serviceId);
  const rows = batch.rows(takeOversTable);
  const row = await rows.get(id);
  if (row && row.stream_version >= event.version) return;
  const before = row ?? { id, gateway_id: gatewayId, service_id: serviceId, reason: '', ...noTry };
  rows.put({ ...before, ...decided(event), stream_version: event.version, ...changed(row) });
};

const decided = (event: RecordedAs<'ServiceTakeOverRequested' | 'ServiceSkipped' | 'ServiceReopened'>) => ({
  decided_by: event.meta.actor.userId,
  decided_at: timeOf(event),
});

export const takeOvers = {
  tables: [takeOversTable],
  on: {
    ServiceTakeOverRequested: (event, batch) => {
      const { apiId, organizationId, operationId, config } = event.data;
      return decide(batch, event, () => ({
        ...noTry,
        state: 'taking',
        reason: '',
        api_id: apiId,
        organization_id: organizationId,
        environment: config.environment,
        deployment_name: config.name,
        context_path: config.contextPath,
        operation_id: operationId,
      }));
    },
    ServiceTakeOverBegun: (event, batch) => change(batch, event, () => ({ has_begun: true })),
    ServiceTakenOver: (event, batch) => change(batch, event, () => ({ state: 'taken', reason: '' })),
    ServiceTakeOverFailed: (event, batch) => change(batch, event, () => ({ state: 'failed' })),
    ServiceSkipped: (event, batch) =>
      decide(batch, event, (row) => ({
        state: 'skipped',
        state_before: row?.state ?? 'open',
        reason: event.data.reason,
      })),
    ServiceReopened: (event, batch) =>
      change(batch, event, ({ state, state_before }) => ({
        ...(state === 'skipped' ? { state: state_before } : { ...noTry, state: 'open' }),
        reason: '',
        ...decided(event),
      })),
  },
} satisfies ProjectionPart;
