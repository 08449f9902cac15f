import type { LogCommand } from './command.ts';
import { listParkedInForce } from './parked-in-force.ts';
import { printJson, printTable } from './print.ts';
import { listSubscriptions } from './subscriptions.ts';

/** Returns an error's first line. */
const firstLine = (error: string | null): string => error?.split('\n')[0] ?? '';

export const parked: LogCommand = {
  words: '',
  does: 'shows which streams wait to be resumed, and which projections are paused or have stopped',
  takes: [0, 0],
  isReader: true,
  run: async ({ pool }, { json }) => {
    const subscriptions = await listSubscriptions(pool);
    const streams = (await listParkedInForce(pool)).map(
      ({ name, stream, fromVersion, eventType, parkedAt, error, attempts }) => ({
        name,
        stream,
        fromVersion,
        eventType,
        since: parkedAt.toISOString(),
        attempts,
        error: firstLine(error),
      }),
    );
    const stopped = subscriptions
      .filter(({ state }) => state !== 'running')
      .map(({ name, state, since, lastError }) => ({
        name,
        state,
        since: since.toISOString(),
        error: firstLine(lastError),
      }));
    if (json) {
      for (const line of [...streams, ...stopped]) printJson(line);
      return;
    }
    printTable(
      streams.map(({ name, stream, fromVersion, eventType, since, error }) => [
        name,
        `${stream} from ${fromVersion} (${eventType})`,
        `since ${since}`,
        error,
      ]),
    );
    printTable(stopped.map(({ name, state, since, error }) => [name, state, `since ${since}`, error]));
    console.log(
      streams.length + stopped.length === 0
        ? 'No stream is parked, and nothing is paused.'
        : `Parked streams: ${streams.length}. Paused or stopped: ${stopped.length}.`,
    );
  },
};
