import { setTimeout as sleep } from 'node:timers/promises';
import { gatherCheckpoints } from '#eventstore/subscription/gather-checkpoints.ts';
import { type Log, silentLog } from '#platform/log.ts';
import { allProjections } from './all-projections.ts';
import { activeGenerations, ensureGenerations } from './engine/generations.ts';
import { dropOthers } from './engine/other-releases.ts';
import type { Projection } from './engine/projection.ts';
import { renewErased } from './engine/renew-erased.ts';
import { type RunOptions, runGeneration } from './engine/run-generation.ts';

/** Milliseconds between two reads of the list of generations. */
const registryInterval = 500;

type Running = Readonly<{ stop: AbortController; done: Promise<void> }>;

/**
 * Keeps all read tables up to date until the signal aborts, then resolves when the last transaction has ended.
 * Makes missing tables first. Several processes may run it, because leases let only one of them write.
 */
export const runProjections = async ({
  projections = allProjections,
  log = silentLog,
  ...options
}: Omit<RunOptions, 'log' | 'moveCheckpoint'> &
  Readonly<{ projections?: readonly Projection[]; log?: Log }>): Promise<void> => {
  const { pool, signal } = options;
  const running = new Map<string, Running>();
  const moveCheckpoint = gatherCheckpoints(pool);

  const start = (projection: Projection, generation: number, building: boolean): Running => {
    const stop = new AbortController();
    const done = runGeneration(projection, generation, building, {
      ...options,
      log,
      moveCheckpoint,
      signal: AbortSignal.any([signal, stop.signal]),
    });
    return { stop, done };
  };

  let made = false;
  const follow = async (): Promise<void> => {
    const wanted = new Set<string>();
    const active = await activeGenerations(pool, projections);
    // Another release may have dropped tables just before this process started to fill them.
    made = projections.every(({ name }) => active.some(({ projection }) => projection === name));
    for (const { projection: name, generation, state } of active) {
      const projection = projections.find((one) => one.name === name);
      if (!projection) continue;
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

  while (!signal.aborted) {
    try {
      if (!made) await ensureGenerations(pool, projections);
      await renewErased(pool, projections);
      await follow();
      await dropOthers(pool, allProjections);
    } catch (error) {
      log.error({ err: error }, 'cannot find out which read tables to fill, trying again');
    }
    await sleep(registryInterval, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all([...running.values()].map(({ done }) => done));
};
