import type { InForce } from './kernel/in-force.ts';
import { startGateway } from './start-gateway.ts';

/** Reads a port from the environment. Default: Kong's usual port. */
function port(name: string, usual: number): number {
  const value = process.env[name];
  const number = value === undefined || value === '' ? usual : Number(value);
  if (Number.isInteger(number) && number >= 0 && number < 65_536) return number;
  console.error(`${name} must be a port number`);
  process.exit(1);
}

/** Reads a number from the environment. Returns undefined if it is not set. */
function given(name: string): number | undefined {
  const value = process.env[name];
  if (value === undefined || value === '') return undefined;
  if (Number.isFinite(Number(value))) return Number(value);
  console.error(`${name} must be a number`);
  process.exit(1);
}

/** Reads Kong's own settings, which have other names here. Without them, changes are in force with the next request. */
function inForce(): Partial<InForce> {
  const consistency = process.env.GATEWAY_WORKER_CONSISTENCY || 'strict';
  if (consistency !== 'strict' && consistency !== 'eventual') {
    console.error('GATEWAY_WORKER_CONSISTENCY must be strict or eventual');
    process.exit(1);
  }
  const numbers = {
    frequency: given('GATEWAY_WORKER_STATE_UPDATE_FREQUENCY'),
    workers: given('GATEWAY_WORKERS'),
    nodes: given('GATEWAY_NODES'),
    dbFrequency: given('GATEWAY_DB_UPDATE_FREQUENCY'),
    seed: given('GATEWAY_SEED'),
  };
  const set = Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
  return { consistency, stuck: process.env.GATEWAY_STUCK === 'on', ...set };
}

const gateway = await startGateway({
  dataFolder: process.env.GATEWAY_DATA || 'data/gateway',
  adminPort: port('GATEWAY_ADMIN_PORT', 8001),
  proxyPort: port('GATEWAY_PROXY_PORT', 8000),
  proxySslPort: port('GATEWAY_PROXY_SSL_PORT', 8443),
  adminToken: process.env.GATEWAY_ADMIN_KEY || undefined,
  inForce: inForce(),
  log: (message, error) => console.error(message, error),
});
const { close, adminUrl, proxyUrl, proxySslUrl } = gateway;
console.log(JSON.stringify({ ready: true, adminUrl, proxyUrl, proxySslUrl }));

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('the gateway did not stop cleanly', error);
        process.exit(1);
      },
    );
  });
