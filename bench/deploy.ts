import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { plainDeployment } from '#domain/deployment/deployment.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { createTargetPolicy, defaultTargets } from '#gateway/target/target-policy.ts';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { runProjections } from '#projections/run-projections.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { startEchoUpstream } from '#sandbox/gateway/echo-upstream.ts';
import { startGateway } from '#sandbox/gateway/start-gateway.ts';
import { startWorker } from '#workers/start-worker.ts';
import { portalMeta, registerGateway } from './gateway.ts';
import { quantile } from './measure.ts';
import type { World } from './world.ts';

/** Measures deployments one after the other: from the command until the deployment is verified at the gateway. */
export const benchDeploy = async (world: World): Promise<void> => {
  const { services, folder, appUrl, key, scale } = world;
  const gateway = await startGateway({
    dataFolder: path.join(folder, 'gateway'),
    adminPort: 0,
    proxyPort: 0,
    proxySslPort: 0,
  });
  const echo = await startEchoUpstream({ port: 0 });
  const worker = await startWorker({
    databaseUrl: appUrl,
    key,
    log: silentLog,
    targets: createTargetPolicy({ ...defaultTargets, UPSTREAM_ALLOW_NETWORKS: ['127.0.0.0/8'] }),
  });
  const position = await registerGateway(world, { ...gateway, logUrl: echo.url });
  // The worker reads the Admin API's address from a read table.
  const ending = new AbortController();
  const projecting = runProjections({ store: services.store, pool: services.pool, signal: ending.signal });
  await waitForPosition(services.pool, position, 30_000);

  const times: number[] = [];
  for (let run = 0; run < scale.deploys; run += 1) {
    const deploymentId = run + 1;
    const letters = [...String(run)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const started = performance.now();
    await execute({
      store: services.store,
      decider: deploymentDecider,
      id: deploymentId,
      command: {
        type: 'RequestDeployment',
        data: {
          deploymentId,
          operationId: randomId(),
          apiId: 1,
          config: {
            name: `bench-${letters}`,
            environment: 'DEV',
            authentication: 'apikey',
            contextPath: `bench-${letters}`,
            upstreamUrl: echo.url,
            gatewayId: 1,
            tokenExpiration: 86_400,
            ratePerMinute: null,
            ...plainDeployment,
          },
        },
      },
      meta: portalMeta(),
    });
    const state = async () => (await loadState(services.store, deploymentDecider, deploymentId)).status;
    while ((await state()) !== 'deployed') {
      if (performance.now() - started > 30_000) throw new Error('a deployment of the benchmark did not end');
      await sleep(2);
    }
    times.push(performance.now() - started);
  }
  await worker.stop();
  ending.abort();
  await projecting;
  await gateway.close();
  await echo.close();
  console.log(
    `deploy, from click to verified at the gateway: p50 ${Math.round(quantile(times, 0.5))} ms, p95 ${Math.round(quantile(times, 0.95))} ms`,
  );
};
