import { apiDecider } from '#domain/api/decider.ts';
import { applicationDecider } from '#domain/application/decider.ts';
import { byPortal } from '#domain/core/actor.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/**
 * Requests the deletion of APIs whose application was deleted: they were published while it was going. The read tables
 * find candidates, and the log decides. @returns how many.
 */
export const deleteForgotten = async ({
  store,
  pool,
  log,
}: Pick<WorkerServices, 'store' | 'pool' | 'log'>): Promise<number> => {
  const { rows } = await pool.query<{ id: number; application: number }>(
    `select id, application_id as application from apis
     where state = 'published' and application_id is not null
       and not exists (select from applications where applications.id = apis.application_id)
     order by id limit 1000`,
  );
  let forgotten = 0;
  for (const { id, application } of rows) {
    const { status } = await loadState(store, applicationDecider, application);
    if (status !== 'deleted') continue;
    log.warn({ api: id }, 'an API outlived its application');
    const idOf = (what: string) => uuidV5(porticoNamespace, `forgotten-api/${id}/${what}`);
    await execute({
      store,
      decider: apiDecider,
      id,
      command: { type: 'RequestDeletion', data: { operationId: idOf('operation') } },
      meta: {
        actor: byPortal,
        commandId: idOf('command'),
        correlationId: idOf('operation'),
        time: new Date().toISOString(),
      },
    });
    forgotten += 1;
  }
  return forgotten;
};
