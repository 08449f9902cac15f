import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { lastNet } from '../runner/limit.ts';
import { quickFolder } from '../runner/quick-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
// On a Redis that others use at the same time, each would take the other's jobs. What Vitest prints is read, without colours.
const { REDIS_URL: _redis, FORCE_COLOR: _colour, ...inherited } = process.env;
const node = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    env: { ...inherited, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** A gateway in a process of its own, as a Kong is to the suites. */
const startGatewayProcess = async (dataFolder: string) => {
  const child = node(['sandbox/gateway/main.ts'], {
    GATEWAY_DATA: dataFolder,
    GATEWAY_ADMIN_PORT: '0',
    GATEWAY_PROXY_PORT: '0',
    GATEWAY_PROXY_SSL_PORT: '0',
    GATEWAY_WORKER_CONSISTENCY: 'eventual',
    GATEWAY_WORKER_STATE_UPDATE_FREQUENCY: '0.1',
    GATEWAY_WORKERS: '2',
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, urls: JSON.parse(line) as Record<'adminUrl' | 'proxyUrl' | 'proxySslUrl', string> };
};

/** Runs suites as `npm test -- gateway` does on the Kong of the variables. Returns the exit code with what was printed. */
const runSuitesOn = async (
  urls: Awaited<ReturnType<typeof startGatewayProcess>>['urls'],
  suites: readonly string[],
) => {
  const child = node(['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism', ...suites], {
    KONG_ADMIN_URL: urls.adminUrl,
    KONG_PROXY_URL: urls.proxyUrl,
    KONG_PROXY_SSL_URL: urls.proxySslUrl,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += String(part)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, printed };
};

const kinds = ['services', 'routes', 'plugins', 'consumers', 'key-auths', 'acls', 'upstreams', 'certificates', 'snis'];

it('a Kong that others use holds after the suites exactly what it held before', { timeout: lastNet }, async () => {
  const dataFolder = await mkdtemp(path.join(quickFolder(), 'portico-shared-kong-'));
  const { child, urls } = await startGatewayProcess(dataFolder);
  const ask = async (method: string, target: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${urls.adminUrl}${target}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const held = () => Promise.all(kinds.map(async (kind) => [kind, (await ask('GET', `/${kind}?size=1000`)).data]));
  try {
    // The names and paths that the suites have on a gateway of their own.
    for (const name of ['made', 'theirs', 'mirrored-dev', 'short-lived']) {
      await ask('PUT', `/services/${name}`, { host: 'others.example', tags: ['of-others'] });
      await ask('PUT', `/services/${name}/routes/${name}-orders`, { paths: [`/${name}/orders`, '/theirs'] });
    }
    await ask('PUT', '/consumers/others', {});
    await ask('PUT', '/consumers/others/key-auth/0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', { key: 'of-others' });
    await ask('PUT', '/upstreams/shared.upstream', {});
    const before = await held();
    const suites = [
      'gateway-object/change-object',
      'gateway-object/change-certificate',
      'gateway-object/mirror-gateway',
    ];
    const { code, printed } = await runSuitesOn(
      urls,
      suites.map((suite) => `workers/${suite}.test.ts`),
    );
    expect({ code, printed: code === 0 ? '' : printed }).toEqual({ code: 0, printed: '' });
    expect(printed).toMatch(/Test Files\s+3 passed/);
    expect(await held()).toEqual(before);
  } finally {
    child.kill();
    await once(child, 'exit');
    await rm(dataFolder, { recursive: true, force: true });
  }
});
