import { eventCatalogue } from '#domain/event-catalogue.ts';
import { beginning, isReadable, type Position, UnreadableEventError } from '#eventstore/event-store.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool } from '#platform/database.ts';
import { readPath } from '#projections/read-path.ts';
import { createLogView, type LogView } from './log-view.ts';

/** Opens the log for reading, on separate connections. */
export const openLog = (url: string, key: Buffer) => {
  const pool = createPool(url, {
    applicationName: 'portico-chaos',
    searchPath: readPath,
    max: 4,
    statementTimeout: 60_000,
  });
  const { store } = openEventStore({ pool, key, definitions: eventCatalogue });
  const stopping = new AbortController();
  let following: Promise<void> | undefined;

  const fill = async (view: LogView, signal: AbortSignal, seen: (position: Position) => boolean): Promise<void> => {
    for await (const batch of store.subscribe({ after: beginning, signal })) {
      for (const event of batch) {
        if (!isReadable(event)) throw new UnreadableEventError(event);
        view.take(event);
      }
      const last = batch.at(-1);
      if (last && seen(last.position)) return;
    }
  };

  return {
    pool,
    /** Returns a view that stays up to date until `close`. */
    follow: (): LogView => {
      const view = createLogView();
      following = fill(view, stopping.signal, () => false);
      return view;
    },
    /** Reads the whole log again from its first event. */
    readAll: async (): Promise<LogView> => {
      const view = createLogView();
      const head = await store.head();
      const reading = new AbortController();
      await fill(view, reading.signal, (position) => position >= head);
      reading.abort();
      return view;
    },
    close: async () => {
      stopping.abort();
      await following;
      await store.close();
      await pool.end();
    },
  };
};
