import { fold } from '#domain/core/decider.ts';
import { streamOf } from '#domain/core/id.ts';
import type { Resource } from '#domain/core/operation-kind.ts';
import type { Problem } from '#domain/core/problem.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import type { FailureClass } from '#domain/operation/failure-classes.ts';
import type { OperationEvent } from '#domain/operation/operation.ts';
import { isLasting, kindOf, rankOf } from '#domain/operation-kinds/operation-kinds.ts';
import { streamOfRequest } from '#domain/operation-kinds/requests.ts';
import { type RecordedEvent, UnavailableError } from '#eventstore/event-store.ts';
import { keepingCalls } from '#platform/calls-made.ts';
import { isMissingTable, isTransientError } from '#platform/database.ts';
import { askForLease, askNoLonger, withLease } from '#platform/lease.ts';
import { inSpan } from '#platform/spans/span.ts';
import { type AttemptCount, countAttempts, unprovedFor } from './attempt-count.ts';
import {
  delayAfter,
  delayInLine,
  delayWhenFree,
  delayWhileBehind,
  delayWhileBusy,
  delayWhileHeldUp,
  delayWhilePaused,
} from './back-off.ts';
import { endCancelled } from './end-cancelled.ts';
import { type EngineServices, type Handler, leaseOf, type Waiting } from './handler.ts';
import { inTraceOf } from './in-trace-of.ts';
import { type OperationJob, requestIn, type Subject } from './job.ts';
import { keepCalls } from './keep-calls.ts';
import { withLateWrites } from './late-writes.ts';
import { failureIn, isPassing, type Resources } from './resource-work.ts';
import {
  AttemptOverError,
  beginRun,
  GaveWayError,
  LaterError,
  NotInForceError,
  NotReadyError,
  PermanentError,
  ResourceAwayError,
  type Run,
  SupersededError,
} from './run.ts';
import { enter, leave } from './waiting-room.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * What happens to a job: it comes `again` after so many milliseconds, or it is done. `parked`: it waits for a resource,
 * and the process that watches the resource brings it back. `held up`: no attempt began, because what it waits for is
 * still under way.
 */
export type JobResult =
  | Readonly<{ result: 'completed' | 'superseded' | 'failed' | 'cancelled' | 'over' | 'parked' }>
  | Readonly<{ result: 'waiting' | 'busy' | 'held up'; again: number }>;

/** One attempt at an operation, its handler, the resources that it may call, and the events before it. */
type Attempt = Readonly<{
  run: Run;
  handler: Handler;
  resources: Resources;
  before: readonly RecordedEvent<OperationEvent>[];
}>;

type AttemptEnd = JobResult | Readonly<{ result: 'away'; resource: Resource }>;

/** The class of a failed attempt. `paused`, `waiting`, `away` and `gave way` do not count as attempts. */
type Sorted =
  | Readonly<{ as: 'over' }>
  | Readonly<{ as: 'superseded' }>
  | Readonly<{ as: 'permanent'; problems: readonly [Problem, ...Problem[]] }>
  | Readonly<{ as: 'away'; resource: Resource; problem: Problem }>
  | Readonly<{ as: 'gave way'; problem: Problem }>
  | Readonly<{
      as: 'retry' | 'paused' | 'waiting';
      problem: Problem;
      notBefore?: number;
      /** The milliseconds until the next attempt, where they are known. */
      after?: number | undefined;
      waitsForOthers?: boolean;
      /** Whether a resource does not show a change that should be in force by now. */
      isUnproved?: boolean;
    }>;

const sort = (error: unknown, { run: { services }, resources }: Attempt): Sorted => {
  if (error instanceof AttemptOverError) return { as: 'over' };
  if (error instanceof SupersededError) return { as: 'superseded' };
  if (error instanceof ResourceAwayError) return { as: 'away', resource: error.resource, problem: error.problem };
  if (error instanceof PermanentError) return { as: 'permanent', problems: error.problems };
  if (error instanceof GaveWayError) return { as: 'gave way', problem: error.problem };
  if (error instanceof LaterError)
    return {
      as: error instanceof NotReadyError ? 'waiting' : 'retry',
      problem: error.problem,
      waitsForOthers: error instanceof NotReadyError && !(error instanceof NotInForceError),
      after: error instanceof NotInForceError ? error.after : undefined,
      isUnproved: error instanceof NotInForceError && error.after === undefined,
    };
  const failure = failureIn(resources, error);
  if (failure) {
    const { class: sorted, problem, retryAfterSeconds } = failure;
    if (sorted === 'permanent') return { as: 'permanent', problems: [problem] };
    return { as: sorted, problem, notBefore: (retryAfterSeconds ?? 0) * 1000 };
  }
  // When the log or the database is away, nothing can be recorded, so the queue tries again.
  if (error instanceof UnavailableError || isTransientError(error)) throw error;
  if (isMissingTable(error)) return { as: 'waiting', problem: { code: 'portal.unavailable' }, waitsForOthers: true };
  services.log.error({ err: error }, 'attempt failed unexpectedly');
  return { as: 'retry', problem: { code: 'operation.unexpected' } };
};

