import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#bff/http/new-id.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { streamOf } from '#domain/core/id.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { plainDeployment } from '#domain/deployment/deployment.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { demoAccess } from './access.ts';
import type { Seeded, SeedServices } from './seed.ts';

const until = async (what: string, reached: () => Promise<boolean>) => {
  const deadline = Date.now() + 60_000;
  while (!(await reached())) {
    if (Date.now() > deadline) throw new Error(`the demo's ${what} did not get done in a minute`);
    await sleep(150);
  }
};

/**
 * One API at work, so that nobody starts with empty screens: deployed to DEV, a key for the partner,
 * a few calls through the gateway. Done once; a start that was interrupted goes on, unless somebody has taken the
 * deployment away since.
 *
 * @param upstream the address that the gateway passes the calls on to.
 */
export const demoActivity = async (services: SeedServices, seeded: Seeded, upstream: string): Promise<void> => {
  const { store, pool, vault } = services;
  const idOf = (name: string) => uuidV5(porticoNamespace, `demo/activity/${name}`);
  const metaOf = (name: string) => ({
    actor: seeded.maintainer,
    commandId: idOf(name),
    correlationId: idOf(name),
    time: new Date().toISOString(),
  });
  const entityOf = async (name: string) => {
    const known = await store.findCommand(idOf(name));
    return known && Number(known.outcome.id);
  };
  const apiId = seeded.apiIds.get('Orders API') as number;

  if ((await entityOf('key')) !== undefined) return;
  let deploymentId = await entityOf('deploy');
  if (deploymentId === undefined) {
    deploymentId = await newId(pool, 'deployment');
    const config = {
      name: 'Orders',
      environment: 'DEV',
      authentication: 'apikey',
      contextPath: 'orders',
      upstreamUrl: upstream,
      gatewayId: seeded.gatewayId,
      tokenExpiration: 86_400,
      ratePerMinute: 120,
      ...plainDeployment,
    } as const;
    const done = await execute({
      store,
      decider: deploymentDecider,
      id: deploymentId,
      command: {
        type: 'RequestDeployment',
        data: { deploymentId, operationId: idOf('deploy-operation'), apiId, config },
      },
      meta: metaOf('deploy'),
      outcome: { id: deploymentId },
    });
    if (isRefusal(done)) throw new Error(`the demo's deployment was refused: ${done.problems[0].code}`);
  }
  const deployment = deploymentId;
  const deploymentStatus = async () => (await loadState(store, deploymentDecider, deployment)).status;
  await until('deployment', async () => (await deploymentStatus()) !== 'deploying');
  if ((await deploymentStatus()) !== 'deployed') return;

  const grantId = await demoAccess(services, seeded);
  const consumerId = await newId(pool, 'consumer');
  const secretId = idOf('key-secret');
  const value = await vault.sealSecret(pool, {
    id: secretId,
    kind: 'api-key',
    owner: streamOf('consumer', consumerId),
    value: randomBytes(24).toString('base64url'),
  });
  const done = await execute({
    store,
    decider: consumerDecider,
    id: consumerId,
    command: {
      type: 'RequestConsumer',
      data: {
        consumerId,
        operationId: idOf('key-operation'),
        deploymentId: deployment,
        apiId,
        organizationId: seeded.partnerId,
        nickname: 'Dispatch board',
        rateLimit: null,
        requestTransformer: null,
        credentials: {
          apiKey: { secretId, fingerprint: vault.fingerprint(value), last4: value.slice(-4) },
          oauth2: null,
        },
        grantId,
      },
    },
    meta: metaOf('key'),
    outcome: { id: consumerId },
  });
  if (isRefusal(done)) throw new Error(`the demo's key was refused: ${done.problems[0].code}`);
  await until('key', async () => (await loadState(store, consumerDecider, consumerId)).status === 'active');

  const call = (path: string, headers: Record<string, string>) =>
    fetch(`${services.gateway.apiUrl}/orders-dev${path}`, { headers });
  for (const path of [
    '/orders',
    '/orders/1042',
    '/orders?limit=5',
    '/status/404',
    '/orders/1043',
    '/status/500',
    '/orders',
  ]) {
    await (await call(path, { apikey: value })).arrayBuffer();
  }
  await (await call('/orders', {})).arrayBuffer();
};
