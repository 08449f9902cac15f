import { consumerDecider } from '#domain/consumer/decider.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { keyLimitDecider } from '#domain/key-limit/decider.ts';
import { keyLimitIdOf } from '#domain/key-limit/key-limit-id.ts';
import { loadState } from '#eventstore/load.ts';
import { type DesiredEntity, numbersIn } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { countedThere } from '#gateway/plan/counting-redis.ts';
import { limitInForce } from '#gateway/plan/limit-in-force.ts';
import { actualOfDeploymentAndKeys } from '#gateway/plan/own-entities.ts';
import { keyLimitId, organizationGroupId, planKeyLimit } from '#gateway/plan/plan-consumer.ts';
import type { Run } from '../engine/run.ts';
import { reconcileEntities } from '../gateway/reconcile-entities.ts';

/**
 * @property deploymentId   whose keys.
 * @property organizationId only this organization's keys. Default: all keys of the deployment.
 * @property together whether the limit of an organization counts all its keys together.
 * @property grouped  whether keys have their organization's group.
 * @property redis    of the deployment, in which limits with that policy are counted.
 */
type Wanted = Readonly<{
  deploymentId: number;
  organizationId?: number;
  together: boolean;
  grouped: boolean;
  redis: DeploymentConfig['redis'];
}>;

/**
 * Brings the limits of a deployment's keys on the gateway to the wanted ones, and changes nothing else of the keys. Each
 * limit is one plugin, which changes in place. Without it the deployment's limit counts at once, so no key is ever without.
 */
export const bringLimits = async (
  run: Run,
  session: GatewaySession,
  { deploymentId, organizationId, together, grouped, redis }: Wanted,
  assertStillWanted: () => Promise<void>,
): Promise<void> => {
  const { names } = session;
  const { store } = run.services;
  const found = await actualOfDeploymentAndKeys(session, deploymentId);
  const desired: DesiredEntity[] = [];
  const theirs = new Set<string>();
  // The operation of a key that has no consumer yet makes its limit, too.
  for (const consumerId of numbersIn(
    names,
    found.filter(({ kind }) => kind === 'consumer'),
    'consumer',
  )) {
    const key = await loadState(store, consumerDecider, consumerId);
    if (key.status === 'none' || key.status === 'removed') continue;
    if (organizationId !== undefined && key.organizationId !== organizationId) continue;
    const limit = await loadState(store, keyLimitDecider, keyLimitIdOf(deploymentId, key.organizationId));
    const inForce = await countedThere(
      session,
      { redis },
      limitInForce(key.applied ?? key.wanted, limit, { together, redis }),
    );
    const group = grouped ? names.organizationGroup(key.organizationId) : null;
    desired.push(...planKeyLimit(names, key, inForce, group));
    for (const id of [keyLimitId(names, consumerId), organizationGroupId(names, consumerId)]) theirs.add(id);
  }
  await reconcileEntities({
    run,
    session,
    deploymentId,
    desired,
    actual: async () => (await actualOfDeploymentAndKeys(session, deploymentId)).filter(({ id }) => theirs.has(id)),
    assertStillWanted,
  });
};
