import type { Resource } from '#domain/core/operation-kind.ts';
import { isLasting } from '#domain/operation-kinds/operation-kinds.ts';
import type { Database } from '#platform/database.ts';
import type { OperationJob, Subject } from './job.ts';

type ParkedJob = OperationJob & Readonly<{ about: Subject }>;

/** Seconds after which a released job does not count any more: its worker died, or is busy. */
const patience = 30;

/**
 * Adds an operation to those that wait for a resource. `requestedAt` is its age.
 *
 * @returns false when the resource is back, and the operation may continue.
 */
export const enter = async (
  database: Database,
  resource: Resource,
  job: ParkedJob,
  requestedAt: string,
): Promise<boolean> => {
  // The share lock orders this statement and the one that marks the resource as back: that one waits for this row, or
  // this one sees its result.
  const { rowCount } = await database.query(
    `with away as (select resource from gateway_outages where resource = $2 for share)
     insert into waiting_operations (operation_id, resource, job, removal, requested_at)
     select $1, resource, $3, $4, $5 from away
     on conflict (operation_id) do update
     set resource = excluded.resource, job = excluded.job, released_at = null`,
    [job.operationId, resource, job, isLasting(job.about.kind), requestedAt],
  );
  return rowCount === 1;
};

/** Removes an operation from those that wait. */
export const leave = async (database: Database, operationId: string): Promise<void> => {
  await database.query('delete from waiting_operations where operation_id = $1', [operationId]);
};

/** Returns the resources that are away, or that operations still wait for. */
export const resourcesToWatch = async (database: Database): Promise<Resource[]> => {
  const { rows } = await database.query<{ resource: Resource }>(
    'select resource from gateway_outages union select resource from waiting_operations',
  );
  return rows.map(({ resource }) => resource);
};

/** Returns the released jobs whose attempts have not ended. */
export const released = async (database: Database, resource: Resource): Promise<OperationJob[]> => {
  const { rows } = await database.query<{ job: OperationJob }>(
    'select job from waiting_operations where resource = $1 and released_at is not null order by released_at',
    [resource],
  );
  return rows.map(({ job }) => job);
};

/**
 * Releases the next jobs: first removals by age, then the others by age. Never more than `atOnce` run at a time. One
 * process at a time calls it.
 *
 * @returns also how many jobs still wait or run.
 */
export const release = async (
  database: Database,
  resource: Resource,
  atOnce: number,
): Promise<{ jobs: OperationJob[]; left: number }> => {
  const { rows } = await database.query<{ job: OperationJob }>(
    `with room as (
       select operation_id, removal, requested_at, released_at,
              coalesce(released_at > clock_timestamp() - make_interval(secs => $3), false) as under_way
       from waiting_operations where resource = $1
     ), next as (
       select operation_id from room
       where released_at is null
         and (removal or not exists (select from room where removal and (released_at is null or under_way)))
       order by removal desc, requested_at, operation_id
       limit greatest(0, $2 - (select count(*) from room where under_way))
     ), gone as (
       update waiting_operations set released_at = clock_timestamp()
       where operation_id in (select operation_id from next)
       returning job, removal, requested_at, operation_id
     )
     select job from gone order by removal desc, requested_at, operation_id`,
    [resource, atOnce, patience],
  );
  const { rows: counted } = await database.query<{ left: number }>(
    `select count(*)::int as left from waiting_operations
     where resource = $1 and (released_at is null or released_at > clock_timestamp() - make_interval(secs => $2))`,
    [resource, patience],
  );
  return { jobs: rows.map(({ job }) => job), left: counted[0]?.left ?? 0 };
};
