import { once } from 'node:events';
import type { Server } from 'node:net';
import { codeOf } from './error-code.ts';
import { UnfitError } from './unfit-error.ts';

/** @property setting the variable that has the port. */
type Place = Readonly<{ port: number; host: string; setting: string }>;

const reasons: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ port, host, setting }) => `port ${port} of ${host} (${setting}) is used by another program`,
  EACCES: ({ port, setting }) => `this user may not listen on port ${port} (${setting})`,
  EADDRNOTAVAIL: ({ host }) => `${host} (LISTEN_HOST) is no address of this machine`,
  ENOTFOUND: ({ host }) => `${host} (LISTEN_HOST) is no name of this machine`,
};

/**
 * Opens a server's port.
 *
 * @throws UnfitError that names the setting, when the port can't be had.
 */
export const listen = async (server: Server, place: Place): Promise<void> => {
  // Without a host, Node takes all addresses, also on a machine that has no IPv6.
  server.listen(place.port, place.host === '::' ? undefined : place.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = reasons[codeOf(error)]?.(place);
    throw reason === undefined ? error : new UnfitError(`cannot start: ${reason}`);
  }
};
