import type { Pool } from '#platform/database.ts';

/**
 * Adds the stored calls to the sums from which charts are drawn (migration 425). Several processes may do it at once.
 *
 * @param signal ends it between two transactions.
 * @param most   calls that are added in one transaction.
 */
export const foldRequests = async (pool: Pool, signal?: AbortSignal, most = 20_000): Promise<void> => {
  const settled = await pool.query<{ until: string }>('select settled_gateway_requests()::text as until');
  const until = settled.rows[0]?.until;
  for (let isMore = true; isMore && !signal?.aborted; ) {
    const { rows } = await pool.query<{ more: boolean }>('select fold_gateway_requests($1, $2) as more', [until, most]);
    isMore = rows[0]?.more === true;
  }
};
