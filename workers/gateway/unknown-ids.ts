import type { WorkerServices } from '../engine/worker-services.ts';

/** Returns the ids that a read table does not know. The log decides about them. */
export const unknownIds = async (
  { pool }: WorkerServices,
  table: 'deployments' | 'consumers',
  ids: readonly number[],
): Promise<number[]> => {
  const { rows } = await pool.query<{ id: number }>(
    `select id from unnest($1::int[]) as held(id) where not exists (select from ${table} where ${table}.id = held.id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
};
