import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventActor } from '#bff/http/event-meta.ts';
import { portal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { plainDeployment } from '#domain/deployment/deployment.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
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
import { quantile } from './measure.ts';
import type { World } from './world.ts';

/** Measures deployments one after the other: from the command until the deployment is verified at the gateway. */
export const benchDeploy = async ({ services, folder, appUrl, key, scale }: World): Promise<void> => {
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
  const meta = () => ({
    actor: eventActor(portal),
    commandId: randomId(),
    correlationId: randomId(),
    time: new Date().toISOString(),
  });
  const telemetryKey = { secretId: randomId(), fingerprint: services.vault.fingerprint('bench'), last4: 'ench' };
  await services.vault.sealSecret(services.pool, {
    id: telemetryKey.secretId,
    kind: 'telemetry-key',
    owner: 'resource-1',
    value: 'bench',
  });
  const registered = await execute({
    store: services.store,
    decider: resourceDecider,
    id: 1,
    command: {
      type: 'RegisterResource',
      data: {
        resourceId: 1,
        type: 'KONG',
        name: 'Bench gateway',
        isPublic: true,
        organizations: [],
        adminUrl: gateway.adminUrl,
        apiUrl: gateway.proxyUrl,
        apiSslUrl: gateway.proxySslUrl,
        httpLogEndpoint: echo.url,
        adminApiKey: null,
        telemetryKey,
      },
    },
    meta: meta(),
  });
  if (isRefusal(registered)) throw new Error(registered.problems[0].code);
  // The worker reads the Admin API's address from a read table.
  const ending = new AbortController();
  const projecting = runProjections({ store: services.store, pool: services.pool, signal: ending.signal });
  await waitForPosition(services.pool, registered.position, 30_000);

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
      meta: meta(),
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
