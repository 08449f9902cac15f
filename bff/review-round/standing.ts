import { RefusedError, refuse } from '#domain/core/problem.ts';
import { mostReviewLines } from '#domain/review-round/limits.ts';
import type { ReviewLine } from '#domain/review-round/review-round.ts';
import { tablesInForce } from '#projections/review-lines-in-force.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Services } from '../http/services.ts';

type Row = Omit<ReviewLine, 'line' | 'givenAt' | 'lastUsed'> & Readonly<{ givenAt: Date; lastUsed: Date | null }>;

/** The last call with any credentials of the keys that `keys` selects. */
const lastUse = (keys: string): string =>
  `(select max(use.last_used_at) from credential_uses use where use.consumer_id in (${keys}))`;

/**
 * All that can be reviewed. A copy of a key at a second deployment is the same key to people, and what is called with the copy is a use
 * of the key. Everybody is a company user, so that role says nothing.
 */
const standingSql = `
  select * from (
    select 'api-access' as kind, g.organization_id as "organizationId", g.id as "thingId", a.name, '' as nickname, null as role,
      g.api_id as "apiId", null::integer as "eventCategoryId", null as environment, g.granted_at as "givenAt",
      ${lastUse('select c.id from consumers c where c.api_id = g.api_id and c.organization_id = g.organization_id')} as "lastUsed"
    from access_grants g join apis a on a.id = g.api_id where g.revoked_at is null
    union all
    select 'event-access', g.organization_id, g.id, e.name, '', null, null, g.event_category_id, null, g.granted_at, null
    from access_grants g join event_categories e on e.id = g.event_category_id where g.revoked_at is null
    union all
    select 'key', c.organization_id, c.id, a.name, c.nickname, null, c.api_id, null, d.environment, c.created_at,
      ${lastUse('select c.id union all select copy.copy_id from key_copies copy where copy.original_id = c.id')}
    from consumers c join apis a on a.id = c.api_id join deployments d on d.id = c.deployment_id
    where c.applied is not null and c.state <> 'removing' and not exists (
      select from key_copies copy join consumers original on original.id = copy.original_id
      where copy.copy_id = c.id and original.state <> 'removing')
    union all
    select 'role', u.organization_id, u.id, '', '', given.role, null, null, null,
      coalesce((select max(r.changed_at) from role_changes r
        where r.user_id = u.id and given.role = any(r.to_roles) and not given.role = any(r.from_roles)), u.created_at),
      u.last_sign_in
    from users u cross join unnest(u.roles) as given (role) where u.deleted_at is null and given.role <> 'ROLE_COMPANY_USER'
  ) as standing where $1::integer is null or "organizationId" = $1
  order by kind, "organizationId", name, nickname, "thingId", role limit $2`;

/**
 * Returns all lines that stand now, of one organization or of all. Waits until the read tables show every event that is committed.
 *
 * @throws RefusedError 503 when they are too far behind, 409 when one round could not have so many lines.
 */
export const standingLines = async (
  { pool, store }: Services,
  organizationId: number | null,
): Promise<ReviewLine[]> => {
  const tables = [...tablesInForce, 'deployments', 'role_changes'] as const;
  if (!(await waitForPosition(pool, await store.newest(), undefined, tables)))
    throw new RefusedError(refuse('unavailable', { code: 'portal.unavailable' }));
  const { rows } = await pool.query<Row>(standingSql, [organizationId, mostReviewLines + 1]);
  if (rows.length > mostReviewLines)
    throw new RefusedError(
      refuse('conflict', { code: 'review-round.too-large', parameters: { most: mostReviewLines } }),
    );
  return rows.map(({ givenAt, lastUsed, ...row }, index) => ({
    line: index + 1,
    ...row,
    givenAt: givenAt.toISOString(),
    lastUsed: lastUsed?.toISOString() ?? null,
  }));
};
