import { byPortal } from '#domain/core/actor.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { removalAlarm } from '#domain/operation/operation.ts';
import { removalKinds } from '#domain/operation-kinds/operation-kinds.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** The reason for the portal's replay; the history shows it in the reader's language. */
const stillWanted = 'removal-still-wanted';

/**
 * Replays removals that an older release gave up, while their target is still being removed: no noun should stay in
 * that state. @returns how many.
 */
export const replayFailedRemovals = async ({ store, pool }: WorkerServices): Promise<number> => {
  const { rows } = await pool.query<{ id: string; replay: number }>(
    `select id, replay from operations
     where state = 'failed' and kind = any($1) and (
       kind = 'reconcile'
       or exists (select from deployments where operation_id = operations.id and state = 'undeploying')
       or exists (select from consumers where operation_id = operations.id and state in ('removing', 'change-failed'))
       or exists (select from apis where deletion = operations.id))
     order by requested_at limit 1000`,
    [removalKinds],
  );
  for (const { id, replay } of rows) {
    await execute({
      store,
      decider: operationDecider,
      id,
      command: { type: 'ReplayOperation', data: { reason: stillWanted } },
      meta: {
        actor: byPortal,
        commandId: uuidV5(porticoNamespace, `still-wanted/${id}/${replay}`),
        correlationId: randomId(),
        time: new Date().toISOString(),
      },
    });
  }
  return rows.length;
};

/** Raises an alarm about removals that take too long, whatever the reason. @returns how many there are. */
export const alarmOverdueRemovals = async (
  { pool, log, metrics }: WorkerServices,
  limit = removalAlarm,
): Promise<number> => {
  const { rows } = await pool.query<{ overdue: number; since: Date | null }>(
    `select count(*)::int as overdue, min(requested_at) as since from operations
     where kind = any($1) and state in ('requested', 'started', 'waiting', 'failed')
       and requested_at < now() - make_interval(secs => $2)
       and (state <> 'failed' or kind = 'reconcile'
         or exists (select from deployments where operation_id = operations.id)
         or exists (select from consumers where operation_id = operations.id))`,
    [removalKinds, limit / 1_000],
  );
  const { overdue = 0, since = null } = rows[0] ?? {};
  metrics.overdueRemovals.set(overdue);
  if (overdue > 0)
    log.warn({ removals: overdue, since }, 'removals are not done yet: removed keys or deployments may still work');
  return overdue;
};
