import type { DesiredEntity } from './entity.ts';
import { heldPlugins } from './held.ts';
import { keyTransformers } from './key-transformers.ts';
import { type DeploymentTarget, planDeployment } from './plan.ts';
import { rewritingOf } from './plan-routes.ts';
import { type GatewaySession, openSecret, type Secrets } from './session.ts';

/**
 * Everything that deploying makes of a gateway: the deployment's own part, and what follows from it for its keys.
 *
 * @throws GatewayError
 */
export const desiredDeployment = async (
  secrets: Secrets,
  { gateway, client }: GatewaySession,
  { deploymentId, config, operations }: Pick<DeploymentTarget, 'deploymentId' | 'config' | 'operations'>,
): Promise<DesiredEntity[]> => [
  ...planDeployment({
    deploymentId,
    config,
    operations,
    httpLogEndpoint: gateway.httpLogEndpoint,
    telemetryKey: await openSecret(secrets, gateway.telemetryKey),
  }),
  ...keyTransformers(await heldPlugins(client, deploymentId), rewritingOf(deploymentId, config, operations)),
];
