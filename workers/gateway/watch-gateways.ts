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

/** Whether a gateway answers. One that cannot be asked at all lets its operations say why. */
const responses = async (services: WorkerServices, gatewayId: number): Promise<boolean> => {
  const gateway = await loadState(services.store, resourceDecider, gatewayId);
  services.metrics.looks.inc();
  if (gateway.status === 'none') return true;
  const seen = await withGateway(services, gateway, services.timing.call, ({ client }) => askGateway(client)).catch(
    () => undefined,
  );
  return seen === undefined;
};

/** Looks at one gateway until it is back, then lets go on what waited for it, until nothing does. */
const watch = async (
  services: WorkerServices,
  queue: OperationQueue,
  gatewayId: number,
  ended: () => boolean,
  rest: (milliseconds: number) => Promise<unknown>,
): Promise<void> => {
  const { pool, outage, log } = services;
  let delay = outage.first;
  // Whoever watched before may have ended between letting a job go on and adding it; the queue takes none twice.
  for (const job of await released(pool, gatewayId)) await queue.add(job);
  while (!ended()) {
    if (await isAway(pool, gatewayId)) {
      if (await responses(services, gatewayId)) {
        log.info({ gateway: gatewayId }, 'the gateway answers again');
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
 * Watches every gateway that is known to be away, one process a gateway, until the signal aborts: operations that wait for
 * it do not ask it themselves. What waited goes on in order, removals first, a few at a time.
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
      log.warn({ gateway: gatewayId, reason: String(error) }, 'watching a gateway failed');
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
