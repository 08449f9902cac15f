import type { Database } from '#platform/database.ts';

/** Returns what is deployed to a gateway or has its calls counted in a Redis, one line for each deployment: its number, its name, its environment and its API. */
export const deploymentsOn = async (pool: Database, resourceId: number): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', d.id, d.name, d.environment, a.name) as line from deployments d left join apis a on a.id = d.api_id
     where d.gateway_id = $1 or (d.config->'redis'->>'resourceId')::int = $1 or (d.applied->'redis'->>'resourceId')::int = $1 order by d.id`,
    [resourceId],
  );
  return rows.map(({ line }) => line);
};
