import type { GatewaySession } from '../admin-api/session.ts';
import { keyTransformers } from './key-transformers.ts';
import { actualPlugins } from './own-entities.ts';
import { type DeploymentTarget, planDeployment } from './plan.ts';
import type { DeploymentPlan } from './plan-routes.ts';

/**
 * Plans all entities that a deploy makes on a gateway: the deployment's own, and the changes to its keys' entities.
 *
 * @throws GatewayError
 */
export const desiredDeployment = async (
  session: GatewaySession,
  { deploymentId, config, operations }: Pick<DeploymentTarget, 'deploymentId' | 'config' | 'operations'>,
): Promise<DeploymentPlan> => {
  const { names, gateway } = session;
  const { httpLogEndpoint } = gateway;
  const telemetryKey = await session.telemetryKey();
  const plan = planDeployment({ names, deploymentId, config, operations, httpLogEndpoint, telemetryKey });
  const ofKeys = keyTransformers(names, await actualPlugins(session, deploymentId), plan.rewriting);
  return { ...plan, entities: [...plan.entities, ...ofKeys] };
};
