import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { difference, type Step } from '#gateway/difference.ts';
import type { FoundEntity } from '#gateway/entity.ts';
import { heldByDeployment } from '#gateway/held.ts';
import { planDeployment } from '#gateway/plan.ts';
import { takenName } from '#gateway/taken-name.ts';
import { openGatewaySecret, readGateway } from '../gateway-reader.ts';
import type { Services } from '../services.ts';

export type GatewayDifference = Readonly<{ gateway: string; held: readonly FoundEntity[]; steps: readonly Step[] }>;

/**
 * @property deploymentId 0 for one that is not there yet.
 * @property config       what the gateway should do; null is nothing.
 * @property refusesNames whether a name that somebody else has on the gateway is refused.
 */
export type Comparison = Readonly<{
  deploymentId: number;
  gatewayId: number;
  config: DeploymentConfig | null;
  operations: SpecOperations | undefined;
  refusesNames: boolean;
}>;

/**
 * What a worker would do now to bring a deployment to its gateway.
 *
 * @throws RefusedError when the gateway can't be asked, or would refuse a name.
 */
export const gatewayDifference = async (
  services: Services,
  { deploymentId, gatewayId, config, operations, refusesNames }: Comparison,
): Promise<GatewayDifference> =>
  await readGateway(services, gatewayId, async (client, { name, httpLogEndpoint, telemetryKey }) => {
    const desired = config
      ? planDeployment({
          deploymentId,
          config,
          operations,
          httpLogEndpoint,
          telemetryKey: await openGatewaySecret(services, telemetryKey),
        })
      : [];
    const held = deploymentId === 0 ? [] : await heldByDeployment(client, deploymentId, desired);
    const steps = difference(desired, held);
    const taken = refusesNames ? await takenName(client, steps, held) : undefined;
    if (taken) throw new RefusedError(refuse('invalid', taken));
    return { gateway: name, held, steps };
  });
