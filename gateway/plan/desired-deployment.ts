import type { GatewayPlan } from '#domain/core/gateway-plan.ts';
import type { DesiredEntity } from '../admin-api/entity.ts';
import type { ReadingSession } from '../admin-api/session.ts';
import { difference } from '../change/difference.ts';
import { planOfSteps } from '../change/plan-of-steps.ts';
import { countingRedisOf } from './counting-redis.ts';
import { currentGeneration, generationFor, generationOf, isOfGeneration } from './generations.ts';
import { keyTransformers } from './key-transformers.ts';
import { actualOfDeployment, listedOfDeployment } from './own-entities.ts';
import { type DeploymentTarget, planDeployment } from './plan.ts';
import type { DeploymentPlan } from './plan-routes.ts';

/**
 * What a deploy brings a gateway to.
 *
 * @property replaces entities of the generation in force, if the deploy makes another one. They are removed in the end.
 * @property changes  the same for people to read: as if everything stayed in place.
 */
export type DesiredDeployment = DeploymentPlan & Readonly<{ replaces: readonly DesiredEntity[]; changes: GatewayPlan }>;

type Wanted = Pick<DeploymentTarget, 'deploymentId' | 'config' | 'operations'>;

/**
 * Plans all entities that a deploy makes on a gateway: the deployment's own, and the changes to its keys' entities.
 *
 * @throws GatewayError
 */
export const desiredDeployment = async (
  session: ReadingSession & Readonly<{ gateway: Readonly<{ httpLogEndpoint: string }> }>,
  wanted: Wanted,
): Promise<DesiredDeployment> => {
  const { names, gateway } = session;
  const { deploymentId } = wanted;
  const { httpLogEndpoint } = gateway;
  const telemetryKey = await session.telemetryKey();
  const redis = await countingRedisOf(session, wanted.config);
  const listed = await listedOfDeployment(session, deploymentId);
  const plugins = listed.filter(({ kind }) => kind === 'plugin');
  const planFor = (generation: number): DeploymentPlan => {
    const plan = planDeployment({ ...wanted, names, generation, httpLogEndpoint, telemetryKey, redis });
    return { ...plan, entities: [...plan.entities, ...keyTransformers(names, plugins, plan.rewriting)] };
  };
  const current = currentGeneration(listed);
  const asIfInPlace = planFor(current).entities;
  const actual = listed.length === 0 ? [] : await actualOfDeployment(session, deploymentId, asIfInPlace, listed);
  const generation = generationFor((number) => planFor(number).entities, actual);
  const comparable = actual.filter((entity) => !isOfGeneration(entity) || generationOf(entity) === current);
  return {
    ...planFor(generation),
    replaces: generation === current ? [] : asIfInPlace,
    changes: planOfSteps(difference(asIfInPlace, comparable), comparable),
  };
};
