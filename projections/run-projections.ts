import { setTimeout as sleep } from 'node:timers/promises';
import { type Log, silentLog } from '#platform/log.ts';
import { allProjections } from './all-projections.ts';
import { activeGenerations, ensureGenerations } from './engine/generations.ts';
import type { Projection } from './engine/projection.ts';
import { renewErased } from './engine/renew-erased.ts';
import { type RunOptions, runGeneration } from './engine/run-generation.ts';

/** How often the registry is asked what there is to run, in milliseconds. */
const registryInterval = 500;

type Running = Readonly<{ stop: AbortController; done: Promise<void> }>;

/**
 * Keeps all read tables up to date until the signal aborts, then resolves when the last transaction has ended.
 * Makes the tables first when there are none. Several processes may run it: leases see to it that one writes.
 */
export const runProjections = async ({
  projections = allProjections,
  log = silentLog,
  ...options
}: Omit<RunOptions, 'log'> & Readonly<{ projections?: readonly Projection[]; log?: Log }>): Promise<void> => {
  const { pool, signal } = options;
  const running = new Map<string, Running>();

  const start = (projection: Projection, generation: number, building: boolean): Running => {
    const stop = new AbortController();
    const done = runGeneration(projection, generation, building, {
      ...options,
      log,
      signal: AbortSignal.any([signal, stop.signal]),
    });
    return { stop, done };
  };

  const follow = async (): Promise<void> => {
    const wanted = new Set<string>();
    for (const { projection: name, generation, codeVersion, state } of await activeGenerations(pool)) {
      const projection = projections.find((one) => one.name === name);
      // Tables of another version of the program are its business.
      if (projection?.version !== codeVersion) continue;
      const key = `${name} ${generation}`;
      wanted.add(key);
      if (!running.has(key)) running.set(key, start(projection, generation, state === 'building'));
    }
    for (const [key, { stop }] of running) {
      if (wanted.has(key)) continue;
      stop.abort();
      running.delete(key);
    }
  };

  let made = false;
  while (!signal.aborted) {
    try {
      if (!made) await ensureGenerations(pool, projections);
      made = true;
      await renewErased(pool, projections);
      await follow();
    } catch (error) {
      log.error({ err: error }, 'cannot find out which read tables to fill, trying again');
    }
    await sleep(registryInterval, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all([...running.values()].map(({ done }) => done));
};
