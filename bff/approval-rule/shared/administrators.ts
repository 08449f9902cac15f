import { fourEyesDays } from '#domain/organization/four-eyes.ts';
import type { Services } from '../../http/services.ts';

const canWork = `u.active and u.issuer is not null and o.status = 'active' and u.roles @> '{ROLE_PORTAL_ADMIN}'`;

/**
 * Returns whether there is another portal administrator who can sign in, and whether there was one in the last 7 days. Tables that are
 * behind make nobody alone.
 */
export const otherAdministrators = async (
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  userId: number,
): Promise<Readonly<{ otherAdministrator: boolean; formerAdministrator: boolean }>> => {
  const since = new Date(now().getTime() - fourEyesDays * 24 * 3_600_000);
  const { rows } = await pool.query<{ is: boolean; was: boolean }>(
    `select
       exists (select from users u join organizations o on o.id = u.organization_id where u.id <> $1 and ${canWork}) as is,
       exists (select from access_spans where noun = 'user' and kind = 'in-force' and user_id <> $1
         and detail->'roles' ? 'ROLE_PORTAL_ADMIN' and (until is null or until > $2)) as was`,
    [userId, since],
  );
  return { otherAdministrator: rows[0]?.is === true, formerAdministrator: rows[0]?.was === true };
};

/** Returns whether somebody was a portal administrator who could work within the last 7 days. */
export const wasAdministratorLately = async (
  { pool, now }: Pick<Services, 'pool' | 'now'>,
  userId: number,
): Promise<boolean> => {
  const since = new Date(now().getTime() - fourEyesDays * 24 * 3_600_000);
  const { rowCount } = await pool.query(
    `select from access_spans where noun = 'user' and kind = 'in-force' and user_id = $1
       and detail->'roles' ? 'ROLE_PORTAL_ADMIN' and (until is null or until > $2) limit 1`,
    [userId, since],
  );
  return rowCount === 1;
};
