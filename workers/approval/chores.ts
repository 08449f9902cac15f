import type { ApprovedChange, Lapse } from '#domain/approval/approval.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import { isOfPerson, isSamePerson, streamOfPerson } from '#domain/approval/same-person.ts';
import { byPortal } from '#domain/core/actor.ts';
import { isRefusal, refuse } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { randomId } from '#platform/uuid.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Services = Pick<WorkerServices, 'store' | 'pool'>;

/**
 * The most requests that one look takes, oldest first. What the log keeps open although the tables let it lapse is looked at again until
 * the tables know.
 */
const most = 1_000;

const hasChanged = async (store: Services['store'], change: ApprovedChange): Promise<boolean> => {
  if (change.kind !== 'deployment') return false;
  const deployment = await loadState(store, deploymentDecider, change.deploymentId);
  return change.basis !== (deployment.status === 'none' ? null : deployment.operationId);
};

/** Requests about people that are read at once. */
const peopleAtOnce = 100;

/** Returns the requests that wait about people who were changed after them. All are looked at: an old one that stays hides no later one. */
const findChangedPeople = async ({ store, pool }: Services): Promise<readonly number[]> => {
  const found: number[] = [];
  for (let after = 0; ; ) {
    const { rows } = await pool.query<{ id: number }>(
      `select id from approvals where state = 'waiting' and user_id is not null and id > $1 order by id limit ${peopleAtOnce}`,
      [after],
    );
    for (const { id } of rows) {
      const approval = await loadState(store, approvalDecider, id);
      if (approval.status !== 'waiting' || !isOfPerson(approval.change)) continue;
      if (!isSamePerson(approval.change, await store.read(streamOfPerson(approval.change)))) found.push(id);
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < peopleAtOnce) return found;
  }
};

/**
 * Lets requests lapse that nobody can approve any more: their time is over, the form that they change has changed, the API is gone, the
 * operation to replay has ended, or the person was changed.
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
         when asked.kind = 'replay' and exists (
           select from operations o where o.id = asked.operation_id and o.state in ('completed', 'superseded', 'cancelling', 'cancelled')) then 'operations-moved'
         when asked.basis is not null and not exists (
           select from deployments d where d.id = asked.deployment_id and d.operation_id = asked.basis) then 'form-changed'
       end as lapse
       from approvals asked where asked.state = 'waiting'
     ) as found where lapse is not null order by id limit ${most}`,
    [now],
  );
  const changed = await findChangedPeople({ store, pool });
  const people = changed.map((id) => ({ id, lapse: 'person-changed' as const }));
  let count = 0;
  for (const { id, lapse } of [...rows, ...people]) {
    // The tables of approvals and of deployments are not of one moment: an approval may have been given and carried out meanwhile.
    const approval = await loadState(store, approvalDecider, id);
    if (approval.status !== 'waiting' || (lapse === 'form-changed' && !(await hasChanged(store, approval.change))))
      continue;
    const meta = { actor: byPortal, commandId: randomId(), correlationId: randomId(), time: now.toISOString() };
    const command = { type: 'LapseApproval', data: { lapse } } as const;
    const done = await execute({
      ...{ store, decider: approvalDecider, id, command, meta },
      authorize: ({ status }) =>
        status === 'waiting' ? undefined : refuse('conflict', { code: 'approval.decided-already' }),
    });
    // Somebody has decided in this moment.
    if (isRefusal(done)) continue;
    count += 1;
  }
  return count;
};

export const approvalChores: readonly Chore[] = [
  {
    name: 'ending approvals',
    run: async (services) => await lapseApprovals(services, await readDatabaseTime(services.pool)),
  },
];
