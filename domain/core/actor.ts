import type { EventActor } from './event.ts';
import type { Role } from './role.ts';

/** The signed-in user as the rules see them, loaded fresh for every request (requirement A8). */
export type Actor = Readonly<{
  userId: number;
  organizationId: number;
  /** External unless the organization's flag is explicitly false. */
  organizationExternal: boolean;
  roles: readonly Role[];
  /** Ids of the applications that the user maintains. */
  ownerApps: readonly number[];
}>;

/** The portal itself: workers' outcomes and the seed. */
export const portal: Actor = {
  userId: 0,
  organizationId: 0,
  organizationExternal: false,
  roles: ['ROLE_PORTAL_ADMIN'],
  ownerApps: [],
};

/** The portal as events name it. */
export const byPortal: EventActor = {
  userId: portal.userId,
  organizationId: portal.organizationId,
  roles: portal.roles,
};

export const hasRole = (actor: Actor, ...wanted: readonly Role[]): boolean =>
  wanted.some((role) => actor.roles.includes(role));
