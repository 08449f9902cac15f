import type { LogClient } from './client.ts';
import { reading } from './failure.ts';
import { asLinkedEvent, isOfServer, type LinkedEvent } from './stored-event.ts';

/** Reads the stored events of a stream. @param prefix what the names of streams begin with at the server. */
export const readServerStream = async (
  client: LogClient,
  prefix: string,
  stream: string,
  fromVersion = 1,
): Promise<readonly LinkedEvent[]> => {
  const events = await reading(client.readStream(prefix + stream, fromVersion));
  return events.filter((event) => !isOfServer(event)).map((event) => asLinkedEvent(event, prefix));
};
