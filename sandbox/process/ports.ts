import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

/** Whether nobody listens on a port, on any of this machine's addresses. */
export const isFree = async (port: number): Promise<boolean> => {
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
  mailbox: 3008,
  smtp: 3009,
  postgres: 5439,
  gatewayProxy: 8000,
  gatewayAdmin: 8001,
  gatewayProxySsl: 8443,
} as const;
export type PortName = keyof typeof preferredPorts;

const portFrom = async (first: number, taken: readonly number[]): Promise<number> => {
  let port = first;
  while (taken.includes(port) || !(await isFree(port))) port += 10;
  return port;
};

/** Below those that the system gives to connections (32768 on Linux, 49152 elsewhere): one of them could be in the way of a restart. */
const portByChance = async (taken: readonly number[]): Promise<number> => {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    if (!taken.includes(port) && (await isFree(port))) return port;
  }
};

/**
 * The ports of this sandbox: those of the first start for as long as its data lives, since events and
 * gateway remember addresses. On the first start a taken port is passed over for the next free one.
 *
 * @param without parts that do not run; their port is 0.
 * @param free    chooses new ones by chance, so that no other sandbox takes them while a part is down.
 * @throws StartError when a port of an earlier start is taken now.
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
 * The port of the portal itself: PORT when it is set, else 3000 or the next free one after it.
 *
 * @param free chooses by chance instead, and stays with `before`, that of the last start, while nobody else has it.
 *
 * @throws StartError when PORT is no port or is taken.
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
