import { streamOf } from '#domain/core/id.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { type LostObject, mostKeys, mostNamed } from '#domain/drift/drift.ts';
import { loadState } from '#eventstore/load.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { consumerAtGateway } from '../consumer/at-gateway.ts';
import { deploymentAtGateway } from '../deployment/at-gateway.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import type { Seen } from '../gateway/noun-at-gateway.ts';
import { atPlace } from './at-place.ts';
import { type Look, operationOf, report } from './report.ts';

/**
 * Returns what of a thing is lost. An object of Portico's that somebody has claimed, by taking its tags away, can't be put back
 * until they let go of it. It counts as changed, so that people hear of it.
 */
const lostOf = async (compare: () => Promise<readonly LostObject[]>): Promise<readonly LostObject[]> => {
  try {
    return await compare();
  } catch (error) {
    if (!(error instanceof GatewayError) || error.failure.problem.code !== 'gateway.foreign-object') throw error;
    return [{ label: String(error.failure.problem.parameters?.object ?? ''), found: 'changed' }];
  }
};

/** The later of two times. */
const later = (one: Date, other: Date | null): Date => (other && other > one ? other : one);

/**
 * Compares a deployment and its keys with the log, and reports what is lost. Whoever works at a place has its lease, so
 * nobody changes anything meanwhile.
 *
 * @returns how many objects are lost.
 */
const reportAt = async (
  services: WorkerServices,
  session: GatewaySession,
  look: Look,
  deploymentId: number,
  keys: readonly number[],
): Promise<number> => {
  const { pool, store, worker, lease, metrics, log } = services;
  const options = { name: streamOf('deployment', deploymentId), holder: worker, milliseconds: lease, rank: 1 };
  const lost = await atPlace(services, options, look, async () => {
    const objects: LostObject[] = [...(await lostOf(() => deploymentAtGateway.lost(services, session, deploymentId)))];
    const lostKeys: number[] = [];
    for (const id of keys) {
      const lost = await lostOf(() => consumerAtGateway.lost(services, session, id));
      if (lost.length > 0) lostKeys.push(id);
      objects.push(...lost.map((object) => ({ ...object, keyId: id })));
    }
    const deployment = await loadState(store, deploymentDecider, deploymentId);
    if (objects.length === 0 || deployment.status === 'none') return 0;
    const { rows } = await pool.query<{ at: Date }>('select updated_at as at from deployments where id = $1', [
      deploymentId,
    ]);
    const isNews = await report(
      services,
      look,
      deploymentId,
      {
        type: 'ReportLoss',
        data: {
          deploymentId,
          apiId: deployment.apiId,
          gatewayId: look.gatewayId,
          operationId: operationOf(look, deploymentId),
          look: look.name,
          objects: objects.slice(0, mostNamed),
          keys: lostKeys.slice(0, mostKeys),
          intactAt: rows[0] ? later(rows[0].at, look.before).toISOString() : null,
        },
      },
      'loss',
    );
    if (isNews) {
      metrics.lostProtection.inc({ gateway: String(look.gatewayId) }, objects.length);
      log.error(
        { gateway: look.gatewayId, deploymentId, objects, keys: lostKeys },
        'protection was lost: it is put back',
      );
    }
    return objects.length;
  });
  return lost ?? 0;
};

/**
 * Finds what protects deployments and keys and is lost on a gateway, and requests that it is put back.
 *
 * @param seen what the gateway holds.
 */
export const findLosses = async (
  services: WorkerServices,
  session: GatewaySession,
  look: Look,
  seen: Seen,
): Promise<void> => {
  const { gatewayId } = look;
  // A counter that begins with its first loss has not grown, so no alert would come.
  services.metrics.lostProtection.inc({ gateway: String(gatewayId) }, 0);
  const deployments = await deploymentAtGateway.suspects(services, session, gatewayId, seen);
  const keys = await consumerAtGateway.suspects(services, session, gatewayId, seen);
  const keysOf = Map.groupBy(keys, ({ deploymentId }) => deploymentId);
  let lost = 0;
  for (const deploymentId of new Set([...deployments, ...keys].map((each) => each.deploymentId))) {
    try {
      const ids = (keysOf.get(deploymentId) ?? []).map(({ id }) => id);
      lost += await reportAt(services, session, look, deploymentId, ids);
    } catch (error) {
      // One deployment that can't be compared hides no other.
      services.log.warn({ gateway: gatewayId, deploymentId, reason: String(error) }, 'cannot compare a deployment');
    }
  }
  services.metrics.missingObjects.set({ gateway: String(gatewayId) }, lost);
};
