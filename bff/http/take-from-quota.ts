import { RefusedError, refuse } from '#domain/core/problem.ts';
import { callLimits } from './call-limits.ts';
import type { Services } from './services.ts';

/** Columns of `table`: `period` is the start of the count, `used` the count. */
const quotas = {
  issue: { table: 'issue_quotas', period: 'day', used: 'reported', row: 'issue-reports', code: 'issue.too-many' },
  code: { table: 'code_quotas', period: 'hour', used: 'asked', row: 'code-generations', code: 'codegen.too-many' },
} as const;

/**
 * Adds one to a person's count for this day or hour (UTC). One statement, so that simultaneous calls can't exceed the quota.
 *
 * @throws RefusedError the quota's code (429) when the quota is used up (requirement K5).
 */
export const takeFromQuota = async (
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  userId: number,
  name: keyof typeof quotas,
): Promise<void> => {
  const { table, period, used, row, code } = quotas[name];
  const maximum = callLimits[row].calls;
  const begun = new Date(now());
  begun.setUTCHours(period === 'day' ? 0 : begun.getUTCHours(), 0, 0, 0);
  const { rowCount } = await pool.query(
    `insert into ${table} as quota (user_id, ${period}, ${used}) values ($1, $2, 1)
     on conflict (user_id) do update
       set ${period} = excluded.${period},
         ${used} = case when quota.${period} = excluded.${period} then quota.${used} + 1 else 1 end
       where quota.${period} <> excluded.${period} or quota.${used} < $3`,
    [userId, begun.toISOString(), maximum],
  );
  if (rowCount === 0) throw new RefusedError(refuse('busy', { code, parameters: { maximum } }));
};
