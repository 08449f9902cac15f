import { consumerDecider } from '#domain/consumer/decider.ts';
import { byPortal } from '#domain/core/actor.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Row = { id: number; generation: number };

/**
 * Ends the old credentials of every rotation whose time has come: the event asks a worker to take them off the
 * gateway. Several processes may do so at once, and one that was away does it later: the command's id is made from
 * the key and its generation, so it is carried out once.
 *
 * @param now the end that people chose is held against.
 * @returns how many keys were looked at.
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
