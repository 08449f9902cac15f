import type { Environment } from '#domain/core/environment.ts';
import type { GatewayPlan } from '#domain/core/gateway-plan.ts';
import { streamOf } from '#domain/core/id.ts';
import type { Resource } from '#domain/core/operation-kind.ts';
import type { FailureClass } from '#domain/operation/failure-classes.ts';
import type { OperationRow, OperationState, OperationStep } from '#domain/operation/schema.ts';
import { kindOf, type OperationKind, operationKinds } from '#domain/operation-kinds/operation-kinds.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { integer, jsonb, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { insertOnce, operationOf, timeOf, updateOnce } from './engine/own-stream.ts';
import type { Batch, ProjectionPart } from './engine/projection.ts';
import { type PrefetchEvent, type RowOf, table } from './engine/table.ts';
import { operationSubjectsTable } from './operation-subjects.ts';

type Asking = PrefetchEvent & Readonly<{ meta?: Readonly<{ answers?: string }> }>;

/** Every request that a worker carries out, from any noun's `...Requested` event on. */
const operationsTable = table('operations', {
  key: ['id'],
  columns: {
    id: uuid(),
    kind: text<OperationKind>(),
    state: text<OperationState>(),
    /** What it is about, and where that stands: `consumer`, `9`, `deployment-8`, `gateway-1`. */
    subject_noun: text(),
    subject_id: text(),
    place: nullable(text()),
    resource: nullable(text<Resource>()),
    /** Null, and an empty name, of what is about no API. */
    api_id: nullable(integer()),
    api_name: text(),
    /** What it is about, for people: `payments-dev`, `client/axios`. */
    subject: text(),
    environment: nullable(text<Environment>()),
    /** Of whoever requested it. */
    organization_id: integer(),
    /** The organization that it is about, or whose keys. Null: the request names none. */
    of_organization_id: nullable(integer()),
    requested_by: integer(),
    requested_at: timestamptz(),
    updated_at: timestamptz(),
    attempt: integer(),
    /** How often support replayed it. */
    replay: integer(),
    /** What it changes on the gateway; null until a worker has looked. */
    plan: nullable(jsonb<GatewayPlan>()),
    steps: jsonb<OperationStep[]>(),
    problems: jsonb<OperationRow['problems']>(),
    failure_class: nullable(text<FailureClass>()),
    next_attempt_at: nullable(timestamptz()),
    /** Why it was cancelled, and by whom. */
    cancel_reason: nullable(text()),
    cancelled_by: nullable(integer()),
    /** The failed operation that it asks for anew in another form, and the newest that asks for this one. */
    answers: nullable(uuid()),
    answered_by: nullable(uuid()),
    stream_version: integer(),
  },
  // API and subject, indexed for `like '%text%'`. The cause is why it stands on the desk of support (`domain/operation/desk.ts`).
  generated: {
    search: 'fold_text(api_name || chr(10) || subject)',
    cause: `state || '~' || coalesce(failure_class, '') || '~' || coalesce(problems->0->>'code', '') || '~' || coalesce(resource, '')`,
  },
  lookups: ['api_id'],
  indexes: [
    '(requested_at, id)',
    '(updated_at, id)',
    '(kind, id)',
    '(state, requested_at, id)',
    '(state, updated_at)',
    '(cause, updated_at)',
    '(subject_noun, subject_id, requested_at)',
    '(api_id, requested_at, id)',
    '(place)',
    '(requested_by, requested_at)',
    'using gin (search gin_trgm_ops)',
  ],
  prefetch: { id: (event: Asking) => [operationOf(event), event.meta?.answers] },
});

type Row = RowOf<typeof operationsTable>;

/** The ids that a request may have besides its operation's. */
type Named = Readonly<{ operationId: string; apiId?: number; organizationId?: number }>;

