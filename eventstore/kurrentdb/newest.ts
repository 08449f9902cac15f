import type { Position } from '../event-store.ts';
import type { LogClient } from './client.ts';
import type { ServerEvent } from './server-event.ts';
import { isOfServer } from './stored-event.ts';

/** Events of one backward read: few at first, because most logs end with an event of Portico. */
const page = { first: 8, most: 4_096 };

/**
 * Returns the newest events of this installation, in log order. The end of the log can have many events of the server and of
 * others.
 *
 * @param known the position of an event of this installation. It need not look before it, once it has one event.
 */
export const readNewest = async (
  client: Pick<LogClient, 'readAll'>,
  prefix: string,
  count: number,
  known: Position,
): Promise<readonly ServerEvent[]> => {
  const found: ServerEvent[] = [];
  let from: Position | 'end' = 'end';
  for (let size = page.first; ; size = Math.min(size * 4, page.most)) {
    const events = await client.readAll(from, 'backwards', size);
    // A read from a position may begin with the event there.
    for (const event of events)
      if (
        found.length < count &&
        (from === 'end' || event.position < from) &&
        event.stream.startsWith(prefix) &&
        !isOfServer(event)
      )
        found.push(event);
    const last = events.at(-1);
    const isEnough = found.length >= count || events.length < size || (count === 1 && last && last.position < known);
    if (isEnough || !last) return found.reverse();
    from = last.position;
  }
};
