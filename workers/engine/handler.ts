import type { GatewaySubject, Subject } from './job.ts';
import type { Run } from './run.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * Carries out operations of one kind. Each function may run twice, from any point, and throws when it can't continue:
 * GatewayError, GatewayAwayError, PermanentError, UnreachableError, NotReadyError, SupersededError, AttemptOverError.
 *
 * @property run     brings the gateway to what the operation wants, then writes the outcome.
 * @property restore undoes the changes after a failure for good.
 * @property fail    writes that the operation failed, if the noun has such an outcome. A noun that can't be removed
 *   stays "being removed", and never becomes available again.
 * @property isHeldUp for operations that wait for others: returns whether those are still under way. Only reads. It is
 *   asked often between two attempts, so that the next one begins as soon as nothing is in its way.
 */
export type Handler<S extends Subject = GatewaySubject> = Readonly<{
  run: (run: Run<S>) => Promise<void>;
  restore: (run: Run<S>) => Promise<void>;
  fail: (run: Run<S>) => Promise<void>;
  isHeldUp?: (waiting: Waiting<S>) => Promise<boolean>;
}>;

/** An operation between two attempts. */
export type Waiting<S extends Subject = GatewaySubject> = Pick<Run<S>, 'services' | 'operationId' | 'subject'>;

/** What the engine needs in addition to the services of the handlers. */
export type EngineServices = WorkerServices &
  Readonly<{
    /** Returns the handler for a subject. */
    handlerOf: (subject: Subject) => Handler<Subject>;
  }>;

export const nothing = async (): Promise<void> => undefined;
