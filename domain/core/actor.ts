import type { EventActor } from './event.ts';
import type { Role } from './role.ts';

/** The signed-in user as rules see them. Loaded anew for every HTTP request (requirement A8). */
export type Actor = Readonly<{
  userId: number;
  organizationId: number;
  /** External unless the organization's flag is explicitly false. */
  organizationExternal: boolean;
  roles: readonly Role[];
  /** Ids of the applications that the user maintains. */
  ownerApps: readonly number[];
  /** Those of them whose maintainers decide about access to their APIs. Absent: none. */
  decidingApps?: readonly number[];
}>;

/** The portal itself: the actor of workers' outcomes and of the demo's data. */
export const portal: Actor = {
  userId: 0,
  organizationId: 0,
  organizationExternal: false,
  roles: ['ROLE_PORTAL_ADMIN'],
  ownerApps: [],
};

/** Somebody who is not signed in. */
export const stranger: Actor = {
  userId: 0,
  organizationId: 0,
  organizationExternal: true,
  roles: [],
  ownerApps: [],
};

/** The portal as the actor of an event. */
export const byPortal: EventActor = {
  userId: portal.userId,
  organizationId: portal.organizationId,
  roles: portal.roles,
};

export const hasRole = (actor: Actor, ...wanted: readonly Role[]): boolean =>
  wanted.some((role) => actor.roles.includes(role));
