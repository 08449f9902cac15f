import { notFound, RefusedError } from '#domain/core/problem.ts';
import { type AttemptCalls, type Moment, mostMoments } from '#domain/operation/desk.ts';
import { readTimeline } from '#domain/operation/desk-calls.ts';
import type { OperationEvent } from '#domain/operation/operation.ts';
import { kindOf } from '#domain/operation-kinds/operation-kinds.ts';
import { streamOfRequest } from '#domain/operation-kinds/requests.ts';
import { type RecordedEvent, UnreadableEventError } from '#eventstore/event-store.ts';
import type { CallMade } from '#platform/calls-made.ts';
import { readTraceparent } from '#platform/spans/traceparent.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { fullName } from '../sql/full-name.ts';
import { standingOperations } from '../sql/standing.ts';
import { readArranged } from './arranged.ts';
import { findOperation } from './queries.ts';
import type { Row } from './row.ts';

const isReplay = ({ type }: RecordedEvent): boolean => type === 'OperationReplayRequested';

/** What a person did with it. */
const isAct = (event: RecordedEvent): boolean => isReplay(event) || event.type === 'OperationCancelRequested';

type Said = Partial<Moment> & Pick<Moment, 'type'>;

/** What an event says on the timeline. */
const saidBy = ({ type, data }: OperationEvent): Said => {
  switch (type) {
    case 'OperationStarted':
      return { type: 'started', attempt: data.attempt };
    case 'OperationPlanned':
      return { type: 'planned', attempt: data.attempt, changes: data.plan.changes.length + data.plan.more };
    case 'OperationStepApplied':
      return { type: 'step', ...data };
    case 'OperationDelayed': {
      const { attempt, class: failureClass, problem, nextAttemptAt = null } = data;
      return { type: 'delayed', attempt, failureClass, problems: [problem], nextAttemptAt };
    }
    case 'OperationCompleted':
      return { type: 'completed', attempt: data.attempt };
    case 'OperationSuperseded':
      return { type: 'superseded', attempt: data.attempt };
    case 'OperationFailed':
      return { type: 'failed', attempt: data.attempt, failureClass: data.class, problems: data.problems };
    case 'OperationCancelRequested':
      return { type: 'cancelling', reason: data.reason };
    case 'OperationCancelled':
      return { type: 'cancelled' };
    default:
      return { type: 'replayed', reason: data.reason };
  }
};

const momentOf = (at: string, by: string | null, said: Said): Moment => ({
  at,
  by,
  attempt: 0,
  step: null,
  target: null,
  result: null,
  problems: [],
  failureClass: null,
  nextAttemptAt: null,
  changes: null,
  reason: null,
  ...said,
});

/** Returns the names of people by their ids. Erased people and the portal itself have none. */
const namesOf = async ({ db }: Services, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['users.id', fullName('users').as('name')])
    .where('users.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** The cause of an operation that stands on the desk, and how many others have it. Null: it does not stand there. */
const causeOf = async ({ db }: Services, operationId: string) => {
  const own = await standingOperations(db)
    .select('operations.cause')
    .where('operations.id', '=', operationId)
    .executeTakeFirst();
  if (!own) return null;
  const { count } = await standingOperations(db)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('operations.cause', '=', own.cause)
    .executeTakeFirstOrThrow();
  return { id: own.cause, others: Math.max(0, Number(count) - 1) };
};

/** Returns no event of a stream with one that can't be read. Whose stream it is may have a fault that is none of the operation's. */
const readable = (events: Promise<readonly RecordedEvent[]>): Promise<readonly RecordedEvent[]> =>
  events.catch((error: unknown) => {
    if (error instanceof UnreadableEventError) return [];
    throw error;
  });

/** Returns the trace of the newest event that asked for an operation: the request, or a replay. */
const traceOf = async (
  { store }: Services,
  { id, kind, subject_noun: noun, subject_id: subjectId }: Row,
  replay: RecordedEvent | undefined,
): Promise<string | null> => {
  const request = async () =>
    (await readable(store.read(streamOfRequest(id, { kind, noun, id: subjectId })))).find(
      ({ type, data }) => type === kindOf(kind).requestedBy && 'operationId' in data && data.operationId === id,
    );
  const asked = replay ?? (await request());
  return readTraceparent(asked?.meta.traceparent)?.traceId ?? null;
};

type StoredCalls = Readonly<{
  attempt: number;
  calls: readonly (CallMade & Readonly<{ times: number }>)[];
  left_out: number;
}>;

/** The most lines of calls that a timeline has: five attempts with all that is kept of them, or many that called little. */
const mostCalls = 1_000;

const callsSql = `
  select attempt, case when is_told then calls else '[]' end as calls, left_out + case when is_told then 0 else
    (select coalesce(sum((call ->> 'times')::int), 0)::int from jsonb_array_elements(calls) as call) end as left_out
  from (select *, sum(jsonb_array_length(calls)) over (order by attempt desc) <= $3 as is_told
    from operation_calls where operation_id = $1 and attempt >= $2) as kept
  order by attempt`;

/** Returns the calls of the attempts that are shown, as far as they are kept: those of the newest ones with their lines, of others the number. */
const callsOf = async (
  { pool }: Services,
  operationId: string,
  shown: readonly RecordedEvent[],
): Promise<AttemptCalls[]> => {
  const attempts = shown.flatMap(({ data }) => ('attempt' in data ? [Number(data.attempt)] : []));
  if (attempts.length === 0) return [];
  const { rows } = await pool.query<StoredCalls>(callsSql, [operationId, Math.min(...attempts), mostCalls]);
  return rows.map(({ attempt, calls, left_out: leftOut }) => ({
    attempt,
    leftOut,
    calls: calls.map(({ call, at, took, times, status = null, failed = null, said = null }) => ({
      ...{ call, took, times, status, failed, said },
      at: new Date(at).toISOString(),
    })),
  }));
};

export const timelineQueries = [
  route(readTimeline, {
    action: 'operation.list',
    summary:
      'An operation from the request to its end: each attempt, step, answer and wait with its reason, and the calls to the gateway or Kafka',
    handle: async ({ services, actor, parameters: { id } }) => {
      authorizeOpenly(actor, 'operation.list');
      const row = await findOperation(services.db, id);
      if (!row) throw new RefusedError(notFound());
      const [events, cause] = await Promise.all([
        services.store.read<RecordedEvent & OperationEvent>(`operation-${id}`),
        causeOf(services, id),
      ]);
      const arranged = await readArranged(services, row, events);
      const shown = events.slice(-mostMoments);
      const acts = shown.filter(isAct);
      const names = await namesOf(services, [...acts.map(({ meta }) => meta.actor.userId), ...arranged.people]);
      const calls = await callsOf(services, id, shown);
      const traceId = await traceOf(services, row, events.findLast(isReplay));
      const requested = momentOf(row.requested_at.toISOString(), row.requester || null, { type: 'requested' });
      return {
        moments: [
          requested,
          ...shown.map((event) => momentOf(event.meta.time, names.get(event.meta.actor.userId) ?? null, saidBy(event))),
        ],
        leftOut: events.length - shown.length,
        arranged: arranged.lines(names),
        traceId,
        calls,
        cause,
      };
    },
  }),
];
