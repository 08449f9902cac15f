import { setTimeout as sleep } from 'node:timers/promises';
import { crashPoint } from '#platform/crash-point.ts';
import type { Log } from '#platform/log.ts';
import type { Position } from '../event-store.ts';
import type { Intention } from './intentions.ts';

type Result = Intention & { position: Position };

/** Milliseconds that a result waits for company. A result can be found again at any time, so nobody waits for it. */
const company = 20;
const mostAtOnce = 500;
const retryAfter = 250;

/** Writes the results of appends in batches. */
export type Results = Readonly<{
  /** Returns when the result is written. It is tried until it succeeds, or the process ends. */
  add: (result: Result) => Promise<void>;
  /** Waits for all results that were added before. */
  flush: () => Promise<void>;
  /** Tries once more to write what is left. */
  close: () => Promise<void>;
}>;

export const createResults = (settle: (results: readonly Result[]) => Promise<void>, log: Log): Results => {
  const waiting: { result: Result; written: Promise<void>; tell: () => void }[] = [];
  let running: Promise<void> | undefined;
  let closing = false;
  let wake: () => void = () => undefined;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (!closing)
        await Promise.race([sleep(company, undefined, { ref: false }), new Promise<void>((end) => (wake = end))]);
      const batch = waiting.slice(0, mostAtOnce);
      try {
        crashPoint('append.sent');
        await settle(batch.map(({ result }) => result));
        crashPoint('append.settled');
        waiting.splice(0, batch.length);
        for (const { tell } of batch) tell();
      } catch (error) {
        if (closing) return;
        log.warn({ err: error, results: waiting.length }, 'cannot write the results of appends, trying again');
        await sleep(retryAfter, undefined, { ref: false });
      }
    }
  };

  const add = (result: Result): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ result, written: promise, tell: resolve });
    running ??= run().finally(() => {
      running = undefined;
    });
    return promise;
  };

  return {
    add,
    flush: async () => {
      wake();
      await Promise.all(waiting.map(({ written }) => written));
    },
    close: async () => {
      closing = true;
      wake();
      await running;
    },
  };
};
