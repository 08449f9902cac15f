import type { Event } from '#domain/core/event.ts';
import type { Log } from '#platform/log.ts';
import type { EventStore } from './event-store.ts';

/** What whoever runs an older installation is told until it is done. */
export const sealsSentence =
  'Events need no seal yet: whoever owns the database could write events that the portal takes for its own. When you need not go back to a release ' +
  'before 1.9, stop every process, run: npm run log -- demand-seals (docs/log.md, Seals of events)';

type Store<E extends Event> = Pick<EventStore<E>, 'sealsDemanded' | 'newestEntries'>;

/** Returns whether the log takes events without seals. One that has no event yet will demand them with the first. */
export const lacksSeals = async <E extends Event>(store: Store<E>): Promise<boolean> => {
  if ((await store.sealsDemanded()) !== 'no') return false;
  // An event that can't be read is there all the same.
  return await store.newestEntries(1).then(
    ({ length }) => length > 0,
    () => true,
  );
};

/** Says at the start of a process that events need no seal yet. */
export const tellOfSeals = async <E extends Event>(store: Store<E>, log: Log): Promise<void> => {
  if (await lacksSeals(store)) log.warn(sealsSentence);
};
