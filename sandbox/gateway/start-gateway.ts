import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { createAdminServer } from './admin/server.ts';
import { createStore } from './entity/store.ts';
import { type InForce, inForce } from './kernel/in-force.ts';
import { type Random, systemRandom } from './kernel/random.ts';
import { createAgents } from './proxy/upstream.ts';
import { createWorkers } from './proxy/workers.ts';
import { createProxy } from './proxy-server.ts';
import { createSnapshotWriter, readSnapshot } from './snapshot.ts';
import { certificateOf, ownCertificate } from './tls.ts';

export type GatewayOptions = {
  /**
   * The folder that keeps the state over restarts. It is made if it is missing. Only one gateway may use it at a time.
   */
  dataFolder: string;
  /** Ports to listen on. 0 takes a free port. */
  adminPort: number;
  proxyPort: number;
  proxySslPort: number;
  /** Address to listen on. Default: 127.0.0.1. */
  host?: string;
  /** If set, requests to the Admin API must send it in `Kong-Admin-Token`. */
  adminToken?: string | undefined;
  /** Called with unexpected errors. They never contain credentials. */
  log?: (message: string, error?: unknown) => void;
  /** Source of generated ids and secrets. */
  random?: Random;
  /** When changes come into force. Default: with the next request. */
  inForce?: Partial<InForce>;
};

export type Gateway = {
  adminUrl: string;
  proxyUrl: string;
  proxySslUrl: string;
  /** Makes the first worker miss the next change of routes and services, until one of them is written again. */
  missNextChange(): void;
  close(): Promise<void>;
};

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Starts a gateway in place of Kong 3.9.1: an Admin API and a proxy over http and https, with the state of the data
 * folder.
 * @throws when a port is taken or the data folder can't be read or written
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { dataFolder, host = '127.0.0.1', log = () => undefined, random = systemRandom } = options;
  await mkdir(dataFolder, { recursive: true });
  const file = join(dataFolder, 'gateway.json');
  const store = createStore(readSnapshot(file));
  const { commit } = createSnapshotWriter(file, () => store.state());
  const unhealthy = new Set<string>();
  const agents = createAgents();
  const onError = (error: unknown) => log('gateway error', error);
  const settings = inForce(options.inForce);
  const nodeId = randomUUID();
  const context = { store, random, nodeId, unhealthy, isDbless: false, inForce: settings };
  const workers = createWorkers(store, settings, nodeId);
  const proxy = createProxy({ store, context: { random, commit, onError }, workers, unhealthy, agents });
  const handle = (scheme: 'http' | 'https') => (request: IncomingMessage, response: ServerResponse) => {
    proxy(request, response, scheme).catch((error: unknown) => {
      onError(error);
      // The broken connection may be the client's. Then there is nobody to respond to.
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { Server: 'portico-sandbox' }).end();
    });
  };
  const pair = await ownCertificate(dataFolder);
  const chosen = certificateOf(store, createSecureContext(pair));
  const admin = createAdminServer({ context, commit, onError, token: options.adminToken });
  const plain = createServer(handle('http'));
  const choose = (name: string, done: (error: Error | null, context?: SecureContext) => void) => {
    try {
      done(null, chosen(name));
    } catch (error) {
      // Only this handshake fails: the key may be too short for TLS.
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const secure = createTlsServer({ ...pair, SNICallback: choose }, handle('https'));
  const servers = [admin, plain, secure];
  const close = async () => {
    for (const server of servers) server.closeIdleConnections();
    const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
    const patience = setTimeout(() => {
      for (const server of servers) server.closeAllConnections();
    }, 2000);
    await Promise.all(closed);
    clearTimeout(patience);
    workers.close();
    agents.http.destroy();
    agents.https.destroy();
    await commit();
  };
  try {
    const adminPort = await listen(admin, options.adminPort, host);
    const proxyPort = await listen(plain, options.proxyPort, host);
    const proxySslPort = await listen(secure, options.proxySslPort, host);
    return {
      adminUrl: `http://${host}:${adminPort}`,
      proxyUrl: `http://${host}:${proxyPort}`,
      proxySslUrl: `https://${host}:${proxySslPort}`,
      missNextChange: () => workers.all[0]?.router.missNext(),
      close,
    };
  } catch (error) {
    workers.close();
    for (const server of servers) server.close();
    throw error;
  }
}
