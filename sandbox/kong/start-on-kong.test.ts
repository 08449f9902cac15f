import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox, temporaryFolder } from '../../test/processes/sandbox-process.ts';
import { type Gateway, startGateway } from '../gateway/start-gateway.ts';

/** The token of a Kong of one's own. The sandbox gateway plays this Kong. */
const token = randomBytes(12).toString('hex');
const own = temporaryFolder();
const data = temporaryFolder();
const other = temporaryFolder();
let kong: Gateway;
let options: string[];

beforeAll(async () => {
  const ports = { adminPort: 0, proxyPort: 0, proxySslPort: 0 };
  kong = await startGateway({ dataFolder: own.folder, ...ports, adminToken: token });
  options = ['--kong', kong.adminUrl, '--kong-proxy', kong.proxyUrl, '--kong-proxy-ssl', kong.proxySslUrl];
});
afterAll(async () => {
  await kong.close();
  own.remove();
  data.remove();
  other.remove();
});

const routes = async () => {
  const response = await fetch(`${kong.adminUrl}/routes`, { headers: { 'kong-admin-token': token } });
  return ((await response.json()) as { data: { name: string }[] }).data.map(({ name }) => name);
};

it('the demo runs on a given Kong, stays with it, and a reset removes its objects', async () => {
  const first = startSandbox(data.folder, options, { KONG_ADMIN_TOKEN: token });
  await first.ready();
  expect(first.output()).toContain('Kong 3.9.1');
  expect(first.running().parts).not.toHaveProperty('gateway');
  expect(await routes()).toContain('orders-dev');
  expect((await fetch(`${kong.proxyUrl}/orders-dev/orders`)).status).toBe(401);
  expect(await first.kill('SIGTERM')).toBe(0);
  expect(await routes()).toContain('orders-dev');

  const second = startSandbox(other.folder, options, { KONG_ADMIN_TOKEN: token });
  expect(await second.ended()).toBe(1);
  expect(second.output()).toContain('has no place for the demo');
  expect(second.output()).toContain('Orders API: the service Orders-dev is there already, of another Portico.');
  expect(second.output()).not.toMatch(/^ +at /m);

  const onSandbox = startSandbox(data.folder, ['--reset']);
  expect(await onSandbox.ended()).toBe(1);
  expect(onSandbox.output()).toContain('was set up on the Kong');

  // No machine has this address (RFC 5737).
  const unreached = startSandbox(data.folder, [...options, '--reset', '--host', '192.0.2.1'], {
    KONG_ADMIN_TOKEN: token,
  });
  expect(await unreached.ended()).toBe(1);
  expect(unreached.output()).toContain("The Kong can't reach this machine");
  expect(await routes()).toContain('orders-dev');

  const again = startSandbox(data.folder, [...options, '--reset'], { KONG_ADMIN_TOKEN: token });
  await again.says(/Removed from the Kong what this installation had made there: \d+ objects/);
  await again.ready();
  expect(await routes()).toContain('orders-dev');
  await again.kill('SIGTERM');
}, 400_000);
