import type { ConsumerConfig, KnownConsumer } from '#domain/consumer/consumer.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { KeyLimit as StoredLimit } from '#domain/key-limit/key-limit.ts';
import type { Database } from '#platform/database.ts';
import type { DesiredEntity } from '../admin-api/entity.ts';
import type { GatewaySession } from '../admin-api/session.ts';
import { countedThere } from './counting-redis.ts';
import { currentGeneration } from './generations.ts';
import { limitInForce } from './limit-in-force.ts';
import { loadOperations } from './operations-store.ts';
import { listedOfDeployment } from './own-entities.ts';
import { type OpenCredentials, planConsumer } from './plan-consumer.ts';
import { rewritingOf } from './plan-routes.ts';

type Key = Pick<KnownConsumer, 'consumerId' | 'deploymentId' | 'organizationId'>;

/**
 * @property deployment  what the key calls.
 * @property keyLimit    of the key's organization.
 * @property credentials opened. Whoever only compares gives none: it sees by their ids whether they are there.
 */
type WantedKey = Readonly<{
  deployment: DeploymentConfig;
  config: ConsumerConfig;
  keyLimit: Pick<StoredLimit, 'rateLimit'>;
  credentials: readonly OpenCredentials[];
}>;

/** Returns the entities of a key that calls `deployment`. */
export const desiredKey = async (
  pool: Database,
  session: GatewaySession,
  { consumerId, deploymentId, organizationId }: Key,
  { deployment, config, keyLimit, credentials }: WantedKey,
): Promise<DesiredEntity[]> => {
  const { names } = session;
  const { lockdown } = deployment;
  const operations = lockdown ? await loadOperations(pool, lockdown.operations) : undefined;
  const actual = operations ? await listedOfDeployment(session, deploymentId) : [];
  const generation = names.generation(deploymentId, currentGeneration(actual));
  const planned = rewritingOf(generation, deployment, operations);
  const there = new Set(actual.map(({ id }) => id));
  // A former release's lockdown has other routes, and rewrites the calls of the whole service until the next deploy.
  const rewriting = planned && { ...planned, routes: planned.routes.filter((id) => there.has(id)) };
  const together = deployment.countsTogether === true;
  return planConsumer({
    ...config,
    names,
    consumerId,
    deploymentId,
    credentials,
    rewriting,
    limit: await countedThere(
      session,
      deployment,
      limitInForce(config, keyLimit, { together, redis: deployment.redis }),
    ),
    organization: together ? names.organizationGroup(organizationId) : null,
  });
};
