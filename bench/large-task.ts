import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '#bff/app.ts';
import { newId } from '#bff/http/new-id.ts';
import { plainDeployment } from '#domain/deployment/deployment.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { randomId } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { startEchoUpstream } from '#sandbox/gateway/echo-upstream.ts';
import { requestsOf } from '#test/world/world-requests.ts';
import { printRatio, quantile } from './measure.ts';
import { listen, preparePortal } from './portal.ts';
import { startProcess } from './start-process.ts';
import type { World } from './world.ts';

/** Milliseconds that one operation of this benchmark may take. */
const patience = 120_000;

const until = async (what: string, reached: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + patience;
  while (!(await reached())) {
    if (performance.now() > end) throw new Error(`${what} did not get done`);
    await sleep(10);
  }
};

/** Starts everything that carries out operations, with an organization that has many APIs and keys, and a partner. */
const prepare = async (world: World) => {
  const { services, appUrl, key, folder, scale } = world;
  const { services: portal, signIn, seed } = preparePortal(world);
  const [gateway, told] = await startProcess(
    'sandbox/gateway/main.ts',
    {
      GATEWAY_DATA: path.join(folder, 'large-task'),
      ...Object.fromEntries(['ADMIN', 'PROXY', 'PROXY_SSL'].map((name) => [`GATEWAY_${name}_PORT`, '0'])),
      GATEWAY_WORKER_CONSISTENCY: 'eventual',
      GATEWAY_WORKER_STATE_UPDATE_FREQUENCY: String(scale.largeTask.frequency),
      GATEWAY_WORKERS: '2',
    },
    /"ready":true/,
  );
  const { adminUrl, proxyUrl, proxySslUrl } = JSON.parse(told) as Record<
    'adminUrl' | 'proxyUrl' | 'proxySslUrl',
    string
  >;
  const echo = await startEchoUpstream({ port: 0 });
  const seal = async (kind: string, value: string) => {
    const secretId = randomId();
    await services.vault.sealSecret(services.pool, { id: secretId, kind, owner: 'bench', value });
    return { secretId, fingerprint: services.vault.fingerprint(value), last4: value.slice(-4) };
  };
  const send = async (...args: Parameters<typeof seed.send>) => void (await seed.send(...args));
  const request = requestsOf(send as Parameters<typeof requestsOf>[0], seal);
  await seed.send(resourceDecider, 1, {
    type: 'RegisterResource',
    data: {
      resourceId: 1,
      type: 'KONG',
      name: 'Bench gateway',
      isPublic: true,
      organizations: [],
      adminUrl,
      apiUrl: proxyUrl,
      apiSslUrl: proxySslUrl,
      httpLogEndpoint: echo.url,
      adminApiKey: null,
      telemetryKey: await seal('telemetry-key', randomId()),
    },
  });
  const settings = {
    DATABASE_URL: appUrl,
    PORTICO_KEY: key.toString('base64'),
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'bench',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-benchmark',
    UPSTREAM_ALLOW_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'info',
  };
  const [projector] = await startProcess('projections/main.ts', settings, /./);
  const [worker] = await startProcess('workers/main.ts', settings, /worker started/);

  const isDone = async (operationId: string) =>
    (await loadState(services.store, operationDecider, operationId)).status === 'completed';
  const completed = (operationId: string) => until('an operation', () => isDone(operationId));
  const deploy = async (apiId: number, number: number): Promise<number> => {
    const deploymentId = await newId(services.pool, 'deployment');
    const name = `bench-${number}`;
    const at = { name, contextPath: name, environment: 'DEV', authentication: 'apikey' } as const;
    const rest = { upstreamUrl: echo.url, gatewayId: 1, tokenExpiration: 60, ratePerMinute: null, ...plainDeployment };
    await completed(await request.deploy(deploymentId, { ...at, ...rest }, apiId));
    return deploymentId;
  };
  const addKey = async (deploymentId: number, apiId: number, organizationId: number): Promise<void> => {
    const id = await newId(services.pool, 'consumer');
    await completed(await request.addConsumer(id, deploymentId, `key-${randomId()}`, { apiId, organizationId }));
  };
  const deployWithKeys = async (apiId: number, organizationId: number, number: number) => {
    const deploymentId = await deploy(apiId, number);
    for (let key = 0; key < 3; key += 1) await addKey(deploymentId, apiId, organizationId);
    return { apiId, deploymentId };
  };
  const [host, large] = [await seed.organization('Host', false), await seed.organization('Large', false)];
  const shared = await deployWithKeys(await seed.api(host, null, 'Shared'), host, 0);
  // One after the other: descriptions are read in turns.
  const apiIds: number[] = [];
  for (let count = 1; count <= scale.largeTask.apis; count += 1)
    apiIds.push(await seed.api(large, null, `Large ${count}`));
  await Promise.all(apiIds.map((apiId, index) => deployWithKeys(apiId, large, index + 1)));
  const app = listen(createApp(portal, folder));
  const { url, close } = await app;
  const headers = await signIn(await seed.user(host, 'Person', ['ROLE_COMPANY_USER']));
  await waitForPosition(services.pool, await services.store.head(), 60_000);

  return {
    /** A new key of somebody else, until it is completed. */
    newKey: () => addKey(shared.deploymentId, shared.apiId, host),
    /** A command of somebody else. */
    command: async (run: number) => {
      const body = JSON.stringify({ stickyHeader: run % 2 === 0 });
      const json = { ...headers, 'content-type': 'application/json' };
      const response = await fetch(`${url}/api/user/settings`, { method: 'PUT', headers: json, body });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`a command got the status ${response.status}`);
    },
    deleteLarge: async () => {
      await request.deleteOrganization(large);
      const status = async () => (await loadState(services.store, organizationDecider, large)).status;
      await until('the deletion', async () => (await status()) === 'deleted');
    },
    close: async () => {
      close();
      for (const child of [worker, projector, gateway]) {
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
      }
      await echo.close();
    },
  };
};

/** Does something again and again while `task` runs, and returns the milliseconds of each time. */
const during = async (
  task: Promise<unknown>,
  work: (run: number) => Promise<void>,
  pause: number,
): Promise<number[]> => {
  let isOver = false;
  const ended = task.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    const begun = performance.now();
    await work(times.length);
    times.push(performance.now() - begun);
    await sleep(pause);
  }
  await ended;
  return times;
};

/**
 * Measures what others wait for while an organization with many APIs and keys is deleted: a new key until it is completed at
 * the gateway, and commands. Prints the ratio to the same just before, which should be 3 at most.
 */
export const benchLargeTask = async (world: World): Promise<void> => {
  const { newKey, command, deleteLarge, close } = await prepare(world);
  const measure = async (task: Promise<unknown>) => {
    const [keys, commands] = await Promise.all([during(task, newKey, 100), during(task, command, 20)]);
    return { keys: quantile(keys, 0.5), slowKeys: quantile(keys, 0.95), commands: quantile(commands, 0.95) };
  };
  await measure(sleep(1_000));
  const idle = await measure(sleep(1_000 + 5_000 * world.scale.calls));
  const begun = performance.now();
  const meanwhile = await measure(deleteLarge());
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  printRatio("large task: p50 of another's new key", meanwhile.keys, idle.keys, 'ms');
  printRatio("large task: p95 of another's new key", meanwhile.slowKeys, idle.slowKeys, 'ms');
  printRatio("large task: p95 of another's command", meanwhile.commands, idle.commands, 'ms');
  console.log(`deleting ${world.scale.largeTask.apis} APIs with 3 keys each took ${seconds} s`);
  await close();
};