const failWith = async (
  { run, handler }: Attempt,
  failureClass: 'permanent' | 'exhausted',
  problems: readonly Problem[],
): Promise<JobResult> => {
  await handler.fail(run);
  await run.conclude({
    type: 'FailOperation',
    data: { attempt: run.attempt, class: failureClass, problems: problems.map((problem) => ({ ...problem })) },
  });
  return { result: 'failed' };
};

/** Undoes the changes after a permanent failure. When that fails too, adds this to the problems. */
const restore = async (
  attempt: Attempt,
  problems: readonly [Problem, ...Problem[]],
): Promise<readonly [Problem, ...Problem[]]> => {
  const { run, handler, resources } = attempt;
  try {
    await handler.restore(run);
    return problems;
  } catch (error) {
    const sorted = sort(error, attempt);
    if (sorted.as !== 'permanent') throw error;
    const { at } = kindOf(run.subject.kind);
    return [...problems, ...(at ? [resources[at].notRestored] : []), ...sorted.problems];
  }
};

/** Returns the class of a failed attempt. A lasting operation, such as a removal, never fails for good: it reports the problem and tries again. */
const sortFor = (attempt: Attempt, error: unknown): Sorted => {
  const sorted = sort(error, attempt);
  return sorted.as === 'permanent' && isLasting(attempt.run.subject.kind)
    ? { as: 'retry', problem: sorted.problems[0] }
    : sorted;
};

/**
 * Returns whether an operation has used all its attempts. A lasting one has no limit. A busy resource gets more attempts: it
 * responds to other calls, or the operation would wait for it (`outage.ts`), but it may never be able to carry
 * out this one.
 */
const isExhausted = ({ run, resources }: Attempt, problem: Problem, { spent, busy }: AttemptCount): boolean => {
  const { attempts } = run.services.backOff;
  return !isLasting(run.subject.kind) && (isPassing(resources, problem) ? busy + 1 >= 3 * attempts : spent >= attempts);
};

/** Returns whether a resource has not shown a change for so long that it never will. A lasting operation goes on. */
const isGivenUp = ({ run, before }: Attempt, { code }: Problem): boolean =>
  !isLasting(run.subject.kind) && unprovedFor(before, code, Date.now()) >= run.services.backOff.unproved;

