import type { Pool } from '#platform/database.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { within } from '../runner/limit.ts';

/**
 * Waits until the read tables show everything up to a position, as long as a busy machine needs: a transaction anywhere in the
 * cluster delays them.
 *
 * @throws Error when they never do.
 */
export const untilShown = (pool: Pool, position: unknown): Promise<true> =>
  within(750, async () => {
    if (!(await waitForPosition(pool, String(position), 2_000)))
      throw new Error(`the read tables do not show ${position} yet`);
    return true as const;
  });
