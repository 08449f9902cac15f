import type { Resource } from '#domain/core/operation-kind.ts';
import type { Problem } from '#domain/core/problem.ts';
import type { Database } from '#platform/database.ts';
import { ResourceAwayError } from './run.ts';
import type { WorkerServices } from './worker-services.ts';

export const isAway = async (database: Database, resource: Resource): Promise<boolean> => {
  const { rowCount } = await database.query('select from gateway_outages where resource = $1', [resource]);
  return rowCount === 1;
};

/** Records for all processes that a resource is away. Operations that need it then wait. */
export const markAway = async (database: Database, resource: Resource): Promise<void> => {
  await database.query('insert into gateway_outages (resource) values ($1) on conflict do nothing', [resource]);
};

export const markBack = async (database: Database, resource: Resource): Promise<void> => {
  await database.query('delete from gateway_outages where resource = $1', [resource]);
};

/** @throws ResourceAwayError with this problem when a resource is known to be away. */
export const assertThere = async (database: Database, resource: Resource, problem: Problem): Promise<void> => {
  if (await isAway(database, resource)) throw new ResourceAwayError(resource, problem);
};

/**
 * Runs `work` with a resource.
 *
 * @param problemOf returns the problem of a resource that is away, after an error; undefined when it is there.
 * @throws ResourceAwayError when it is away now, and the errors of `work`.
 */
export const noticeOutage = async <Result>(
  { pool, log }: WorkerServices,
  resource: Resource,
  problemOf: (error: unknown) => Promise<Problem | undefined>,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const seen = await problemOf(error);
    if (!seen) throw error;
    log.warn({ resource, problem: seen.code }, 'a resource is away');
    await markAway(pool, resource);
    throw new ResourceAwayError(resource, seen);
  }
};
