import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import type { FoundEntity } from '#gateway/admin-api/entity.ts';
import { difference, type Step } from '#gateway/change/difference.ts';
import { whatIsInTheWay } from '#gateway/change/in-the-way.ts';
import { desiredDeployment } from '#gateway/plan/desired-deployment.ts';
import { actualOfDeployment } from '#gateway/plan/own-entities.ts';
import { proxyPath } from '#gateway/plan/plan-routes.ts';
import type { Services } from '../http/services.ts';
import { readGateway } from './gateway-reader.ts';

export type GatewayDifference = Readonly<{ gateway: string; actual: readonly FoundEntity[]; steps: readonly Step[] }>;

/**
 * @property deploymentId 0 for a new deployment.
 * @property config       what the gateway should do; null is nothing.
 * @property refusesNames whether to refuse names and paths that others use on the gateway.
 */
export type Comparison = Readonly<{
  deploymentId: number;
  gatewayId: number;
  config: DeploymentConfig | null;
  operations: SpecOperations | undefined;
  refusesNames: boolean;
}>;

/**
 * Returns what a worker would do now to apply a deployment.
 *
 * @throws RefusedError when the gateway does not respond, or when another owner's object is in the way.
 */
export const gatewayDifference = async (
  services: Services,
  { deploymentId, gatewayId, config, operations, refusesNames }: Comparison,
): Promise<GatewayDifference> =>
  await readGateway(services, gatewayId, async (session) => {
    const { gateway } = session;
    const plan = config && (await desiredDeployment(session, { deploymentId, config, operations }));
    const desired = plan?.entities ?? [];
    const actual = deploymentId === 0 ? [] : await actualOfDeployment(session, deploymentId, desired);
    const steps = difference(desired, actual);
    const taken =
      refusesNames && config
        ? await whatIsInTheWay(session, deploymentId, proxyPath(config), steps, actual)
        : undefined;
    if (taken) throw new RefusedError(refuse('invalid', taken));
    return { gateway: gateway.name, actual, steps };
  });
