import { byPortal } from '#domain/core/actor.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { removalAlarm } from '#domain/operation/operation.ts';
import { removalKinds } from '#domain/operation-kinds/operation-kinds.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import type { EngineServices } from './handler.ts';
import type { Chore } from './sweep.ts';

/** The reason for the portal's replay; the history shows it in the reader's language. */
const stillWanted = 'removal-still-wanted';

/** Returns SQL that is true of a row of `operations` whose thing is still there, as its noun says. */
const leftoverIn = (workOf: EngineServices['workOf']): string =>
  removalKinds
    .flatMap((kind) => {
      const { leftover } = workOf(kind);
      return leftover ? [`(kind = '${kind}' and ${leftover})`] : [];
    })
    .join(' or ');

/**
 * Replays removals that an older release gave up, while their target is still being removed: no noun should stay in
 * that state. @returns how many.
 */
const replayFailedRemovals = async ({ store, pool, workOf }: EngineServices): Promise<number> => {
  const { rows } = await pool.query<{ id: string; replay: number }>(
    `select id, replay from operations
     where state = 'failed' and (${leftoverIn(workOf)})
     order by requested_at limit 1000`,
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
  { pool, log, metrics, workOf }: EngineServices,
  limit = removalAlarm,
): Promise<number> => {
  const { rows } = await pool.query<{ overdue: number; since: Date | null }>(
    `select count(*)::int as overdue, min(requested_at) as since from operations
     where kind = any($1) and state in ('requested', 'started', 'waiting', 'failed')
       and requested_at < now() - make_interval(secs => $2)
       and (state <> 'failed' or ${leftoverIn(workOf)})`,
    [removalKinds, limit / 1_000],
  );
  const { overdue = 0, since = null } = rows[0] ?? {};
  metrics.overdueRemovals.set(overdue);
  if (overdue > 0) log.warn({ removals: overdue, since }, 'removals are not done yet: what was removed may still work');
  return overdue;
};

export const removalChores: readonly Chore[] = [
  { name: 'replaying failed removals', run: replayFailedRemovals },
  { name: 'checking for overdue removals', run: (services) => alarmOverdueRemovals(services) },
];
