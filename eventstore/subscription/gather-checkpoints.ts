import { setImmediate } from 'node:timers/promises';
import type { Database } from '#platform/database.ts';
import { type Checkpoint, type Lease, LeaseLostError, storeCheckpoints } from './lease.ts';

type Waiting = Readonly<{ lease: Lease; checkpoint: Checkpoint }> & PromiseWithResolvers<void>;

/** Stores a checkpoint that nothing else is stored with. @throws LeaseLostError */
export type MoveCheckpoint = (lease: Lease, checkpoint: Checkpoint) => Promise<void>;

/**
 * Lets the subscriptions of a process move their checkpoints together: most events concern few of them, and the others
 * would write a transaction each. Those that come while a statement runs share the next one.
 */
export const gatherCheckpoints = (database: Database): MoveCheckpoint => {
  let waiting: Waiting[] = [];
  let storing = false;

  const store = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const held = await storeCheckpoints(database, batch);
      for (const { lease, resolve, reject } of batch) {
        if (held.has(lease)) resolve();
        else reject(new LeaseLostError(lease));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const storeAll = async (): Promise<void> => {
    storing = true;
    // Those that were woken with this one decode the same events now.
    await setImmediate();
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await store(batch);
    }
    storing = false;
  };

  return (lease, checkpoint) => {
    const one = { lease, checkpoint, ...Promise.withResolvers<void>() };
    waiting.push(one);
    if (!storing) void storeAll();
    return one.promise;
  };
};
