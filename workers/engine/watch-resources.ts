import { setTimeout as pause } from 'node:timers/promises';
import { type Resource, readResource } from '#domain/core/operation-kind.ts';
import { withLease } from '#platform/lease.ts';
import { jitter } from './back-off.ts';
import type { EngineServices } from './handler.ts';
import { isAway, markBack } from './outage.ts';
import type { OperationQueue } from './queue.ts';
import { release, released, resourcesToWatch } from './waiting-room.ts';

type Watch = Readonly<{
  services: EngineServices;
  queue: OperationQueue;
  rest: (milliseconds: number) => Promise<unknown>;
}>;

/** Watches one resource until it is back, then releases the waiting operations until none is left. */
const watch = async ({ services, queue, rest }: Watch, resource: Resource, ended: () => boolean): Promise<void> => {
  const { pool, outage, log, resources } = services;
  const { kind, id } = readResource(resource);
  let delay = outage.first;
  // The process that watched before may have died between releasing a job and adding it. The queue ignores a repeated
  // job.
  for (const job of await released(pool, resource)) await queue.add(job);
  while (!ended()) {
    if (await isAway(pool, resource)) {
      if (await resources[kind].isBack(services, id)) {
        log.info({ resource }, 'a resource responds again');
        await markBack(pool, resource);
        delay = outage.first;
        continue;
      }
      await rest(jitter(delay));
      delay = Math.min(outage.cap, delay * 2);
      continue;
    }
    const { jobs, left } = await release(pool, resource, outage.atOnce);
    for (const job of jobs) await queue.add(job);
    if (left === 0) return;
    await rest(outage.look / 10);
  }
};

/**
 * Watches all resources that are known to be away, each in one process, until the signal aborts. Operations that wait
 * for a resource do not call it themselves. When it is back, they continue in order, removals first, a few at a time.
 */
export const watchResources = async (
  services: EngineServices,
  queue: OperationQueue,
  signal: AbortSignal,
): Promise<void> => {
  const { pool, worker, lease, outage, log } = services;
  const rest = (milliseconds: number) => pause(milliseconds, undefined, { signal }).catch(() => undefined);
  const watched = new Map<Resource, Promise<void>>();
  const begin = async (resource: Resource) => {
    try {
      await withLease(pool, { name: resource, holder: worker, milliseconds: lease }, ({ lost }) =>
        watch({ services, queue, rest }, resource, () => signal.aborted || lost.aborted),
      );
    } catch (error) {
      log.warn({ resource, reason: String(error) }, 'cannot watch a resource');
    } finally {
      watched.delete(resource);
    }
  };
  while (!signal.aborted) {
    const resources = await resourcesToWatch(pool).catch(() => []);
    for (const resource of resources) if (!watched.has(resource)) watched.set(resource, begin(resource));
    await rest(outage.look);
  }
  await Promise.all(watched.values());
};
