import { fold } from '#domain/core/decider.ts';
import { streamOf } from '#domain/core/id.ts';
import type { Problem } from '#domain/core/problem.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import type { OperationEvent } from '#domain/operation/operation.ts';
import { type RecordedEvent, UnavailableError } from '#eventstore/event-store.ts';
import { GatewayError } from '#gateway/gateway-failure.ts';
import { isTransientError } from '#platform/database.ts';
import { type AttemptCount, countAttempts } from './attempt-count.ts';
import { delayAfter, delayWhileBusy, delayWhilePaused } from './back-off.ts';
import { handlerOf } from './handlers/registry.ts';
import { type OperationJob, requestIn, type Subject, streamOfRequest } from './job.ts';
import { withOperationLock } from './operation-lock.ts';
import {
  AttemptOverError,
  beginRun,
  LaterError,
  NotReadyError,
  PermanentError,
  type Run,
  SupersededError,
} from './run.ts';
import type { WorkerServices } from './worker-services.ts';

/** `again` in so many milliseconds, or nothing more to do for this job. */
export type JobResult =
  | Readonly<{ result: 'completed' | 'superseded' | 'failed' | 'over' }>
  | Readonly<{ result: 'waiting' | 'busy'; again: number }>;

/** What a failed attempt means. What is `paused` or `waiting` counts for nothing. */
type Sorted =
  | Readonly<{ as: 'over' }>
  | Readonly<{ as: 'superseded' }>
  | Readonly<{ as: 'permanent'; problems: readonly [Problem, ...Problem[]] }>
  | Readonly<{ as: 'retry' | 'paused' | 'waiting'; problem: Problem; notBefore?: number }>;

const sort = (error: unknown, { log }: WorkerServices): Sorted => {
  if (error instanceof AttemptOverError) return { as: 'over' };
  if (error instanceof SupersededError) return { as: 'superseded' };
  if (error instanceof PermanentError) return { as: 'permanent', problems: error.problems };
  if (error instanceof LaterError)
    return { as: error instanceof NotReadyError ? 'waiting' : 'retry', problem: error.problem };
  if (error instanceof GatewayError) {
    const { class: sorted, problem, retryAfterSeconds } = error.failure;
    if (sorted === 'permanent') return { as: 'permanent', problems: [problem] };
    return { as: sorted === 'paused' ? 'paused' : 'retry', problem, notBefore: (retryAfterSeconds ?? 0) * 1000 };
  }
  // The log or the database is away: nothing can be written down, the queue asks again.
  if (error instanceof UnavailableError || isTransientError(error)) throw error;
  log.error({ err: error }, 'attempt failed unexpectedly');
  return { as: 'retry', problem: { code: 'operation.unexpected' } };
};

const failWith = async (
  run: Run<Subject>,
  failureClass: 'permanent' | 'exhausted',
  problems: readonly Problem[],
): Promise<JobResult> => {
  await handlerOf(run.subject).fail(run);
  await run.conclude({
    type: 'FailOperation',
    data: { attempt: run.attempt, class: failureClass, problems: problems.map((problem) => ({ ...problem })) },
  });
  return { result: 'failed' };
};

/** After a permanent failure: takes back what was done. What cannot be taken back either is said. */
const restore = async (
  run: Run<Subject>,
  problems: readonly [Problem, ...Problem[]],
): Promise<readonly [Problem, ...Problem[]]> => {
  try {
    await handlerOf(run.subject).restore(run);
    return problems;
  } catch (error) {
    const sorted = sort(error, run.services);
    if (sorted.as !== 'permanent') throw error;
    return [...problems, { code: 'gateway.not-restored' }, ...sorted.problems];
  }
};

/** Ends an attempt that threw. @throws what ends a restore, to be sorted in turn. */
const settle = async (run: Run<Subject>, error: unknown, { begun, spent }: AttemptCount): Promise<JobResult> => {
  const { services, attempt } = run;
  const sorted = sort(error, services);
  if (sorted.as === 'over') return { result: 'over' };
  if (sorted.as === 'superseded') {
    await run.conclude({ type: 'SupersedeOperation', data: { attempt } });
    return { result: 'superseded' };
  }
  if (sorted.as === 'permanent') {
    for (const { code } of sorted.problems) services.metrics.problems.inc({ code });
    return failWith(run, 'permanent', await restore(run, sorted.problems));
  }
  const { as, problem, notBefore = 0 } = sorted;
  services.metrics.problems.inc({ code: problem.code });
  if (as === 'retry' && spent >= services.backOff.attempts) {
    // Whatever kept the operation from working probably keeps this from working too: tried once, not insisted on.
    await handlerOf(run.subject)
      .restore(run)
      .catch((failure: unknown) => {
        const { as } = sort(failure, services);
        if (as === 'over' || as === 'superseded') throw failure;
      });
    return failWith(run, 'exhausted', [problem]);
  }
  const delay = {
    retry: delayAfter(spent, services.backOff),
    paused: delayWhilePaused(services.backOff),
    waiting: delayAfter(begun, services.backOff),
  };
  const again = Math.max(delay[as], notBefore);
  const nextAttemptAt = new Date(Date.now() + again).toISOString();
  await run.conclude({
    type: 'DelayOperation',
    data: { attempt, class: as, problem: { ...problem }, nextAttemptAt },
  });
  return { result: 'waiting', again };
};

const settleAll = async (run: Run<Subject>, error: unknown, count: AttemptCount): Promise<JobResult> => {
  try {
    return await settle(run, error, count);
  } catch (second) {
    // A restore that has to wait makes the whole operation wait; it fails again and is restored then.
    return settle(run, second, count);
  }
};

const attempt = async (run: Run<Subject>, count: AttemptCount): Promise<JobResult> => {
  try {
    if (count.spent > run.services.backOff.attempts) throw new PermanentError({ code: 'operation.worker-lost' });
    await handlerOf(run.subject).run(run);
    await run.conclude({ type: 'CompleteOperation', data: { attempt: run.attempt } });
    return { result: 'completed' };
  } catch (error) {
    return settleAll(run, error, count);
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

/**
 * Carries out one job: one attempt at its operation. Doubled, late and concurrent deliveries are harmless
 * (reliability H2): the operation's stream says what is left to do, and its lock lets one at a time.
 *
 * @param left aborts when this process leaves the job to the next.
 * @throws when the log or the database is away; the queue tries the job again.
 */
export const runOperation = async (
  services: WorkerServices,
  { operationId, replay }: OperationJob,
  subject: Subject,
  left?: AbortSignal,
): Promise<JobResult> => {
  const stream = streamOf('operation', operationId);
  const locked = await withOperationLock(services.locks, subject, async (lost): Promise<JobResult> => {
    const events = await services.store.read(stream);
    const state = fold(operationDecider, events as unknown as readonly OperationEvent[]);
    const ended = state.status === 'completed' || state.status === 'superseded' || state.status === 'failed';
    // A replay has a job of its own; the older one, still waiting for its turn, is not needed any more.
    if (ended || state.replay > replay) return { result: 'over' };
    const cause = await causeOf(services, operationId, subject, events);
    const over = left ? AbortSignal.any([lost, left]) : lost;
    const run = await beginRun({ services, operationId, subject, attempt: state.attempt + 1, cause, lost: over });
    const { begun, spent } = countAttempts(events);
    return attempt(run, { begun: begun + 1, spent: spent + 1 });
  });
  return locked?.result ?? { result: 'busy', again: delayWhileBusy(services.backOff) };
};
