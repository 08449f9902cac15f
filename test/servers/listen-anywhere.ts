import { once } from 'node:events';
import type { Server } from 'node:http';

/** For tests: opens a free port of this machine. Returns the server's address, and what ends it with all its connections. */
export const listenAnywhere = async (
  server: Server,
): Promise<Readonly<{ url: string; close: () => Promise<void> }>> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
