import { codeAnHour } from '#domain/code-generation/schema.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { Services } from '../services.ts';

/**
 * Counts one more generation of a person in this hour (UTC), in one statement, so that many at once are no way around it.
 *
 * @throws RefusedError `codegen.too-many` (429) when the hour's are used up (reliability L4).
 */
export const takeCode = async ({ pool, now }: Pick<Services, 'pool' | 'now'>, userId: number): Promise<void> => {
  const { rowCount } = await pool.query(
    `insert into code_quotas as quota (user_id, hour, asked) values ($1, date_trunc('hour', $2::timestamptz), 1)
     on conflict (user_id) do update
       set hour = excluded.hour, asked = case when quota.hour = excluded.hour then quota.asked + 1 else 1 end
       where quota.hour <> excluded.hour or quota.asked < $3`,
    [userId, now(), codeAnHour],
  );
  if (rowCount === 0)
    throw new RefusedError(refuse('busy', { code: 'codegen.too-many', parameters: { maximum: codeAnHour } }));
};
