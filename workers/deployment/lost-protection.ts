import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { loadState } from '#eventstore/load.ts';
import { type DesiredEntity, type FoundEntity, numbersIn } from '#gateway/admin-api/entity.ts';
import type { CountingRedis, GatewaySession } from '#gateway/admin-api/session.ts';
import { describedLosses } from '#gateway/drift/described-losses.ts';
import { type Held, heldIn, lostObjects } from '#gateway/drift/lost-objects.ts';
import { weakeningObjects } from '#gateway/drift/weakening-objects.ts';
import { countingRedisOf } from '#gateway/plan/counting-redis.ts';
import { currentGeneration } from '#gateway/plan/generations.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { actualOfDeployment, listedOfDeployment, onlyOfDeployment } from '#gateway/plan/own-entities.ts';
import { type DeploymentTarget, planDeployment } from '#gateway/plan/plan.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { mirrorSource } from '../gateway/mirror/mirror-source.ts';
import type { NounAtGateway } from '../gateway/noun-at-gateway.ts';

/**
 * Returns what a gateway's plan for a deployment is made of, for the generation that callers reach.
 *
 * @param telemetryKey for the log plugin. It protects nothing, so whoever looks for protection needs none.
 * @param redis        in which calls are counted, for whoever puts the plugin back. A Redis that its entry has changed is no loss: its
 *   deployments follow by themselves.
 */
export const targetOf = async (
  { pool }: Pick<WorkerServices, 'pool'>,
  { names, gateway: { httpLogEndpoint } }: GatewaySession,
  deploymentId: number,
  config: DeploymentConfig,
  found: readonly FoundEntity[],
  telemetryKey = '',
  redis?: CountingRedis,
): Promise<DeploymentTarget> => {
  const operations = config.lockdown ? await loadOperations(pool, config.lockdown.operations) : undefined;
  const generation = currentGeneration(found);
  return { names, deploymentId, generation, config, operations, httpLogEndpoint, telemetryKey, redis };
};

/** Returns what a gateway should hold of a deployment, in the generation that callers reach. */
const planOf = async (...given: Parameters<typeof targetOf>): Promise<readonly DesiredEntity[]> =>
  planDeployment(await targetOf(...given)).entities;

type Row = Readonly<{ id: number; applied: DeploymentConfig }>;

/** Compares each deployment that serves, as the read tables know it, with what the gateway holds. */
export const suspectedDeployments: NounAtGateway['suspects'] = async (services, session, gatewayId, { held, own }) => {
  const { rows } = await services.pool.query<Row>(
    `select id, applied from deployments where gateway_id = $1 and state = 'deployed' order by id`,
    [gatewayId],
  );
  const ownOf = Map.groupBy(own, (entity) => numbersIn(session.names, [entity], 'deployment')[0]);
  const suspects: { deploymentId: number; id: number }[] = [];
  for (const { id, applied } of rows) {
    const listed = ownOf.get(id) ?? [];
    const desired = await planOf(services, session, id, applied, listed);
    const plain = onlyOfDeployment(session.names, id, listed);
    if (lostObjects(desired, held).length + weakeningObjects(desired, plain).length > 0)
      suspects.push({ deploymentId: id, id });
    // Thousands of them are compared: others' work goes on in between.
    await yieldToOthers();
  }
  return suspects;
};

/** What a gateway should hold of a deployment that serves, and what it holds. Undefined: it does not serve. */
export const compareDeployment = async (
  services: Pick<WorkerServices, 'store' | 'pool'>,
  session: GatewaySession,
  id: number,
): Promise<Readonly<{ desired: readonly DesiredEntity[]; held: Held; own: readonly FoundEntity[] }> | undefined> => {
  const deployment = await loadState(services.store, deploymentDecider, id);
  // An operation of the deployment compares by itself.
  if (deployment.status !== 'deployed') return undefined;
  const listed = await listedOfDeployment(session, id);
  const redis = await countingRedisOf(session, deployment.wanted);
  const desired = await planOf(services, session, id, deployment.wanted, listed, '', redis);
  const own = await actualOfDeployment(session, id, desired, listed);
  return { desired, held: heldIn(own), own };
};

/** Compares one deployment, as the log knows it. */
export const lostOfDeployment: NounAtGateway['lost'] = async (services, session, id) => {
  const compared = await compareDeployment(services, session, id);
  if (!compared) return [];
  const { desired, held, own } = compared;
  return await describedLosses(mirrorSource(services, session), desired, held, own);
};
