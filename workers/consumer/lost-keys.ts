import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { ConsumerConfig } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import type { ConsumerRateLimit } from '#domain/consumer/rate-limit.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { loadState } from '#eventstore/load.ts';
import { numbersIn } from '#gateway/admin-api/entity.ts';
import { describedLosses } from '#gateway/drift/described-losses.ts';
import { lostCredentials } from '#gateway/drift/lost-credentials.ts';
import { heldIn, lostObjects } from '#gateway/drift/lost-objects.ts';
import { weakeningObjects } from '#gateway/drift/weakening-objects.ts';
import { limitInForce } from '#gateway/plan/limit-in-force.ts';
import { actualOfConsumer } from '#gateway/plan/own-entities.ts';
import { planConsumer } from '#gateway/plan/plan-consumer.ts';
import { mirrorSource } from '../gateway/mirror/mirror-source.ts';
import type { NounAtGateway } from '../gateway/noun-at-gateway.ts';
import { desiredOfKey } from './apply-consumer.ts';
import { hasAccess } from './consumer-subject.ts';

/** @property suspended whether the key's organization is: then it has no credentials. */
type Row = Readonly<{
  consumerId: number;
  deploymentId: number;
  organizationId: number;
  applied: ConsumerConfig;
  together: boolean;
  redis: DeploymentConfig['redis'];
  suspended: boolean;
  rateLimit: ConsumerRateLimit | null;
}>;

/** Compares each key that works, as the read tables know it, with what the gateway holds. */
export const suspectedKeys: NounAtGateway['suspects'] = async (
  { pool, vault },
  { names },
  gatewayId,
  { held, own },
) => {
  const { rows } = await pool.query<Row>(
    `select consumers.id as "consumerId", deployment_id as "deploymentId", organization_id as "organizationId",
            consumers.applied, coalesce((deployments.applied->>'countsTogether')::boolean, false) as together,
            nullif(deployments.applied->'redis', 'null') as redis,
            coalesce(organizations.status <> 'active', false) as suspended,
            (select rate_limit from key_limits where key_limits.id = deployment_id || '-' || organization_id) as "rateLimit"
     from consumers join deployments on deployments.id = deployment_id
     left join organizations on organizations.id = organization_id
     where gateway_id = $1 and deployments.state = 'deployed' and consumers.applied is not null
       and consumers.state in ('active', 'failed', 'change-failed')`,
    [gatewayId],
  );
  // Credentials that are left over have their own look.
  const weakening = own.filter(({ kind }) => kind === 'plugin' || kind === 'acl');
  const ownOf = Map.groupBy(weakening, (entity) => numbersIn(names, [entity], 'consumer')[0]);
  const suspects: { deploymentId: number; id: number }[] = [];
  for (const { consumerId, deploymentId, organizationId, applied, together, redis, suspended, rateLimit } of rows) {
    const planned = planConsumer({
      ...applied,
      names,
      consumerId,
      deploymentId,
      credentials: [],
      // Without the key's own plugin, the deployment's rewrites the path.
      rewriting: null,
      limit: limitInForce(applied, { rateLimit }, { together, redis }),
      organization: together ? names.organizationGroup(organizationId) : null,
    });
    const sealed = suspended ? [] : [applied, ...(applied.previous ? [applied.previous] : [])];
    const lost =
      lostObjects(planned, held).length +
      lostCredentials(names, consumerId, sealed, held, vault.fingerprint).length +
      // Its transformers are not planned here, and protect nothing of their own.
      weakeningObjects(planned, ownOf.get(consumerId) ?? []).length;
    if (lost > 0) suspects.push({ deploymentId, id: consumerId });
    await yieldToOthers();
  }
  return suspects;
};

/** Compares one key, as the log knows it. */
export const lostOfKey: NounAtGateway['lost'] = async (services, session, id) => {
  const { store } = services;
  const key = await loadState(store, consumerDecider, id);
  if (key.status !== 'active' && key.status !== 'failed') return [];
  const deployment = await loadState(store, deploymentDecider, key.deploymentId);
  if (deployment.status !== 'deployed' || !key.applied || !(await hasAccess({ services }, key))) return [];
  const desired = await desiredOfKey({ services }, session, key, deployment.wanted, key.applied);
  const { consumerId, deploymentId } = key;
  const own = await actualOfConsumer(session, { consumerId, deploymentId }, desired);
  return await describedLosses(mirrorSource(services, session), desired, heldIn(own), own);
};
