import { byPortal } from '#domain/core/actor.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { streamOf } from '#domain/core/id.ts';
import { isRefusal, type Problem } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import type { GatewayPlan } from '#domain/operation/gateway-plan.ts';
import type { OperationCommand, OperationEvent } from '#domain/operation/operation.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { LeaseLostError } from '#platform/lease.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { GatewaySubject, Subject } from './job.ts';
import type { WorkerServices } from './worker-services.ts';

/** The attempt was thought dead and another one began: nothing more may be written, inside or outside (H2). */
export class AttemptOverError extends Error {
  override name = 'AttemptOverError';
}

/** A newer request, or a removal, is about the same thing: this one has nothing left to do. */
export class SupersededError extends Error {
  override name = 'SupersededError';
}

/** No use in trying again: ends the operation. */
export class PermanentError extends Error {
  override name = 'PermanentError';
  readonly problems: readonly [Problem, ...Problem[]];

  constructor(...problems: readonly [Problem, ...Problem[]]) {
    super(problems[0].code);
    this.problems = problems;
  }
}

/** Not now: the same again later. */
export class LaterError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Something outside is not to be had: tried so many times (`BackOff.attempts`). */
export class UnreachableError extends LaterError {
  override name = 'UnreachableError';
}

/** Waits for something that comes by itself (another operation, the read tables, a proxy): that costs no attempt. */
export class NotReadyError extends LaterError {
  override name = 'NotReadyError';
}

/** Something more urgent waits for the same deployment: goes on right after it. */
export class GaveWayError extends NotReadyError {
  override name = 'GaveWayError';

  constructor() {
    super({ code: 'operation.gave-way' });
  }
}

export type StepResult = Extract<OperationEvent, { type: 'OperationStepApplied' }>['data']['result'];

/**
 * A gateway that does not answer: the operation waits as long as it does not (`gateways/watch-gateways.ts`).
 *
 * @property problem what was seen.
 */
export class GatewayAwayError extends Error {
  override name = 'GatewayAwayError';
  readonly gatewayId: number;
  readonly problem: Problem;

  constructor(gatewayId: number, problem: Problem) {
    super(problem.code);
    this.gatewayId = gatewayId;
    this.problem = problem;
  }
}

/** One attempt at one operation. */
export type Run<About extends Subject = GatewaySubject> = Readonly<{
  services: WorkerServices;
  operationId: string;
  subject: About;
  attempt: number;
  /** Aborts when the lease is lost, or this process is about to end: somebody else may be at work. */
  lost: AbortSignal;
  /** @throws AttemptOverError when another attempt began, or the lease is lost. */
  assertCurrent: () => Promise<void>;
  /** For where nothing is done but to wait. @throws GaveWayError when something more urgent is about the same. */
  giveWay: () => Promise<void>;
  /** Writes down what the operation is going to change, before its first step; later plans are only what is left. */
  plan: (plan: GatewayPlan) => Promise<void>;
  /** Writes down what was done outside. The same step twice is written once. */
  record: (step: string, target: string, result: StepResult) => Promise<void>;
  /** The protocol's next event: completed, superseded, waiting, failed. */
  conclude: (command: OperationCommand) => Promise<void>;
  /** The outcome, on the stream of the thing itself. Once, however often it is said. */
  decide: <State, C extends Command, E extends PorticoEvent>(
    decider: Decider<State, C, E>,
    id: number | string,
    command: C,
  ) => Promise<void>;
}>;

type Begin = Readonly<{
  services: WorkerServices;
  operationId: string;
  subject: Subject;
  /** The attempt to begin: one more than the last. */
  attempt: number;
  /** The event that asked for it. */
  cause: RecordedEvent | undefined;
  lost: AbortSignal;
  /** Throws LeaseLostError when somebody else works on the same now. */
  assertHeld: () => Promise<void>;
  /** Whether something more urgent waits for this to end. */
  isAskedFor: () => Promise<boolean>;
}>;

/** Begins an attempt: from here on every earlier one is over. */
export const beginRun = async ({
  services,
  operationId,
  subject,
  attempt,
  cause,
  lost,
  assertHeld: assertLease,
  isAskedFor,
}: Begin): Promise<Run<Subject>> => {
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
  ): Promise<void> => {
    await assertHeld();
    const done = await execute({ store: services.store, decider, id, command, meta: metaOf(what) });
    if (isRefusal(done)) throw refused(done.problems[0].code);
    // Said before, or nothing to say: nothing was written that a kill could come after.
    if (done.events.length > 0)
      crashPoint(`${subject.kind}.${command.type === 'RecordStep' ? what : command.type}.appended`);
  };

  const conclude = (command: OperationCommand, what: string = command.type) =>
    carryOut(operationDecider, operationId, command, what, (code) => new AttemptOverError(code));

  // Whoever begins the same attempt at the same time writes the same event: the name in it tells whose it is.
  await conclude({ type: 'StartOperation', data: { worker: services.worker } }, `StartOperation-${services.worker}`);

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
    conclude: (command) => conclude(command),
    // One operation may end several things: each outcome is a command of its own.
    decide: (decider, id, command) =>
      carryOut(
        decider,
        id,
        command,
        `${command.type}-${streamOf(decider.noun, id)}`,
        (code) => new SupersededError(code),
      ),
  };
};
