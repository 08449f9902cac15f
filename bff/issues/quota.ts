import { RefusedError, refuse } from '#domain/core/problem.ts';
import { issuesADay } from '#domain/issue/schema.ts';
import type { Services } from '../services.ts';

/**
 * Counts one more issue of a person on this day (UTC), in one statement, so that many at once are no way around it.
 *
 * @throws RefusedError `issue.too-many` (429) when the day's issues are used up.
 */
export const takeIssue = async ({ pool, now }: Pick<Services, 'pool' | 'now'>, userId: number): Promise<void> => {
  const { rowCount } = await pool.query(
    `insert into issue_quotas as quota (user_id, day, reported) values ($1, $2, 1)
     on conflict (user_id) do update
       set day = excluded.day, reported = case when quota.day = excluded.day then quota.reported + 1 else 1 end
       where quota.day <> excluded.day or quota.reported < $3`,
    [userId, now().toISOString().slice(0, 10), issuesADay],
  );
  if (rowCount === 0)
    throw new RefusedError(refuse('busy', { code: 'issue.too-many', parameters: { maximum: issuesADay } }));
};
