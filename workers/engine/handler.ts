import { streamOf } from '#domain/core/id.ts';
import type { KindAtResource, OperationKind } from '#domain/operation-kinds/operation-kinds.ts';
import type { Subject } from './job.ts';
import type { Resources } from './resource-work.ts';
import type { Run } from './run.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * Carries out operations of one kind. Each function may run twice, from any point, and throws when it can't continue:
 * ResourceAwayError, an error that its resource knows (`failureOf`), PermanentError, UnreachableError, NotReadyError, SupersededError, AttemptOverError.
 *
 * @property run     brings the gateway to what the operation wants, then writes the outcome.
 * @property restore undoes the changes after a failure for good.
 * @property fail    writes that the operation failed, if the noun has such an outcome. A noun that can't be removed
 *   stays "being removed", and never becomes available again.
 * @property isHeldUp for operations that wait for others: returns whether those are still under way. Only reads. It is
 *   asked often between two attempts, so that the next one begins as soon as nothing is in its way. A number says how many are
 *   ahead of it: the more, the less often it is asked.
 */
export type Handler = Readonly<{
  run: (run: Run) => Promise<void>;
  restore: (run: Run) => Promise<void>;
  fail: (run: Run) => Promise<void>;
  isHeldUp?: (waiting: Waiting) => Promise<boolean | number>;
}>;

/** An operation between two attempts. */
export type Waiting = Pick<Run, 'services' | 'operationId' | 'subject'>;

/**
 * Requests an operation that looks again at what a late write may have changed, once for each cause.
 *
 * @param cause names the cause.
 */
export type AfterLateWrite = (services: WorkerServices, subject: Subject, cause: string) => Promise<void>;

/**
 * How workers carry out a kind of operation, in `workers/<noun>/operations.ts`.
 *
 * @property lease returns the name of the lease that one operation at a time has. Default: of the subject's place, or of
 *   the subject.
 * @property leftover for removals: SQL that is true of a row of `operations` whose thing is still there. A removal that an
 *   older release gave up is then replayed. Default: never.
 */
export type OperationWork<Kind extends OperationKind = OperationKind> = Readonly<{
  handler: Handler;
  lease?: (subject: Subject) => string;
  leftover?: string;
}> &
  (Kind extends KindAtResource
    ? Readonly<{ afterLateWrite: AfterLateWrite }>
    : Readonly<{ afterLateWrite?: undefined }>);

/** The work of several kinds: of those of one noun, or of all. */
export type WorkOf<Kinds extends OperationKind> = { readonly [Kind in Kinds]: OperationWork<Kind> };

export const leaseOf = (subject: Subject, { lease }: OperationWork): string =>
  lease?.(subject) ?? subject.place ?? streamOf(subject.noun, subject.id);

/** What the engine needs in addition to the services of the handlers. */
export type EngineServices = WorkerServices &
  Readonly<{ workOf: (kind: OperationKind) => OperationWork; resources: Resources }>;

export const nothing = async (): Promise<void> => undefined;