/** Adds an operation with the names that its subject, its place and its API have now. */
const request =
  (kind: OperationKind) =>
  async (event: RecordedEvent, batch: Batch): Promise<void> => {
    const data = event.data as Readonly<Record<string, unknown>> & Named;
    const registered = kindOf(kind);
    const { noun, id: subjectId, place } = registered.about(data);
    const subjects = batch.rows(operationSubjectsTable);
    const api = data.apiId === undefined ? undefined : await subjects.get(streamOf('api', data.apiId));
    const named = await subjects.get(place ?? streamOf(noun, subjectId));
    const rows = batch.rows(operationsTable);
    await insertOnce(rows, data.operationId, {
      id: data.operationId,
      kind,
      state: 'requested',
      subject_noun: noun,
      subject_id: subjectId,
      place: place ?? null,
      resource: named?.resource ?? null,
      api_id: data.apiId ?? null,
      api_name: api?.name ?? '',
      subject: registered.title?.(data) ?? named?.name ?? '',
      environment: named?.environment ?? null,
      organization_id: event.meta.actor.organizationId,
      of_organization_id: data.organizationId ?? null,
      requested_by: event.meta.actor.userId,
      requested_at: timeOf(event),
      updated_at: timeOf(event),
      attempt: 0,
      replay: 0,
      plan: null,
      steps: [],
      problems: [],
      failure_class: null,
      next_attempt_at: null,
      cancel_reason: null,
      cancelled_by: null,
      answers: event.meta.answers ?? null,
      answered_by: null,
      // The request stands on the noun's stream; the operation's own begins after it.
      stream_version: 0,
    });
    const answered = event.meta.answers === undefined ? undefined : await rows.get(event.meta.answers);
    if (answered) rows.put({ ...answered, answered_by: data.operationId });
  };

/** @throws when the request is not known: its stream must be parked, so this one waits as well. */
const proceed = async (
  event: RecordedEvent,
  batch: Batch,
  state: OperationState,
  change: (row: Readonly<Row>) => Partial<Row> = () => ({}),
): Promise<void> => {
  const id = operationOf(event) ?? '';
  const rows = batch.rows(operationsTable);
  if (!(await rows.get(id))) throw new Error(`operation ${id} was never requested`);
  await updateOnce(rows, id, event, (row) => ({
    state,
    updated_at: timeOf(event),
    failure_class: null,
    next_attempt_at: null,
    ...change(row),
  }));
};

export const operations = {
  tables: [operationsTable],
  on: {
    ...Object.fromEntries(operationKinds.map((kind) => [kindOf(kind).requestedBy, request(kind)])),
    OperationStarted: (event, batch) =>
      proceed(event, batch, 'started', () => ({ attempt: event.data.attempt, problems: [] })),
    OperationPlanned: (event, batch) => proceed(event, batch, 'started', () => ({ plan: event.data.plan })),
    OperationStepApplied: (event, batch) =>
      proceed(event, batch, 'started', ({ steps }) => ({ steps: [...steps, { at: event.meta.time, ...event.data }] })),
    OperationDelayed: (event, batch) => {
      const { problem, nextAttemptAt } = event.data;
      return proceed(event, batch, 'waiting', () => ({
        problems: [problem],
        failure_class: event.data.class,
        next_attempt_at: nextAttemptAt === undefined ? null : new Date(nextAttemptAt),
      }));
    },
    OperationCompleted: (event, batch) => proceed(event, batch, 'completed', () => ({ problems: [] })),
    OperationSuperseded: (event, batch) => proceed(event, batch, 'superseded', () => ({ problems: [] })),
    OperationFailed: (event, batch) =>
      proceed(event, batch, 'failed', () => ({ problems: event.data.problems, failure_class: event.data.class })),
    OperationCancelRequested: (event, batch) =>
      proceed(event, batch, 'cancelling', () => ({
        cancel_reason: event.data.reason,
        cancelled_by: event.meta.actor.userId,
      })),
    OperationCancelled: (event, batch) => proceed(event, batch, 'cancelled'),
    OperationReplayRequested: (event, batch) =>
      proceed(event, batch, 'requested', () => ({ replay: event.data.replay, plan: null, problems: [] })),
    ApiDetailsChanged: async ({ data }, batch) => {
      if (data.from.name === data.to.name) return;
      for (const row of await batch.rows(operationsTable).where('api_id', data.apiId)) {
        batch.rows(operationsTable).put({ ...row, api_name: data.to.name });
      }
    },
  },
} satisfies ProjectionPart;
