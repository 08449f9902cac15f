import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { Append, EventStore } from '#eventstore/event-store.ts';

/**
 * Holds the next append with an event of a type. The command has decided then, and nothing is written.
 *
 * @property reached resolves when an append is held.
 * @property release lets it go on.
 */
export const holdAppend = (store: EventStore<PorticoEvent>, type: PorticoEvent['type']) => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const { append } = store;
  const held = async (events: Append<PorticoEvent>) => {
    if (events.events.some((event) => event.type === type)) {
      Object.assign(store, { append });
      reached.resolve();
      await released.promise;
    }
    return await append(events);
  };
  Object.assign(store, { append: held });
  return { reached: reached.promise, release: released.resolve };
};
