import { crashPoint } from '#platform/crash-point.ts';
import type { OperationWork } from './handler.ts';
import { AttemptOverError, prepareRun, SupersededError } from './run.ts';

/** Resolves also when that was refused: a newer request has taken its place, so its noun is no longer about this one. */
const unlessSuperseded = async (work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof SupersededError)) throw error;
  }
};

/**
 * Ends a cancelled operation. Its noun hears that the request came to nothing, exactly as after a failure, and shows what is in force.
 * It needs no resource, so it works while the gateway is away. It may run twice, from any point.
 *
 * @param hasBegun whether an attempt may have called its resource. An attempt that died, timed out or is frozen records nothing of its
 *   last call, so the place is compared again, as after a late write.
 * @throws when the log or the database is away; the queue tries again.
 */
export const endCancelled = async (
  begin: Parameters<typeof prepareRun>[0],
  { handler, afterLateWrite }: OperationWork,
  hasBegun: boolean,
): Promise<void> => {
  const run = prepareRun({ ...begin, ends: true });
  const { services, operationId, subject } = run;
  crashPoint(`${subject.kind}.cancelled.begun`);
  await unlessSuperseded(handler.fail(run));
  if (hasBegun) await afterLateWrite?.(services, subject, `cancelled/${operationId}`);
  crashPoint(`${subject.kind}.cancelled.compared`);
  try {
    await run.conclude({ type: 'EndCancelledOperation', data: {} });
  } catch (error) {
    // It has ended already: an earlier job of it did the same.
    if (!(error instanceof AttemptOverError)) throw error;
  }
};
