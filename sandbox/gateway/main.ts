import { startGateway } from './start-gateway.ts';

/** A port from the environment; Kong's usual one when it is not set. */
function port(name: string, usual: number): number {
  const value = process.env[name];
  const number = value === undefined || value === '' ? usual : Number(value);
  if (Number.isInteger(number) && number >= 0 && number < 65_536) return number;
  console.error(`${name} must be a port number`);
  process.exit(1);
}

const gateway = await startGateway({
  dataFolder: process.env.GATEWAY_DATA || 'data/gateway',
  adminPort: port('GATEWAY_ADMIN_PORT', 8001),
  proxyPort: port('GATEWAY_PROXY_PORT', 8000),
  proxySslPort: port('GATEWAY_PROXY_SSL_PORT', 8443),
  adminToken: process.env.GATEWAY_ADMIN_KEY || undefined,
  log: (message, error) => console.error(message, error),
});
const { close, ...urls } = gateway;
console.log(JSON.stringify({ ready: true, ...urls }));

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
