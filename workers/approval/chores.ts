import type { Lapse } from '#domain/approval/approval.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { execute } from '#eventstore/execute.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { randomId } from '#platform/uuid.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Services = Pick<WorkerServices, 'store' | 'pool'>;

/** The most requests that one look lets lapse. The others follow with the next one. */
const most = 1_000;

/**
 * Lets requests lapse that nobody can approve any more: their time is over, the form that they change has changed, or the API is gone.
 *
 * @param now is compared with the end of each request.
 * @returns how many there were.
 */
export const lapseApprovals = async ({ store, pool }: Services, now: Date): Promise<number> => {
  const { rows } = await pool.query<{ id: number; lapse: Lapse }>(
    `select id, lapse from (
       select asked.id, case
         when asked.expires_at <= $1 then 'expired'
         when asked.kind = 'deployment' and not exists (
           select from apis where apis.id = asked.api_id and apis.state <> 'deleting') then 'gone'
         when asked.basis is not null and not exists (
           select from deployments d where d.id = asked.deployment_id and d.operation_id = asked.basis) then 'form-changed'
       end as lapse
       from approvals asked where asked.state = 'waiting'
     ) as found where lapse is not null order by id limit ${most}`,
    [now],
  );
  for (const { id, lapse } of rows) {
    const meta = { actor: byPortal, commandId: randomId(), correlationId: randomId(), time: now.toISOString() };
    const command = { type: 'LapseApproval', data: { lapse } } as const;
    const done = await execute({ store, decider: approvalDecider, id, command, meta });
    if (isRefusal(done)) throw new Error(done.problems[0].code);
  }
  return rows.length;
};

export const approvalChores: readonly Chore[] = [
  {
    name: 'ending approvals',
    run: async (services) => await lapseApprovals(services, await readDatabaseTime(services.pool)),
  },
];
