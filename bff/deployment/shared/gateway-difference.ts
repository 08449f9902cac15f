import type { GatewayPlan } from '#domain/core/gateway-plan.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import type { DesiredEntity, FoundEntity } from '#gateway/admin-api/entity.ts';
import { difference } from '#gateway/change/difference.ts';
import { whatIsInTheWay } from '#gateway/change/in-the-way.ts';
import { planOfSteps } from '#gateway/change/plan-of-steps.ts';
import { desiredDeployment } from '#gateway/plan/desired-deployment.ts';
import { differenceHash } from '#gateway/plan/difference-hash.ts';
import { isOfGeneration } from '#gateway/plan/generations.ts';
import { actualOfDeployment } from '#gateway/plan/own-entities.ts';
import { placeOf } from '#gateway/plan/place-of.ts';
import type { Services } from '../../http/services.ts';
import { readGateway } from './gateway-reader.ts';

/**
 * @property changes     for people to read.
 * @property countsAnew  whether the deployment's limit begins to count anew, because its plugin is made anew.
 */
export type GatewayDifference = Readonly<{
  gateway: string;
  actual: readonly FoundEntity[];
  changes: GatewayPlan;
  countsAnew: boolean;
  /** Identifies the whole difference, which `changes` shortens. */
  hash: string;
}>;

const isLimited = (entities: readonly DesiredEntity[]): boolean =>
  entities.some((entity) => isOfGeneration(entity) && entity.body.name === 'rate-limiting');

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
    const known = [...desired, ...(plan?.replaces ?? [])];
    const actual = deploymentId === 0 ? [] : await actualOfDeployment(session, deploymentId, known);
    const steps = difference(desired, actual);
    const taken = refusesNames && config ? await whatIsInTheWay(session, placeOf(config), steps, actual) : undefined;
    if (taken) throw new RefusedError(refuse('invalid', taken));
    return {
      hash: differenceHash(await session.telemetryKey(), desired, actual),
      gateway: gateway.name,
      actual,
      changes: plan?.changes ?? planOfSteps(steps, actual),
      countsAnew: plan !== null && plan.replaces.length > 0 && [desired, actual].every(isLimited),
    };
  });
