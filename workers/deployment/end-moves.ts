import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { behindKeys } from '#projections/behind-keys.ts';
import { unheardDays } from '#projections/unheard-days.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/**
 * Selects deployments that move whose planned end has come: after its last day in UTC, or when none of its keys was used for the planned
 * days, which begin with the move. One whose keys do not all work at the new gateway waits. While a gateway is away nobody knows who calls,
 * and neither of a day on which no call at all was heard of from it.
 */
const dueMoves = `
  select leader.id, follower.id as "followerId"
  from deployments leader
  join deployments follower on follower.id = (leader.move_end->>'followerId')::integer and follower.follows = leader.id
  where leader.move_end is not null and leader.state <> 'undeploying' and follower.state = 'deployed'
    and leader.config - 'gatewayId' - 'former' = follower.config - 'gatewayId' - 'former'
    and not exists (${behindKeys('leader.id', 'follower.id')})
    and ((leader.move_end->>'endsOn')::date < (now() at time zone 'UTC')::date
      or follower.created_at < now() - make_interval(days => (leader.move_end->>'quietDays')::integer)
        and not exists (select from gateway_outages away where away.resource = 'gateway-' || leader.gateway_id)
        and not exists (${unheardDays('leader.gateway_id', "(leader.move_end->>'quietDays')::integer")})
        and not exists (
          select from consumers join credential_uses use on use.consumer_id = consumers.id
          where consumers.deployment_id = leader.id
            and use.last_used_at > now() - make_interval(days => (leader.move_end->>'quietDays')::integer)))
  order by leader.id`;

type Services = Pick<WorkerServices, 'pool' | 'store' | 'log'>;

const endMove = async ({ store, log }: Services, id: number, followerId: number): Promise<void> => {
  const name = `end-move/${id}/${followerId}`;
  const operationId = uuidV5(porticoNamespace, name);
  const done = await execute({
    store,
    decider: deploymentDecider,
    id,
    command: { type: 'RequestUndeployment', data: { operationId } },
    meta: {
      actor: byPortal,
      commandId: uuidV5(porticoNamespace, `${name}/command`),
      correlationId: operationId,
      time: new Date().toISOString(),
    },
  });
  if (isRefusal(done))
    log.warn({ deployment: id, reason: done.problems[0].code }, 'a deployment that has moved may not be ended');
};

/**
 * Asks for the end of deployments that have moved. Doing it again asks for nothing new. One that can't be asked for stops no other.
 *
 * @returns how many there were.
 */
export const endMoves = async (services: Services): Promise<number> => {
  const { rows } = await services.pool.query<{ id: number; followerId: number }>(dueMoves);
  for (const { id, followerId } of rows)
    try {
      await endMove(services, id, followerId);
    } catch (error) {
      services.log.error(
        { deployment: id, reason: String(error) },
        'cannot ask for the end of a deployment that has moved',
      );
    }
  return rows.length;
};
