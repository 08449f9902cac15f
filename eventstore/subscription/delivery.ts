import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '#domain/core/event.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { cutText } from '#platform/cut-text.ts';
import { type Database, inTransaction, isConnectionError, type Pool, type PoolClient } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { isFaultOfOlderProgram } from '../codec.ts';
import { type EventStore, isReadable, type LogEntry, type RecordedEvent } from '../event-store.ts';
import type { MoveCheckpoint } from './gather-checkpoints.ts';
import { type Checkpoint, type Lease, LeaseLostError, recordError, storeCheckpoint } from './lease.ts';
import { advanceParked, keepParked, listParked, parkStream, resumeRequests, unparkStream } from './parked-streams.ts';
import type { SubscriptionHandler } from './subscription-handler.ts';

type DeliveryOptions<E extends Event> = Readonly<{
  store: Pick<EventStore<E>, 'read'>;
  pool: Pool;
  handler: SubscriptionHandler<E>;
  lease: Lease;
  log: Log;
  attempts: number;
  isTransient: (error: unknown) => boolean;
  moveCheckpoint: MoveCheckpoint;
}>;

/** Above this number of parked streams, and this share of the events, the program is at fault, not the events. */
const faultLimit = { streams: 20, share: 0.01 };

/** Parked streams of an earlier program that are tried between two batches, so that new events do not wait long. */
const triedAtOnce = 20;

/**
 * Thrown when so many events fail that the program must be at fault. The subscription stops until `resumeSubscription`.
 */
export class SubscriptionFaultedError extends Error {
  constructor(name: string) {
    super(`subscription ${name} stops: too many of its events cannot be handled`);
    this.name = 'SubscriptionFaultedError';
  }
}

const messageOf = (error: unknown): string => cutText(error instanceof Error ? error.message : String(error), 500);

/**
 * Passes batches to the handler and stores the checkpoint. When a batch fails, passes it in halves, down to a single event. An event
 * that fails `attempts` times, or can't be decoded, parks its stream: this event and all later ones of the stream wait
 * until somebody resumes it or the next program tries it, and the other streams go on.
 */
export const createDelivery = async <E extends Event>({
  store,
  pool,
  handler,
  lease,
  log,
  attempts,
  isTransient,
  moveCheckpoint,
}: DeliveryOptions<E>) => {
  const parkedBefore = await listParked(pool, lease);
  const parked = new Set(parkedBefore.map(({ stream }) => stream));
  /** Another program parked these streams, perhaps an older one. This one may be mended, so it tries each of them once. */
  const untried = [...parkedBefore];
  let handled = 0;
  let parkedNow = 0;

  /** Runs the handler, then `then`: in the same transaction (project) or after it (deliver). */
  const step = async (
    events: readonly RecordedEvent<E>[],
    then: (database: Database) => Promise<void>,
  ): Promise<void> => {
    if ('project' in handler) {
      await inTransaction(pool, async (client: PoolClient) => {
        if (events.length > 0) await handler.project(events, client);
        crashPoint('subscription.handled');
        await then(client);
      });
    } else {
      if (events.length > 0) await handler.deliver(events);
      crashPoint('subscription.handled');
      await then(pool);
    }
    handled += events.length;
    crashPoint('subscription.checkpointed');
  };

  /** Handles events and stores the checkpoint. Where none concerns the handler, the checkpoint alone: no transaction. */
  const pass = async (events: readonly RecordedEvent<E>[], checkpoint: Checkpoint): Promise<void> => {
    const { concerns = () => true } = handler;
    if (events.some(concerns)) return step(events, (database) => storeCheckpoint(database, lease, checkpoint));
    await moveCheckpoint(lease, checkpoint);
    handled += events.length;
    crashPoint('subscription.checkpointed');
  };

  const park = async (event: LogEntry<E>, reason: string, tries: number): Promise<void> => {
    parked.add(event.stream);
    // What a newer release wrote waits for that release, however much it is.
    if (!isFaultOfOlderProgram(reason)) parkedNow += 1;
    const { id, type, stream, version } = event;
    log.error(
      { subscription: lease.name, stream, version, event: id, type, reason },
      'event cannot be handled, its stream is parked',
    );
    const faulted = parkedNow > faultLimit.streams && parkedNow > handled * faultLimit.share;
    await step([], async (database) => {
      await parkStream(database, lease, event, reason, tries);
      await storeCheckpoint(database, lease, event);
    });
    await recordError(pool, lease, `${type} ${id}: ${reason}`, faulted);
    if (faulted) throw new SubscriptionFaultedError(lease.name);
  };

  const handleOne = async (event: LogEntry<E>): Promise<void> => {
    if (parked.has(event.stream)) return pass([], event);
    if (!isReadable(event)) return park(event, event.fault, 1);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pass([event], event);
      } catch (error) {
        if (error instanceof LeaseLostError || isTransient(error)) throw error;
        if (attempt >= attempts) return park(event, messageOf(error), attempt);
        await sleep(20 * 2 ** attempt);
      }
    }
  };

  const handle = async (batch: readonly LogEntry<E>[]): Promise<void> => {
    const last = batch.at(-1);
    if (!last) return;
    if (batch.length === 1) return handleOne(last);
    const waiting = batch.filter(({ stream }) => !parked.has(stream));
    if (waiting.every(isReadable)) {
      try {
        return await pass(waiting, last);
      } catch (error) {
        if (error instanceof LeaseLostError || isTransient(error)) throw error;
        const { length } = batch;
        log.warn({ err: error, subscription: lease.name, events: length }, 'batch failed, handling it in two halves');
      }
    }
    const half = Math.ceil(batch.length / 2);
    await handle(batch.slice(0, half));
    await handle(batch.slice(half));
  };

  /** Tries the waiting events of one stream, each once. Stops at the first that still fails. */
  const resume = async (stream: string, fromVersion: number, checkpoint: Checkpoint): Promise<void> => {
    let current: RecordedEvent<E> | undefined;
    try {
      const events = (await store.read(stream, fromVersion)).filter(({ position }) => position <= checkpoint.position);
      for (const [index, event] of events.entries()) {
        current = event;
        const next = events[index + 1];
        await step([event], async (database) => {
          await storeCheckpoint(database, lease, checkpoint);
          await (next ? advanceParked(database, lease, next) : unparkStream(database, lease, stream));
        });
      }
      parked.delete(stream);
      log.info({ subscription: lease.name, stream }, 'parked stream resumed');
    } catch (error) {
      if (error instanceof LeaseLostError || (current && isTransient(error)) || isConnectionError(error)) throw error;
      await keepParked(pool, lease, stream, messageOf(error));
      log.error(
        { subscription: lease.name, stream, version: current?.version, err: error },
        'parked stream still fails',
      );
    }
  };

  return {
    handle,
    parkedCount: () => parked.size,
    resumeRequested: async (checkpoint: Checkpoint): Promise<void> => {
      const wanted = [...untried.splice(0, triedAtOnce), ...(await resumeRequests(pool, lease))];
      for (const { stream, fromVersion } of wanted)
        if (parked.has(stream)) await resume(stream, fromVersion, checkpoint);
    },
  };
};
