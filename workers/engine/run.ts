import { byPortal } from '#domain/core/actor.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import type { EventMeta } from '#domain/core/event.ts';
import type { GatewayPlan } from '#domain/core/gateway-plan.ts';
import { streamOf } from '#domain/core/id.ts';
import type { Resource } from '#domain/core/operation-kind.ts';
import { isRefusal, type Problem } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import type { OperationCommand, OperationEvent } from '#domain/operation/operation.ts';
import { isCancellable } from '#domain/operation-kinds/operation-kinds.ts';
import { GuardMovedError, type RecordedEvent, type UsedGuard } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { enter } from '#eventstore/guards.ts';
import { loadState } from '#eventstore/load.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { LeaseLostError } from '#platform/lease.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { Subject } from './job.ts';
import { keepCalls } from './keep-calls.ts';
import type { WorkerServices } from './worker-services.ts';

/** Thrown when another attempt has replaced this one. It must write nothing more, inside or outside Portico (H2). */
export class AttemptOverError extends Error {
  override name = 'AttemptOverError';
}

/** Thrown when a newer request or a removal is about the same. Nothing is left to do. */
export class SupersededError extends Error {
  override name = 'SupersededError';
}

/** Thrown when another try can't help. It ends the operation. */
export class PermanentError extends Error {
  override name = 'PermanentError';
  readonly problems: readonly [Problem, ...Problem[]];

  constructor(...problems: readonly [Problem, ...Problem[]]) {
    super(problems[0].code);
    this.problems = problems;
  }
}

/** Thrown when the same may work later. */
export class LaterError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Thrown when something outside Portico is not available. The number of tries is limited (`BackOff.attempts`). */
export class UnreachableError extends LaterError {
  override name = 'UnreachableError';
}

/**
 * Thrown to wait for something that will happen by itself (another operation, the read tables, a proxy). It costs no
 * attempt.
 */
export class NotReadyError extends LaterError {
  override name = 'NotReadyError';
}

/**
 * Thrown to wait until a resource has put a change into force. Other operations do not hold it up. Where nobody knows when that
 * will be, the operation fails after some minutes (`BackOff.unproved`).
 */
export class NotInForceError extends NotReadyError {
  override name = 'NotInForceError';
  readonly after: number | undefined;

  /** @param after milliseconds after which the change is in force, if that is known. */
  constructor(problem: Problem, after?: number) {
    super(problem);
    this.after = after;
  }
}

export const gaveWay = 'operation.gave-way';

/** Thrown when something more urgent waits for the same place. The operation continues right after it. */
export class GaveWayError extends NotReadyError {
  override name = 'GaveWayError';

  constructor() {
    super({ code: gaveWay });
  }
}

export type StepResult = Extract<OperationEvent, { type: 'OperationStepApplied' }>['data']['result'];

/**
 * Thrown when a resource does not respond. The operation waits for it (`watch-resources.ts`).
 *
 * @property problem what the last call saw.
 */
export class ResourceAwayError extends Error {
  override name = 'ResourceAwayError';
  readonly resource: Resource;
  readonly problem: Problem;

  constructor(resource: Resource, problem: Problem) {
    super(problem.code);
    this.resource = resource;
    this.problem = problem;
  }
}

/** One attempt at one operation. */
export type Run = Readonly<{
  services: WorkerServices;
  operationId: string;
  subject: Subject;
  attempt: number;
  /** Aborts when the lease is lost or this process is about to end: another process may take over. */
  lost: AbortSignal;
  /** Checks that this attempt may go on. @throws AttemptOverError when another attempt began, or the lease is lost. */
  assertCurrent: () => Promise<void>;
  /** Call it while only waiting. @throws GaveWayError when something more urgent waits for the same place. */
  giveWay: () => Promise<void>;
  /** Records the plan of the operation, before its first step. A later plan has only what is left. */
  plan: (plan: GatewayPlan) => Promise<void>;
  /** Records a change outside Portico. The same step is recorded once. */
  record: (step: string, target: string, result: StepResult) => Promise<void>;
  /** Records the operation's next state: completed, superseded, waiting, failed, cancelled. `what` names it among those of the attempt. */
  conclude: (command: OperationCommand, what?: string) => Promise<void>;
  /** Records the outcome in the stream of the noun, once, however often it is called. */
  decide: <State, C extends Command, E extends PorticoEvent>(
    decider: Decider<State, C, E>,
    id: number | string,
    command: C,
  ) => Promise<void>;
}>;

/** What ends an attempt. */
const ending: ReadonlySet<OperationCommand['type']> = new Set([
  'CompleteOperation',
  'SupersedeOperation',
  'DelayOperation',
  'FailOperation',
] as const);

