import { byPortal } from '#domain/core/actor.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { isRefusal, type Refusal, refuse } from '#domain/core/problem.ts';
import { type Setup, setupDecider, setupId } from '#domain/installation/setup.ts';
import { userDecider } from '#domain/user/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { load, loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Services } from '../http/services.ts';

type Open = Pick<Services, 'store' | 'pool' | 'now'>;

/** Where an event of the portal itself came from. */
export type Origin = Pick<EventMeta, 'correlationId'> & Partial<Pick<EventMeta, 'client'>>;

const adminRole = 'ROLE_PORTAL_ADMIN';

/**
 * Returns whether a portal administrator can act: active, has joined, in an active organization. Undefined while the read
 * tables are behind the log, because administrators are not known then.
 */
export const hasPortalAdministrator = async ({ store, pool }: Open): Promise<boolean | undefined> => {
  if (!(await waitForPosition(pool, await store.newest(), undefined, ['users', 'organizations']))) return undefined;
  const { rowCount } = await pool.query(
    `select from users join organizations on organizations.id = organization_id
     where active and issuer is not null and status = 'active' and $1 = any(roles) limit 1`,
    [adminRole],
  );
  return rowCount === 1;
};

/**
 * Returns the named first administrator if it is the person with this address and there is no administrator yet. Reads one
 * short stream.
 */
export const namedAdministrator = async (services: Open, email: string): Promise<Setup['named'] | Refusal> => {
  const { named } = await loadState(services.store, setupDecider, setupId);
  if (!named || named.email.toLowerCase() !== email.toLowerCase()) return null;
  const hasOne = await hasPortalAdministrator(services);
  if (hasOne === undefined) return refuse('unavailable', { code: 'session.not-ready' });
  return hasOne ? null : named;
};

/**
 * Makes a user the first portal administrator and waits until the read tables show it, so that their first page is an
 * administrator's. Two sign-ins at the same time do it once.
 */
export const appointAdministrator = async (
  { store, pool, now }: Open,
  userId: number,
  origin: Origin,
): Promise<Refusal | undefined> => {
  const naming = await load(store, setupDecider, setupId);
  const commandId = (step: string) => uuidV5(porticoNamespace, `first-administrator/${naming.version}/${step}`);
  const metaOf = (step: string): EventMeta => ({
    ...origin,
    actor: byPortal,
    commandId: commandId(step),
    time: now().toISOString(),
  });
  const user = await loadState(store, userDecider, userId);
  const roles = user.status === 'none' ? [] : user.roles;
  if (!roles.includes(adminRole)) {
    const command = { type: 'ChangeRoles', data: { roles: [...roles, adminRole] } } as const;
    const changed = await execute({ store, decider: userDecider, id: userId, command, meta: metaOf('roles') });
    if (isRefusal(changed)) return changed;
    await waitForPosition(pool, changed.position, undefined, ['users']);
  }
  const command = { type: 'AppointFirstAdministrator', data: { userId } } as const;
  const appointed = await execute({ store, decider: setupDecider, id: setupId, command, meta: metaOf('appointed') });
  return isRefusal(appointed) ? appointed : undefined;
};
