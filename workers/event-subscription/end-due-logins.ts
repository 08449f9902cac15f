import { byPortal } from '#domain/core/actor.ts';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Row = { id: number; generation: number };

/**
 * Ends the old logins of all rotations whose time has come. Several processes may do this at once or later, because the command's id
 * comes from the subscription and its generation.
 *
 * @param now is compared with the end that people chose.
 * @returns how many subscriptions were checked.
 */
export const endDueLogins = async (
  { store, pool }: Pick<WorkerServices, 'store' | 'pool'>,
  now: Date,
): Promise<number> => {
  const { rows } = await pool.query<Row>(
    `select id, generation from event_subscriptions
     where previous_until <= $1 and state <> 'removing' order by previous_until limit 1000`,
    [now],
  );
  const time = now.toISOString();
  for (const { id, generation } of rows) {
    const idOf = (what: string) => uuidV5(porticoNamespace, `${what}/${id}/${generation}`);
    await execute({
      store,
      decider: eventSubscriptionDecider,
      id,
      command: { type: 'EndPrevious', data: { operationId: idOf('end-kafka-login'), dueBy: time } },
      meta: { actor: byPortal, commandId: idOf('end-kafka-login-command'), correlationId: randomId(), time },
    });
  }
  return rows.length;
};
