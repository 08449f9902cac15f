import { setTimeout as pause } from 'node:timers/promises';
import { type HeldLease, LeaseLostError } from '#platform/lease.ts';
import { isAtGateway, type Subject } from './job.ts';
import { requestReconciliation } from './request-reconciliation.ts';
import type { WorkerServices } from './worker-services.ts';

/** How often, and with what pauses in milliseconds at most, a database that is away is asked whose the lease is. */
const asking = { times: 30, cap: 2_000 };

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
      if (time >= asking.times || left?.aborted) throw error;
      await pause(Math.min(asking.cap, 50 * 2 ** Math.min(time, 10)));
    }
  }
};

/**
 * Runs one attempt. A process that was frozen between asking for its lease and calling the gateway calls it when it wakes
 * up, after its successor, and no gateway refuses that. But it then finds that it was overtaken: so it asks for an
 * operation that looks at the same thing again (H2). One that dies before that leaves it to `reconcile-gateways.ts`.
 */
export const withLateWrites = async <Result>(
  services: WorkerServices,
  operationId: string,
  subject: Subject,
  lease: HeldLease,
  work: () => Promise<Result>,
  left?: AbortSignal,
): Promise<Result> => {
  const after = async () => {
    if (!isAtGateway(subject) || !(await isOvertaken(lease))) return;
    const { deploymentId, consumerId } = subject;
    await requestReconciliation(
      services,
      { deploymentId, consumerId, reason: 'late-write' },
      `late-write/${operationId}/${lease.number}`,
    );
  };
  try {
    const result = await work();
    if (lease.lost.aborted) await persist(after, left);
    return result;
  } catch (error) {
    // The connections of a process that was away for long are gone as well: whose the lease is, is not known yet.
    await persist(after, left);
    throw error;
  }
};