/** Ends an attempt that threw. @throws the error of a restore, which is then sorted in turn. */
const settle = async (attempt: Attempt, error: unknown, count: AttemptCount): Promise<AttemptEnd> => {
  const { run, handler, resources } = attempt;
  const { services } = run;
  const sorted = sortFor(attempt, error);
  if (sorted.as === 'over') return { result: 'over' };
  if (sorted.as === 'superseded') {
    await run.conclude({ type: 'SupersedeOperation', data: { attempt: run.attempt } });
    return { result: 'superseded' };
  }
  if (sorted.as === 'permanent') {
    for (const { code } of sorted.problems) services.metrics.problems.inc({ code });
    return failWith(attempt, 'permanent', await restore(attempt, sorted.problems));
  }
  const { as, problem } = sorted;
  const delayed = async (again: number, kind: FailureClass): Promise<AttemptEnd & { result: 'waiting' }> => {
    const nextAttemptAt = new Date(Date.now() + again).toISOString();
    await run.conclude({
      type: 'DelayOperation',
      data: { attempt: run.attempt, class: kind, problem: { ...problem }, nextAttemptAt },
    });
    return { result: 'waiting', again };
  };
  if (as === 'gave way') return delayed(delayWhileBusy(services.backOff), 'waiting');
  services.metrics.problems.inc({ code: problem.code });
  if (as === 'away') {
    await run.conclude({ type: 'DelayOperation', data: { attempt: run.attempt, class: as, problem: { ...problem } } });
    return { result: 'away', resource: sorted.resource };
  }
  if (sorted.isUnproved ? isGivenUp(attempt, problem) : as === 'retry' && isExhausted(attempt, problem, count)) {
    // The same reason will probably prevent the restore, too, so it is tried only once.
    await handler.restore(run).catch((failure: unknown) => {
      const { as } = sort(failure, attempt);
      if (as === 'over' || as === 'superseded' || as === 'gave way') throw failure;
    });
    return failWith(attempt, 'exhausted', [problem]);
  }
  if (sorted.after !== undefined) return delayed(sorted.after, as);
  const tried = as === 'retry' && !isPassing(resources, problem) ? count.spent : count.begun;
  const delay = as === 'paused' ? delayWhilePaused(count.begun, services.backOff) : delayAfter(tried, services.backOff);
  if (!sorted.waitsForOthers || !handler.isHeldUp) return delayed(Math.max(delay, sorted.notBefore ?? 0), as);
  const { begun, soon } = count;
  // Read tables that are behind, or not there yet, can't be asked.
  if (problem.code === 'portal.unavailable') return delayed(delayWhileBehind(begun, soon, services.backOff), as);
  const ahead = Number(await handler.isHeldUp(run));
  if (ahead === 0) return delayed(delayWhenFree(begun, soon, services.backOff), as);
  const again = delayWhileHeldUp(Number.POSITIVE_INFINITY, ahead, services.backOff);
  // An attempt writes events, a look writes none.
  const next = Math.max(delay, again);
  return { ...(await delayed(next, as)), again: Math.min(next, again) };
};

/** Returns the milliseconds until the next attempt of an operation that waited for others, while they hold it up. */
const heldUpFor = async (
  waiting: Waiting,
  { isHeldUp }: Handler,
  last: RecordedEvent<OperationEvent> | undefined,
): Promise<number | undefined> => {
  if (!isHeldUp || last?.type !== 'OperationDelayed' || last.data.class !== 'waiting') return undefined;
  const left = Date.parse(last.data.nextAttemptAt ?? '') - Date.now();
  const ahead = left > 0 ? Number(await isHeldUp(waiting)) : 0;
  return ahead > 0 ? delayWhileHeldUp(left, ahead, waiting.services.backOff) : undefined;
};

const settleAll = async (attempt: Attempt, error: unknown, count: AttemptCount): Promise<AttemptEnd> => {
  try {
    return await settle(attempt, error, count);
  } catch (second) {
    // When the restore must wait, the whole operation waits. It will fail again and be restored then.
    return settle(attempt, second, count);
  }
};

const carryOut = async (attempt: Attempt, count: AttemptCount): Promise<AttemptEnd> => {
  const { run, handler } = attempt;
  try {
    if (count.spent > run.services.backOff.attempts && !isLasting(run.subject.kind))
      throw new PermanentError({ code: 'operation.worker-lost' });
    await handler.run(run);
    await run.conclude({ type: 'CompleteOperation', data: { attempt: run.attempt } });
    return { result: 'completed' };
  } catch (error) {
    return settleAll(attempt, error, count);
  }
};

const causeOf = async (
  { store }: WorkerServices,
  operationId: string,
  subject: Subject,
  operation: readonly RecordedEvent[],
) => {
  const replay = operation.findLast(({ type }) => type === 'OperationReplayRequested');
  if (replay) return replay;
  return (await store.read(streamOfRequest(operationId, subject))).find(
    (event) => requestIn(event)?.operationId === operationId,
  );
};

/** Puts the job where its attempt's end requires. */
const afterAttempt = async (
  { pool, backOff }: WorkerServices,
  job: OperationJob,
  subject: Subject,
  end: AttemptEnd,
  requestedAt: string,
): Promise<JobResult> => {
  if (end.result === 'away') {
    const { operationId, replay } = job;
    const waits = await enter(pool, end.resource, { operationId, replay, about: subject }, requestedAt);
    return waits ? { result: 'parked' } : { result: 'waiting', again: delayWhileBusy(backOff) };
  }
  await leave(pool, job.operationId);
  return end;
};

