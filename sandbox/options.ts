import path from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from './process/start-error.ts';

const usage = `npm start -- [options]
  --reset                        begin anew: deletes the data of earlier starts
  --kong <URL>                   use the Kong whose Admin API is there instead of the sandbox gateway
  --kong-proxy <URL>             its proxy; the same host with port 8000 unless told
  --kong-proxy-ssl <URL>         its proxy over https; as the Kong itself says unless told
  --host <name>                  how that Kong reaches this machine; 127.0.0.1 unless told
  --kafka                        use a real Kafka instead of the stand-in; needs Java 17 and, the first time, Maven
  --gateway-frequency <seconds>  how often the sandbox gateway takes changes into force; 0.5 unless told
  --gateway-nodes <number>       how many nodes the sandbox gateway has; 1 unless told
  --workers <number>             how many workers there are; 1 unless told
  --bffs <number>                how many web servers there are; 1 unless told. The second has a port of its own
  --free-ports                   on the first start, ports chosen by chance instead of the usual ones`;

/**
 * @property folder    the data folder.
 * @property freePorts whether a new folder gets random ports, which no other start prefers.
 * @property kafka     whether a real Kafka is started instead of the stand-in.
 * @property kong      the Kong to use instead of the sandbox gateway.
 * @property host      this machine's name or address for that Kong.
 * @property token     the token of its Admin API. Never from the command line, which everybody on the machine can read.
 */
export type StartOptions = Readonly<{
  watch: boolean;
  reset: boolean;
  folder: string;
  frequency: number;
  nodes: number;
  workers: number;
  bffs: number;
  freePorts: boolean;
  kafka: boolean;
  kong?: Readonly<{
    adminUrl: string;
    proxyUrl: string;
    proxySslUrl: string | undefined;
    host: string;
    token: string | undefined;
  }>;
}>;

const root = path.dirname(import.meta.dirname);

const addressOf = (option: string, text: string): string => {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new StartError(`--${option} is ${text}, which is no address like http://127.0.0.1:8001`);
  return url.href.replace(/\/$/, '');
};

const withPort = (address: string, port: number): string => {
  const url = new URL(address);
  return `http://${url.hostname}:${port}`;
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        watch: { type: 'boolean', default: false },
        reset: { type: 'boolean', default: false },
        kafka: { type: 'boolean', default: false },
        kong: { type: 'string' },
        'kong-proxy': { type: 'string' },
        'kong-proxy-ssl': { type: 'string' },
        host: { type: 'string' },
        'gateway-frequency': { type: 'string', default: '0.5' },
        'gateway-nodes': { type: 'string', default: '1' },
        workers: { type: 'string', default: '1' },
        bffs: { type: 'string', default: '1' },
        'free-ports': { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${usage}`);
  }
};

/** @throws StartError unless it is a whole number from 1. */
const numberOf = (option: string, text: string, most: number): number => {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new StartError(`--${option} is ${text}; it is from 1 to ${most}`);
};

/**
 * Returns the options from the command line and the environment (PORTICO_DATA, KONG_ADMIN_TOKEN).
 *
 * @throws StartError that names the mistake.
 */
export const readOptions = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): StartOptions => {
  const given = parse(args);
  const frequency = Number(given['gateway-frequency']);
  if (!(frequency > 0 && frequency <= 60))
    throw new StartError(`--gateway-frequency is ${given['gateway-frequency']}; it is seconds, from 0.1 to 60`);
  const rest = {
    watch: given.watch,
    reset: given.reset,
    frequency,
    nodes: numberOf('gateway-nodes', given['gateway-nodes'], 4),
    workers: numberOf('workers', given.workers, 10),
    bffs: numberOf('bffs', given.bffs, 2),
    freePorts: given['free-ports'],
    kafka: given.kafka,
  };
  // With hot reload, Vite passes requests on to one.
  if (given.watch && rest.bffs > 1) throw new StartError('--bffs goes without --watch only');
  // What is on one broker is not on the other, so each has data of its own.
  const folderOr = (usual: string) => path.resolve(root, env.PORTICO_DATA || `${usual}${given.kafka ? '-kafka' : ''}`);
  if (given.kong === undefined) {
    for (const option of ['kong-proxy', 'kong-proxy-ssl', 'host'] as const)
      if (given[option] !== undefined) throw new StartError(`--${option} goes with --kong only`);
    return { ...rest, folder: folderOr('.portico') };
  }
  const host = given.host ?? '127.0.0.1';
  if (!/^([a-z0-9.-]+|\[[0-9a-f:]+\])$/i.test(host))
    throw new StartError(`--host is ${host}; it is a name or an address, without a port`);
  const adminUrl = addressOf('kong', given.kong);
  const ssl = given['kong-proxy-ssl'];
  return {
    ...rest,
    folder: folderOr('.portico-kong'),
    kong: {
      adminUrl,
      proxyUrl: addressOf('kong-proxy', given['kong-proxy'] ?? withPort(adminUrl, 8000)),
      proxySslUrl: ssl === undefined ? undefined : addressOf('kong-proxy-ssl', ssl),
      host: host.toLowerCase(),
      token: env.KONG_ADMIN_TOKEN || undefined,
    },
  };
};
