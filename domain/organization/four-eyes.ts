import { byPortal } from '../core/actor.ts';
import type { EventMeta } from '../core/event.ts';
import type { UserEvent } from '../user/user.ts';

/** Days in which nobody approves what the person asked for who made them an administrator. */
export const fourEyesDays = 7;

/** Who did something to an account, and when. User 0 is the portal: its operator, or a first sign-in. */
type Given = Readonly<{ by: number; at: string }>;

/**
 * Where an approver comes from.
 *
 * @property account the acts that the person has the account from: it was made, enabled, or given its address or identity.
 * @property role    who gave the role of a portal administrator that the person has now. Null: they have none.
 */
export type Origin = Readonly<{ account: readonly Given[]; role: Given | null }>;

type Recorded = UserEvent & Readonly<{ meta: Pick<EventMeta, 'actor' | 'time'> }>;

const isAdministrator = (roles: readonly string[]): boolean => roles.includes('ROLE_PORTAL_ADMIN');

/** Returns where a person comes from. @param events all events of the person's stream. */
export const originOf = (events: readonly Recorded[]): Origin => {
  const account: Given[] = [];
  let role: Given | null = null;
  let address = '';
  for (const event of events) {
    const given = { by: event.meta.actor.userId, at: event.meta.time };
    switch (event.type) {
      case 'UserRegistered':
        account.push(given);
        address = event.data.email;
        role = isAdministrator(event.data.roles) ? given : null;
        break;
      case 'UserEnabled':
      case 'UserIdentityRelinked':
        account.push(given);
        break;
      case 'UserDetailsChanged':
        // A corrected name gives the account to nobody. Another address may.
        if (event.data.email !== address) account.push(given);
        address = event.data.email;
        break;
      case 'UserRolesChanged':
        // Another role beside it leaves the role where it came from.
        role = isAdministrator(event.data.to) ? (role ?? given) : null;
        break;
      default:
    }
  }
  return { account, role };
};

/**
 * Returns whether two persons count as one pair of eyes: the requester gave the approver the account or the role, directly,
 * within the last 7 days. Otherwise one administrator would make a second one and approve with them.
 *
 * @param now the time of the decision, as ISO 8601.
 */
export const isFromRequester = ({ account, role }: Origin, requestedBy: number, now: string): boolean => {
  // The portal itself is no person.
  if (requestedBy === byPortal.userId) return false;
  const since = Date.parse(now) - fourEyesDays * 24 * 3_600_000;
  return [...account, ...(role ? [role] : [])].some(({ by, at }) => by === requestedBy && Date.parse(at) > since);
};
