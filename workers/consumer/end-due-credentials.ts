import { consumerDecider } from '#domain/consumer/decider.ts';
import { byPortal } from '#domain/core/actor.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Row = { id: number; generation: number };

/**
 * Ends the old credentials of all rotations whose time has come: the event requests that a worker removes them from the
 * gateway. Several processes may do this at once or later, because the command's id comes from the key and its
 * generation, so it is carried out once.
 *
 * @param now is compared with the end that people chose.
 * @returns how many keys were checked.
 */
export const endDueCredentials = async (
  { store, pool }: Pick<WorkerServices, 'store' | 'pool'>,
  now: Date,
): Promise<number> => {
  const { rows } = await pool.query<Row>(
    `select id, generation from consumers
     where previous_until <= $1 and state <> 'removing' order by previous_until limit 1000`,
    [now],
  );
  const time = now.toISOString();
  for (const { id, generation } of rows) {
    const idOf = (what: string) => uuidV5(porticoNamespace, `${what}/${id}/${generation}`);
    await execute({
      store,
      decider: consumerDecider,
      id,
      command: { type: 'EndPrevious', data: { operationId: idOf('end-credentials'), dueBy: time } },
      meta: {
        actor: byPortal,
        commandId: idOf('end-credentials-command'),
        correlationId: randomId(),
        time,
      },
    });
  }
  return rows.length;
};
