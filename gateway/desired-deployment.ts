import { actualPlugins } from './actual.ts';
import type { DesiredEntity } from './entity.ts';
import { keyTransformers } from './key-transformers.ts';
import { type DeploymentTarget, planDeployment } from './plan.ts';
import { rewritingOf } from './plan-routes.ts';
import type { GatewaySession } from './session.ts';

/**
 * Everything that deploying makes of a gateway: the deployment's own part, and what follows from it for its keys.
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
