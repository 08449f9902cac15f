import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '#domain/core/event.ts';
import { cutText } from '#platform/cut-text.ts';
import { isTransientError, type Pool } from '#platform/database.ts';
import { type Log, silentLog } from '#platform/log.ts';
import { beginning, type EventStore, type Position } from '../event-store.ts';
import { createDelivery, SubscriptionFaultedError } from './delivery.ts';
import type { MoveCheckpoint } from './gather-checkpoints.ts';
import {
  type Checkpoint,
  type Lease,
  LeaseLostError,
  recordError,
  registerSubscription,
  releaseLease,
  renewLease,
  storeCheckpoint,
  storeReached,
  takeLease,
} from './lease.ts';
import type { SubscriptionHandler } from './subscription-handler.ts';

/**
 * @property name         the subscription's name; with `version` the key of its checkpoint. A new version starts from
 *   the beginning.
 * @property handler      gets each event once in log order (`deliver`: at least once), never an empty batch.
 * @property start        where a subscription without a checkpoint begins. Default: the beginning of the log.
 * @property isTransient  returns whether an error is not the event's fault: then the runner retries for ever and parks
 *   nothing. Default: lost connections and deadlocks for `project`, all errors for `deliver`.
 * @property leaseSeconds after which another process may take over from a dead one. Default 10.
 * @property moveCheckpoint stores checkpoints of batches in which nothing concerns the handler. Default: one statement each.
 * @property onCaughtUp   called with the checkpoint each time the runner reaches the end of the log. An error interrupts the
 *   subscription, which tries again.
 */
export type SubscriptionOptions<E extends Event> = Readonly<{
  store: Pick<EventStore<E>, 'read' | 'subscribe'>;
  pool: Pool;
  name: string;
  version?: number;
  handler: SubscriptionHandler<E>;
  signal: AbortSignal;
  log?: Log;
  start?: Position;
  batchSize?: number;
  attempts?: number;
  leaseSeconds?: number;
  isTransient?: (error: unknown) => boolean;
  moveCheckpoint?: MoveCheckpoint;
  onCaughtUp?: (position: Position) => void | Promise<void>;
}>;

/** Milliseconds that a runner waits after an error. */
export const retryDelays = { first: 100, most: 10_000 };

/**
 * Runs a subscription until the signal aborts. Only one runner works at a time, over all processes. The others ask for
 * the lease every third of its length. It never throws: errors are logged, stored in `subscriptions.last_error` and
 * retried with back-off. A single event that keeps failing parks its stream (see `createDelivery`).
 */
export const runSubscription = async <E extends Event>(options: SubscriptionOptions<E>): Promise<void> => {
  const { pool, name, version = 1, signal, start = beginning, leaseSeconds = 10, log = silentLog } = options;
  const owner = randomUUID();
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  let delay = retryDelays.first;
  while (!signal.aborted) {
    let lease: Lease | undefined;
    let goesOn = false;
    try {
      await registerSubscription(pool, { name, version }, start);
      lease = await takeLease(pool, { name, version }, owner, leaseSeconds);
      if (!lease) {
        await pause((leaseSeconds * 1_000) / 3);
        continue;
      }
      await runUnderLease(options, lease, () => {
        delay = retryDelays.first;
      });
    } catch (error) {
      const known = error instanceof LeaseLostError;
      log[known ? 'warn' : 'error'](
        { err: error, subscription: name, version },
        'subscription interrupted, trying again',
      );
      goesOn = !known && !(error instanceof SubscriptionFaultedError);
      if (lease && goesOn) await recordError(pool, lease, messageOf(error), false).catch(() => undefined);
      await pause(delay);
      delay = Math.min(delay * 2, retryDelays.most);
    } finally {
      // A runner that goes on takes the lease again, so it does not release it in between.
      if (lease && (!goesOn || signal.aborted)) await releaseLease(pool, lease).catch(() => undefined);
    }
  }
};

const messageOf = (error: unknown): string => cutText(error instanceof Error ? error.message : String(error), 500);

const runUnderLease = async <E extends Event>(
  options: SubscriptionOptions<E>,
  lease: Lease,
  progressed: () => void,
): Promise<void> => {
  const {
    store,
    pool,
    handler,
    signal,
    batchSize,
    onCaughtUp,
    moveCheckpoint = (lease, checkpoint) => storeCheckpoint(pool, lease, checkpoint),
    log = silentLog,
    attempts = 5,
    leaseSeconds = 10,
  } = options;
  const lost = new AbortController();
  const either = AbortSignal.any([signal, lost.signal]);
  // Runs in parallel with the batches, because one of them may take longer than the lease.
  const renewal = setInterval(
    () => {
      renewLease(pool, lease, leaseSeconds).catch((error: unknown) => {
        if (error instanceof LeaseLostError) lost.abort(error);
      });
    },
    (leaseSeconds * 1_000) / 3,
  );
  const isTransient = options.isTransient ?? ('project' in handler ? isTransientError : () => true);
  try {
    const delivery = await createDelivery({ store, pool, handler, lease, log, attempts, isTransient, moveCheckpoint });
    let checkpoint: Checkpoint = lease;
    let resumeCheck = 0;
    for await (const batch of store.subscribe({
      after: lease.position,
      afterId: lease.id,
      reached: lease.reached,
      // A hint, so nothing depends on it.
      onReached: (mark) => storeReached(pool, lease, mark).catch(() => undefined),
      signal: either,
      ...(batchSize ? { batchSize } : {}),
    })) {
      if (batch.length > 0) {
        await delivery.handle(batch);
        checkpoint = batch.at(-1) ?? checkpoint;
        progressed();
      } else {
        await onCaughtUp?.(checkpoint.position);
      }
      if (delivery.parkedCount() > 0 && performance.now() > resumeCheck) {
        await delivery.resumeRequested(checkpoint);
        resumeCheck = performance.now() + 1_000;
      }
    }
    if (lost.signal.aborted) throw lost.signal.reason;
  } finally {
    clearInterval(renewal);
  }
};
