import type { GatewaySubject, Subject } from './job.ts';
import type { Run } from './run.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * How operations of one kind are carried out. Everything may run twice, at any point, and throws when it
 * cannot go on: GatewayError, GatewayAwayError, PermanentError, UnreachableError, NotReadyError, SupersededError, AttemptOverError.
 *
 * @property run     makes the gateway what the operation wants, then writes the outcome.
 * @property restore after a failure for good: takes back what was done.
 * @property fail    writes that it failed, where the thing has such an outcome. What cannot be removed stays
 *                   "being removed": it is never said to be there again.
 */
export type Handler<About extends Subject = GatewaySubject> = Readonly<{
  run: (run: Run<About>) => Promise<void>;
  restore: (run: Run<About>) => Promise<void>;
  fail: (run: Run<About>) => Promise<void>;
}>;

/** What the engine needs beside what every handler gets. */
export type EngineServices = WorkerServices &
  Readonly<{
    /** Returns who carries out operations about such a subject. */
    handlerOf: (subject: Subject) => Handler<Subject>;
  }>;

export const nothing = async (): Promise<void> => undefined;
