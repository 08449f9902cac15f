import { setTimeout as pause } from 'node:timers/promises';
import { type HeldLease, LeaseLostError } from '#platform/lease.ts';
import type { EngineServices } from './handler.ts';
import type { Subject } from './job.ts';

/**
 * How often a process asks the database whether it still has the lease, while the database is away; pauses in
 * milliseconds.
 */
const retries = { times: 30, cap: 2_000 };

const isOvertaken = async ({ assertHeld }: HeldLease): Promise<boolean> => {
  try {
    await assertHeld();
    return false;
  } catch (error) {
    if (error instanceof LeaseLostError) return true;
    throw error;
  }
};

const persist = async (work: () => Promise<void>, left?: AbortSignal): Promise<void> => {
  for (let time = 1; ; time += 1) {
    try {
      return await work();
    } catch (error) {
      if (time >= retries.times || left?.aborted) throw error;
      await pause(Math.min(retries.cap, 50 * 2 ** Math.min(time, 10)));
    }
  }
};

/**
 * Runs one attempt. A process may freeze after it checked its lease and before it calls the gateway. When it wakes up,
 * it makes the call after its successor, and no gateway refuses that. Then it finds that it lost the lease, and
 * requests what its kind says, such as a reconciliation of the same thing (H2). If it dies before that, `reconcile-gateways.ts` finds the late
 * write.
 */
export const withLateWrites = async <Result>(
  services: EngineServices,
  operationId: string,
  subject: Subject,
  lease: HeldLease,
  work: () => Promise<Result>,
  left?: AbortSignal,
): Promise<Result> => {
  const after = async () => {
    const { afterLateWrite } = services.workOf(subject.kind);
    if (!afterLateWrite || !(await isOvertaken(lease))) return;
    await afterLateWrite(services, subject, `late-write/${operationId}/${lease.number}`);
  };
  try {
    const result = await work();
    if (lease.lost.aborted) await persist(after, left);
    return result;
  } catch (error) {
    // A process that was frozen for long has lost its connections, too, so it does not know yet whether it has the
    // lease.
    await persist(after, left);
    throw error;
  }
};
