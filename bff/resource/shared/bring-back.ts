import { byPortal } from '#domain/core/actor.ts';
import { streamOf } from '#domain/core/id.ts';
import { aboutAt } from '#domain/core/operation-kind.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import { reconciliationDecider } from '#domain/reconciliation/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import type { Services } from '../../http/services.ts';

type Standing = Readonly<{ apiId: number; deploymentId: number; consumerId: number | null }>;

/**
 * Requests operations that bring what is deployed to a gateway, or has its calls counted in a Redis, to where the resource's entry
 * says, and how it says.
 *
 * @param withKeys whether the keys are brought, too: another Kong has none of them.
 * @returns how many deployments and keys.
 */
export const bringBack = async (
  { store, pool, now }: Pick<Services, 'store' | 'pool' | 'now'>,
  resourceId: number,
  withKeys: boolean,
): Promise<Readonly<{ deployments: number; keys: number }>> => {
  const { rows } = await pool.query<Standing>(
    `select api_id as "apiId", id as "deploymentId", null as "consumerId" from deployments
     where gateway_id = $1 or (config->'redis'->>'resourceId')::int = $1
     union all
     select c.api_id, c.deployment_id, c.id from consumers c join deployments d on d.id = c.deployment_id
     where d.gateway_id = $1 and $2 order by "deploymentId", "consumerId" nulls first`,
    [resourceId, withKeys],
  );
  for (const { apiId, deploymentId, consumerId } of rows) {
    const place = streamOf('deployment', deploymentId);
    const about = consumerId === null ? aboutAt('deployment', deploymentId) : aboutAt('consumer', consumerId, place);
    const operationId = randomId();
    const done = await execute({
      store,
      decider: reconciliationDecider,
      id: operationId,
      isNew: true,
      command: { type: 'RequestReconciliation', data: { operationId, about, apiId, reason: 'gateway-changed' } },
      meta: { actor: byPortal, commandId: randomId(), correlationId: operationId, time: now().toISOString() },
    });
    if (isRefusal(done)) throw new RefusedError(done);
  }
  const keys = rows.filter(({ consumerId }) => consumerId !== null).length;
  return { deployments: rows.length - keys, keys };
};
