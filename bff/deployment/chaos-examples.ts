import type { SeenDeployment } from '#chaos/log-view.ts';
import { type ChaosCommands, type ChaosWorld, whileFewer } from '#chaos/noun-commands.ts';

/** The most deployments that may exist. */
const most = 24;

/** Deploys an API anew, or changes a deployment of it. */
const deploy = ({ facts, random, administrator, newName }: ChaosWorld, apiId: number, before?: SeenDeployment) => {
  const name = newName();
  const contextPath = name.replace(' ', '-');
  const body = {
    id: apiId,
    ...(before ? { deploymentId: before.id } : {}),
    name: before?.config.name ?? name,
    env: before?.config.environment ?? random.pick(['DEV', 'TEST', 'UAT', 'PROD'] as const),
    auth: before?.config.authentication ?? (random.chance(0.25) ? 'both' : 'apikey'),
    contextPath: before?.config.contextPath ?? contextPath,
    upstreamUrl: `${facts.echoUrl}/target-${contextPath}`,
    kongServer: before?.config.gatewayId ?? facts.gatewayId,
    oAuth2Config: { tokenExpiration: 3600 },
    rateLimit: { enabled: random.chance(0.3), ratePerMinute: Math.round(random.between(100_000, 200_000)) },
  };
  return { who: administrator(), call: { method: 'POST', path: '/api/swagger/deploy', body } } as const;
};

export const commands: ChaosCommands = (world) => {
  const { apis, deployments, facts, random, administrator } = world;
  return {
    deploy: {
      event: 'DeploymentRequested',
      weight: () => whileFewer(deployments().length, most, deployments().length < 6 ? 20 : 8),
      wish: () => {
        const api = random.pick(apis());
        return api && deploy(world, api.id);
      },
    },
    redeploy: {
      event: 'DeploymentRequested',
      weight: 14,
      wish: () => {
        const deployment = random.pick(deployments());
        return deployment && deploy(world, deployment.apiId, deployment);
      },
    },
    move: {
      event: 'DeploymentRequested',
      weight: 5,
      wish: () => {
        const deployment = random.pick(
          deployments().filter(({ serves, config }) => serves && config.gatewayId !== facts.secondGatewayId),
        );
        const path = `/api/swaggers/deployment/${deployment?.id}/move`;
        const body = { kongServer: facts.secondGatewayId };
        return deployment && { who: administrator(), call: { method: 'POST', path, body } };
      },
    },
    undeploy: {
      event: 'UndeploymentRequested',
      weight: 4,
      wish: () => {
        const deployment = random.pick(deployments());
        const path = `/api/swaggers/deployment/${deployment?.id}`;
        return deployment && { who: administrator(), call: { method: 'DELETE', path } };
      },
    },
  };
};
