import type { Position } from '../event-store.ts';
import type { LogClient } from './client.ts';
import type { ServerEvent } from './server-event.ts';

/** Pages that are kept, and for how many milliseconds. */
const kept = { most: 4, milliseconds: 10_000 };

/**
 * A page of the log, in its order.
 *
 * @property isLast whether the log ended behind it when it was read.
 */
type Page = Readonly<{ events: readonly ServerEvent[]; isLast: boolean }>;
/**
 * @property read   returns the page after a position.
 * @property forget drops what is kept: behind the address may be another log.
 */
export type Pages = Readonly<{ read: (after: Position) => Promise<Page>; forget: () => void }>;

/**
 * Returns a reader of pages for all subscriptions of a process. After a start they read the same log at nearly the same time, so the
 * last full pages are kept for a while: each is read once instead of once a subscription.
 *
 * @param size events in a page, also those of others.
 */
export const createPages = (client: Pick<LogClient, 'readAll'>, size = 5_000): Pages => {
  const pages = new Map<Position, Promise<Page>>();
  const readNow = async (after: Position): Promise<Page> => {
    const found = await client.readAll(after, 'forwards', size + 1);
    // The event at the position itself comes too.
    const events = found[0]?.position === after ? found.slice(1) : found.slice(0, size);
    return { events, isLast: found.length <= size };
  };
  return {
    read: async (after) => {
      const known = pages.get(after);
      if (known) return known;
      const page = readNow(after);
      const drop = () => void (pages.get(after) === page && pages.delete(after));
      pages.set(after, page);
      const [oldest] = pages.keys();
      if (pages.size > kept.most && oldest !== undefined) pages.delete(oldest);
      // The last page grows.
      page.then(({ isLast }) => isLast && drop(), drop);
      setTimeout(drop, kept.milliseconds).unref();
      return page;
    },
    forget: () => pages.clear(),
  };
};
