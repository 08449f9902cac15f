import { callsToKeep } from '#platform/calls-made.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * Stores the calls that an attempt has made: one statement for all of them, none where they are stored already. What can't be stored changes nothing for the
 * operation.
 */
export const keepCalls = async (
  { pool, log }: Pick<WorkerServices, 'pool' | 'log'>,
  operationId: string,
  attempt: number,
): Promise<void> => {
  const made = callsToKeep();
  if (!made) return;
  await pool
    .query(
      `insert into operation_calls (operation_id, attempt, calls, left_out) values ($1, $2, $3, $4)
       on conflict (operation_id, attempt) do update
       set ended_at = now(), calls = excluded.calls, left_out = excluded.left_out`,
      [operationId, attempt, JSON.stringify(made.calls), made.leftOut],
    )
    .catch((error: unknown) =>
      log.warn({ err: error, operation: operationId }, 'the calls of an attempt were not kept'),
    );
};
