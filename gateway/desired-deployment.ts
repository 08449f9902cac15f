import { actualPlugins } from './actual.ts';
import type { DesiredEntity } from './entity.ts';
import { keyTransformers } from './key-transformers.ts';
import { type DeploymentTarget, planDeployment } from './plan.ts';
import { rewritingOf } from './plan-routes.ts';
import type { GatewaySession } from './session.ts';

/**
 * Returns all entities that a deploy makes on a gateway: the deployment's own, and the changes to its keys' entities.
 *
 * @throws GatewayError
 */
export const desiredDeployment = async (
  session: GatewaySession,
  { deploymentId, config, operations }: Pick<DeploymentTarget, 'deploymentId' | 'config' | 'operations'>,
): Promise<DesiredEntity[]> => [
  ...planDeployment({
    names: session.names,
    deploymentId,
    config,
    operations,
    httpLogEndpoint: session.gateway.httpLogEndpoint,
    telemetryKey: await session.telemetryKey(),
  }),
  ...keyTransformers(
    session.names,
    await actualPlugins(session, deploymentId),
    rewritingOf(session.names, deploymentId, config, operations),
  ),
];
