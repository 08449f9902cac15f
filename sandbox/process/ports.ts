import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    server.listen(port);
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
};

/** The parts of the sandbox that listen, with the ports they like best. */
export const preferredPorts = {
  identityProvider: 3001,
  ingest: 3002,
  control: 3003,
  echo: 3004,
  bff: 3005,
  projector: 3006,
  worker: 3007,
  postgres: 5439,
  gatewayProxy: 8000,
  gatewayAdmin: 8001,
  gatewayProxySsl: 8443,
} as const;
export type PortName = keyof typeof preferredPorts;

/**
 * The ports of this sandbox: those of the first start for as long as its data lives, since events and
 * gateway remember addresses. On the first start a taken port is passed over for the next free one.
 *
 * @param without parts that do not run; their port is 0.
 * @throws StartError when a port of an earlier start is taken now.
 */
export const choosePorts = async (
  known: Readonly<Record<string, number>>,
  without: readonly PortName[] = [],
): Promise<Record<PortName, number>> => {
  const chosen: Partial<Record<PortName, number>> = {};
  for (const [name, preferred] of Object.entries(preferredPorts) as [PortName, number][]) {
    if (without.includes(name)) {
      chosen[name] = 0;
      continue;
    }
    const before = known[name];
    if (before !== undefined) {
      if (!(await isFree(before))) {
        throw new StartError(
          `Port ${before} (${name}), which this data folder was set up with, is used by another program. Stop that program, or use another data folder: PORTICO_DATA=<folder> npm start`,
        );
      }
      chosen[name] = before;
      continue;
    }
    let port = preferred;
    while (Object.values(chosen).includes(port) || !(await isFree(port))) port += 10;
    chosen[name] = port;
  }
  return chosen as Record<PortName, number>;
};

/**
 * The port of the portal itself: PORT when it is set, else 3000 or the next free one after it.
 *
 * @throws StartError when PORT is no port or is taken.
 */
export const choosePublicPort = async (wanted: string | undefined): Promise<number> => {
  if (wanted) {
    const port = Number(wanted);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new StartError(`PORT is ${wanted}, which is no port number (1 to 65535).`);
    if (!(await isFree(port)))
      throw new StartError(
        `Port ${port} is used by another program. Stop it, or start with another one: PORT=3100 npm start`,
      );
    return port;
  }
  let port = 3000;
  while (!(await isFree(port))) port += 100;
  return port;
};
