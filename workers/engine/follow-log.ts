import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { runSubscription } from '#eventstore/subscription/run-subscription.ts';
import { inTraceOf } from './in-trace-of.ts';
import type { WorkerServices } from './worker-services.ts';

/** An event of a type, as it is stored. */
export type Recorded<Type extends PorticoEvent['type']> = RecordedEvent<Extract<PorticoEvent, { type: Type }>>;

/** What a follower does about events of some types. A crash repeats it. */
export type Reactions = {
  readonly [Type in PorticoEvent['type']]?: (services: WorkerServices, event: Recorded<Type>) => Promise<void>;
};

/**
 * @property name     of its subscription.
 * @property concerns whether an event is to be delivered. Where none of a batch is, nothing is, and the follower's place in the log
 *   moves together with those of the others in this process: most events concern one follower at most.
 */
export type Follower = Readonly<{
  name: string;
  concerns: (event: RecordedEvent<PorticoEvent>) => boolean;
  deliver: (events: readonly RecordedEvent<PorticoEvent>[]) => Promise<void>;
}>;

/** Follows the log: delivers events at least once, in order. Ends when the signal aborts. */
export const followLog = (
  { store, pool, log, moveCheckpoint }: Pick<WorkerServices, 'store' | 'pool' | 'log' | 'moveCheckpoint'>,
  { name, concerns, deliver }: Follower,
  signal: AbortSignal,
): Promise<void> => runSubscription({ store, pool, log, moveCheckpoint, name, signal, handler: { concerns, deliver } });

/** Returns a follower that reacts to each event of some types. */
export const reacting = (services: WorkerServices, name: string, reactions: Reactions): Follower => ({
  name,
  concerns: ({ type }) => Object.hasOwn(reactions, type),
  deliver: async (events) => {
    // The types can't express that each type gets its own events.
    for (const event of events) await inTraceOf(event, async () => reactions[event.type]?.(services, event as never));
  },
});
