import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

/** Returns whether no program listens on a port, on any address of this machine. */
export const isFree = async (port: number): Promise<boolean> => {
  // Some systems let all addresses be taken while another program has 127.0.0.1.
  for (const host of [undefined, '127.0.0.1']) {
    const server = createServer();
    try {
      server.listen(port, host);
      await once(server, 'listening');
    } catch {
      return false;
    } finally {
      server.close();
    }
  }
  return true;
};

/** The preferred ports of the sandbox's parts. */
export const preferredPorts = {
  identityProvider: 3001,
  ingest: 3002,
  control: 3003,
  echo: 3004,
  bff: 3005,
  projector: 3006,
  worker: 3007,
  mailbox: 3008,
  smtp: 3009,
  postgres: 5439,
  gatewayProxy: 8000,
  gatewayAdmin: 8001,
  gatewayProxySsl: 8443,
  kafka: 9092,
  kafkaTls: 9093,
} as const;
export type PortName = keyof typeof preferredPorts;

const portFrom = async (first: number, taken: readonly number[]): Promise<number> => {
  let port = first;
  while (taken.includes(port) || !(await isFree(port))) port += 10;
  return port;
};

/**
 * Returns a random free port below those that the system uses for connections (from 32768 on Linux, 49152 elsewhere),
 * which could be taken at a restart.
 */
const portByChance = async (taken: readonly number[]): Promise<number> => {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    if (!taken.includes(port) && (await isFree(port))) return port;
  }
};

/**
 * Returns the ports of this sandbox. They stay the same as long as its data exists, because events and the gateway
 * contain addresses. On the first start, the next free port is used instead of a taken one.
 *
 * @param without parts that do not run. Their port is 0.
 * @param free    whether to choose random new ports, so that no other sandbox takes them while a part is down.
 * @throws StartError when another program has a port of an earlier start.
 */
export const choosePorts = async (
  known: Readonly<Record<string, number>>,
  { without = [], free = false }: Readonly<{ without?: readonly PortName[]; free?: boolean }> = {},
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
    const taken = Object.values(chosen);
    chosen[name] = free ? await portByChance(taken) : await portFrom(preferred, taken);
  }
  return chosen as Record<PortName, number>;
};

/**
 * Returns the port of the portal itself: PORT if it is set, otherwise 3000 or the next free port after it.
 *
 * @param free whether to choose a random port instead. `before`, the port of the last start, is used again if it is
 * free.
 *
 * @throws StartError when PORT is not a port or is taken.
 */
export const choosePublicPort = async (
  wanted: string | undefined,
  { free = false, before }: Readonly<{ free?: boolean; before?: number | undefined }> = {},
): Promise<number> => {
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
  if (free) return before !== undefined && (await isFree(before)) ? before : portByChance([]);
  let port = 3000;
  while (!(await isFree(port))) port += 100;
  return port;
};
