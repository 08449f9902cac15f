import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment } from '#domain/deployment/deployment.ts';
import { loadState } from '#eventstore/load.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { type Differing, differingObjects } from '#gateway/drift/differences.ts';
import { heldIn } from '#gateway/drift/lost-objects.ts';
import { countingRedisOf } from '#gateway/plan/counting-redis.ts';
import { actualOfDeployment, listedOfDeployment } from '#gateway/plan/own-entities.ts';
import { type DeploymentTarget, planDeployment } from '#gateway/plan/plan.ts';
import { targetOf } from '../deployment/lost-protection.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** @property target what the plan was made of. @property differing without what protects it. */
export type Compared = Readonly<{
  deployment: Extract<Deployment, { apiId: number }>;
  target: DeploymentTarget;
  differing: readonly Differing[];
}>;

/**
 * Compares a deployment, as the log knows it, with what its gateway holds now. Undefined: it does not serve, or an operation is
 * changing it.
 *
 * @throws GatewayError; `gateway.foreign-object` when somebody has claimed one of its objects.
 */
export const compareDeployment = async (
  services: WorkerServices,
  session: GatewaySession,
  id: number,
): Promise<Compared | undefined> => {
  const deployment = await loadState(services.store, deploymentDecider, id);
  if (deployment.status !== 'deployed') return undefined;
  const listed = await listedOfDeployment(session, id);
  const telemetryKey = await session.telemetryKey();
  const redis = await countingRedisOf(session, deployment.wanted);
  const target = await targetOf(services, session, id, deployment.wanted, listed, telemetryKey, redis);
  const desired = planDeployment(target).entities;
  const actual = await actualOfDeployment(session, id, desired, listed);
  return { deployment, target, differing: differingObjects(desired, heldIn(actual), actual) };
};