type Begin = Readonly<{
  services: WorkerServices;
  operationId: string;
  subject: Subject;
  /** The attempt to begin: one more than the last. */
  attempt: number;
  /** The event that requested it. */
  cause: RecordedEvent | undefined;
  lost: AbortSignal;
  /** Throws LeaseLostError when another process has the lease. */
  assertHeld: () => Promise<void>;
  /** Returns whether something more urgent waits for this to end. */
  isAskedFor: () => Promise<boolean>;
  /** Whether it only ends what was cancelled. */
  ends?: true;
}>;

/** Returns the means of an attempt that does not begin: what ends a cancelled operation. The log refuses what it records. */
export const prepareRun = ({
  services,
  operationId,
  subject,
  attempt,
  cause,
  lost,
  assertHeld: assertLease,
  isAskedFor,
  ends,
}: Begin): Run => {
  let steps = 0;

  const metaOf = (what: string): EventMeta => ({
    actor: byPortal,
    commandId: uuidV5(porticoNamespace, `operation/${operationId}/${attempt}/${what}`),
    correlationId: operationId,
    ...(cause ? { causationId: cause.id } : {}),
    time: new Date().toISOString(),
  });

  const assertHeld = async () => {
    try {
      await assertLease();
    } catch (error) {
      throw error instanceof LeaseLostError ? new AttemptOverError('the lease is lost') : error;
    }
  };

  const carryOut = async <State, C extends Command, E extends PorticoEvent>(
    decider: Decider<State, C, E>,
    id: number | string,
    command: C,
    what: string,
    refused: (code: string) => Error,
    guards: readonly UsedGuard[] = [],
  ): Promise<void> => {
    await assertHeld();
    if (guards.length > 0) crashPoint(`${subject.kind}.${command.type}.before`);
    const done = await execute({ store: services.store, decider, id, command, meta: metaOf(what), guards });
    if (isRefusal(done)) throw refused(done.problems[0].code);
    // Only a written event needs a crash point after it.
    if (done.events.length > 0)
      crashPoint(`${subject.kind}.${command.type === 'RecordStep' ? what : command.type}.appended`);
  };

  /**
   * Returns the guard under which an outcome is written. Whoever cancels raises it, so an attempt that froze on its way to write
   * finds it moved: its request has come to nothing. @throws AttemptOverError when this attempt is over.
   */
  const enterAttempt = async (): Promise<readonly UsedGuard[]> => {
    if (ends || !isCancellable(subject.kind)) return [];
    const { state, guards } = await enter(services, operationDecider, operationId);
    if (state.status !== 'running' || state.attempt !== attempt) throw new AttemptOverError('operation.attempt-over');
    return guards;
  };

  const conclude = async (command: OperationCommand, what: string = command.type) => {
    // Beside the event, so that nobody waits for it, and before somebody sees that the attempt has ended.
    const kept = ending.has(command.type) ? keepCalls(services, operationId, attempt) : undefined;
    try {
      await carryOut(operationDecider, operationId, command, what, (code) => new AttemptOverError(code));
    } finally {
      await kept;
    }
  };

  return {
    services,
    operationId,
    subject,
    attempt,
    lost,
    assertCurrent: async () => {
      if (lost.aborted) throw new AttemptOverError('the lease is lost');
      await assertHeld();
      const state = await loadState(services.store, operationDecider, operationId);
      if (state.status !== 'running' || state.attempt !== attempt) throw new AttemptOverError('operation.attempt-over');
    },
    giveWay: async () => {
      if (await isAskedFor()) throw new GaveWayError();
    },
    plan: (plan) => conclude({ type: 'PlanOperation', data: { attempt, plan } }),
    record: async (step, target, result) => {
      steps += 1;
      await conclude({ type: 'RecordStep', data: { attempt, step, target, result } }, `step-${steps}`);
    },
    conclude,
    // One operation may end several nouns, and each outcome is a separate command.
    decide: async (decider, id, command) => {
      const what = `${command.type}-${streamOf(decider.noun, id)}`;
      try {
        await carryOut(decider, id, command, what, (code) => new SupersededError(code), await enterAttempt());
      } catch (error) {
        throw error instanceof GuardMovedError ? new AttemptOverError('operation.attempt-over') : error;
      }
    },
  };
};

/** Begins an attempt. From here on all earlier attempts are over. */
export const beginRun = async (begin: Begin): Promise<Run> => {
  const run = prepareRun(begin);
  const { worker } = begin.services;
  // Two processes that begin the same attempt at once write the same event. The name in it tells which one has the
  // attempt.
  await run.conclude({ type: 'StartOperation', data: { worker } }, `StartOperation-${worker}`);
  return run;
};