type Begun = Readonly<{ operationId: string; subject: Subject; attempt: number; cause: RecordedEvent | undefined }>;

/** Runs an attempt as a span of the trace in which the operation was asked for, or replayed. */
const asAttempt = (
  services: WorkerServices,
  begun: Begun,
  work: (begun: Begun) => Promise<JobResult>,
): Promise<JobResult> => {
  const { operationId, subject, attempt, cause } = begun;
  const { kind } = subject;
  const attributes = {
    'portico.operation': operationId,
    'portico.operation.kind': kind,
    'portico.attempt': attempt,
  };
  return inTraceOf(cause, () =>
    inSpan(`attempt ${kind}`, { kind: 'consumer', attributes }, async ({ say }) => {
      // One that this process leaves, or whose lease is lost, records no end. What it called is still known.
      const done = await keepingCalls(() => work(begun).finally(() => keepCalls(services, operationId, attempt)));
      say({ 'portico.result': done.result }, done.result === 'failed');
      services.log.info({ operation: operationId, kind, result: done.result }, 'attempt ended');
      return done;
    }),
  );
};

/**
 * Carries out one job: one attempt at its operation. Repeated, late and concurrent deliveries are harmless (requirement
 * H2): the operation's stream tells what is left to do, and its lease lets only one work.
 *
 * @param left aborts when this process leaves the job to the next.
 * @throws when the log or the database is away; the queue tries the job again.
 */
export const runOperation = async (
  services: EngineServices,
  job: OperationJob,
  subject: Subject,
  left?: AbortSignal,
): Promise<JobResult> => {
  const { operationId, replay } = job;
  const stream = streamOf('operation', operationId);
  const { pool, backOff } = services;
  const work = services.workOf(subject.kind);
  const name = leaseOf(subject, work);
  const rank = rankOf(subject.kind);
  const busy = { result: 'busy', again: delayWhileBusy(backOff) } as const;
  const options = { name, holder: services.worker, milliseconds: services.lease, rank };
  const leased = await withLease(pool, options, async (lease): Promise<JobResult> => {
    if (rank > 0) await askNoLonger(pool, name, operationId);
    const events = await services.store.read<OperationEvent>(stream);
    const state = fold(operationDecider, events);
    const ended = ['completed', 'superseded', 'failed', 'cancelled'].includes(state.status);
    // A replay has its own job, so the older job is not needed any more.
    if (ended || state.replay > replay) {
      if (ended) await leave(pool, operationId);
      return { result: 'over' };
    }
    const { handler } = work;
    if (state.status === 'cancelling') {
      const { assertHeld, isAskedFor } = lease;
      const cause = events.findLast(({ type }) => type === 'OperationCancelRequested');
      const begin = { services, operationId, subject, attempt: state.attempt, cause, lost: lease.lost };
      await endCancelled({ ...begin, assertHeld, isAskedFor }, work, events.length > 1);
      await leave(pool, operationId);
      return { result: 'cancelled' };
    }
    const again = await heldUpFor({ services, operationId, subject }, handler, events.at(-1));
    if (again !== undefined) return { result: 'held up', again };
    const cause = await causeOf(services, operationId, subject, events);
    const lost = left ? AbortSignal.any([lease.lost, left]) : lease.lost;
    const before = countAttempts(events, services.resources, backOff.free);
    return await withLateWrites(
      services,
      operationId,
      subject,
      lease,
      () =>
        asAttempt(services, { operationId, subject, attempt: state.attempt + 1, cause }, async (begun) => {
          const { assertHeld, isAskedFor } = lease;
          const run = await beginRun({ services, ...begun, lost, assertHeld, isAskedFor });
          const end = await carryOut(
            { run, handler, resources: services.resources, before: events },
            { ...before, begun: before.begun + 1, spent: before.spent + 1 },
          );
          // The new holder of the lease may work on another operation, so this one may still be unfinished.
          if (lease.lost.aborted) return busy;
          return await afterAttempt(services, job, subject, end, cause?.meta.time ?? new Date().toISOString());
        }),
      left,
    );
  });
  if (leased) return leased.result;
  if (rank === 0) return busy;
  // The request lasts until the next one, and a little longer.
  const before = await askForLease(pool, { name, rank, by: operationId, milliseconds: backOff.busy * 4 });
  return { result: 'busy', again: delayInLine(before, backOff) };
};
