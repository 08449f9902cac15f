import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { listen } from '#platform/listen.ts';
import type { BffEnv } from './context.ts';
import { createFairServer } from './one-after-another.ts';
import { createStartingApp } from './starting-app.ts';

/** Milliseconds. Longer than every response of the portal takes. */
const idleConnection = 90_000;

/** A port that is served. `show` takes the app that responds from then on. */
export type Door = Readonly<{ show: (app: Pick<Hono<BffEnv>, 'fetch'>) => void; close: () => void }>;

/**
 * Serves at a port. Until there is an app to show, it responds that the portal is starting.
 *
 * @throws UnfitError that names the setting, when the port can't be had.
 */
export const openDoor = async (place: Parameters<typeof listen>[1]): Promise<Door> => {
  let app: Pick<Hono<BffEnv>, 'fetch'> = createStartingApp();
  const server = createAdaptorServer({
    fetch: (request, bindings) => app.fetch(request, bindings),
    createServer: createFairServer,
  }) as Server;
  // An idle connection can hold a document of 16 MB in memory, so it is closed.
  server.setTimeout(idleConnection);
  await listen(server, place);
  return {
    show: (shown) => {
      app = shown;
    },
    close: () => server.close(),
  };
};
