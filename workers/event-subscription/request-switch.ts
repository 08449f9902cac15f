import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** Returns the id of the operation that a cause requests for a subscription. */
export const switchOf = (id: number, cause: string): string => uuidV5(porticoNamespace, `subscription/${cause}/${id}`);

/**
 * Requests an operation that brings a subscription's rights at Kafka to what its organization's state wants, once for each cause.
 *
 * @param cause names the cause.
 */
export const requestSwitch = async (
  { store }: Pick<WorkerServices, 'store'>,
  id: number,
  cause: string,
): Promise<void> => {
  const operationId = switchOf(id, cause);
  const done = await execute({
    store,
    decider: eventSubscriptionDecider,
    id,
    command: { type: 'FollowOrganization', data: { operationId } },
    meta: {
      actor: byPortal,
      commandId: uuidV5(porticoNamespace, `subscription-command/${cause}/${id}`),
      correlationId: operationId,
      time: new Date().toISOString(),
    },
  });
  // One that is being removed has its own operation.
  if (isRefusal(done) && done.refused !== 'not-found') throw new Error(done.problems[0].code);
};
