import { setTimeout as pause } from 'node:timers/promises';
import { resourceDecider } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import { withGateway } from '#gateway/session.ts';
import { withLease } from '#platform/lease.ts';
import { jitter } from '../engine/back-off.ts';
import type { OperationQueue } from '../engine/queue.ts';
import { gatewaysToWatch, release, released } from '../engine/waiting-room.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { askGateway, isAway, markBack } from './outage.ts';

/**
 * Returns whether a gateway is back. One that can't be called at all counts as back, and its operations report the
 * reason.
 */
const isBack = async (services: WorkerServices, gatewayId: number): Promise<boolean> => {
  const gateway = await loadState(services.store, resourceDecider, gatewayId);
  services.metrics.looks.inc();
  if (gateway.status === 'none') return true;
  const options = { timeout: services.timing.call };
  const seen = await withGateway(services, gateway, options, ({ client }) => askGateway(client)).catch(() => undefined);
  return seen === undefined;
};

/** Watches one gateway until it is back, then releases the waiting operations until none is left. */
const watch = async (
  services: WorkerServices,
  queue: OperationQueue,
  gatewayId: number,
  ended: () => boolean,
  rest: (milliseconds: number) => Promise<unknown>,
): Promise<void> => {
  const { pool, outage, log } = services;
  let delay = outage.first;
  // The process that watched before may have died between releasing a job and adding it. The queue ignores a repeated
  // job.
  for (const job of await released(pool, gatewayId)) await queue.add(job);
  while (!ended()) {
    if (await isAway(pool, gatewayId)) {
      if (await isBack(services, gatewayId)) {
        log.info({ gateway: gatewayId }, 'the gateway responds again');
        await markBack(pool, gatewayId);
        delay = outage.first;
        continue;
      }
      await rest(jitter(delay));
      delay = Math.min(outage.cap, delay * 2);
      continue;
    }
    const { jobs, left } = await release(pool, gatewayId, outage.atOnce);
    for (const job of jobs) await queue.add(job);
    if (left === 0) return;
    await rest(outage.look / 10);
  }
};

/**
 * Watches all gateways that are known to be away, each in one process, until the signal aborts. Operations that wait
 * for a gateway do not call it themselves. When it is back, they continue in order, removals first, a few at a time.
 */
export const watchGateways = async (
  services: WorkerServices,
  queue: OperationQueue,
  signal: AbortSignal,
): Promise<void> => {
  const { pool, worker, lease, outage, log } = services;
  const rest = (milliseconds: number) => pause(milliseconds, undefined, { signal }).catch(() => undefined);
  const watched = new Map<number, Promise<void>>();
  const begin = async (gatewayId: number) => {
    try {
      const options = { name: `gateway-${gatewayId}`, holder: worker, milliseconds: lease };
      await withLease(pool, options, ({ lost }) =>
        watch(services, queue, gatewayId, () => signal.aborted || lost.aborted, rest),
      );
    } catch (error) {
      log.warn({ gateway: gatewayId, reason: String(error) }, 'cannot watch a gateway');
    } finally {
      watched.delete(gatewayId);
    }
  };
  while (!signal.aborted) {
    const gateways = await gatewaysToWatch(pool).catch(() => []);
    for (const id of gateways) if (!watched.has(id)) watched.set(id, begin(id));
    await rest(outage.look);
  }
  await Promise.all(watched.values());
};
