import { createHash } from 'node:crypto';
import type { Guard } from '#eventstore/event-store.ts';
import { readGuards } from '../http/guards.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';

/** So many groups that two new people rarely share a guard. The group does not tell the address. */
const addressGroups = 1024;
const addressGuard = (emailLower: string): string =>
  `address-${createHash('sha256').update(emailLower).digest().readUInt32BE() % addressGroups}`;

/**
 * Makes sure that no user and no other open request has an address. A request is open until its user is there.
 *
 * @param registrationId the request that may have it.
 * @returns the guard to append the event with that gives the request this address.
 * @throws RefusedError `registration.email-taken` for the field `email`; 503 when the read tables are too far behind.
 */
export const claimAddress = async (
  services: Pick<Services, 'store' | 'pool'>,
  email: string,
  registrationId?: number,
): Promise<readonly Guard[]> => {
  const emailLower = email.toLowerCase();
  const guards = await readGuards(services, [addressGuard(emailLower)], ['users', 'registrations']);
  const { rowCount } = await services.pool.query(
    `select from users where email_lower = $1
     union all
     select from registrations r where r.email_lower = $1 and r.id is distinct from $2 and r.status <> 'DENIED'
       and not exists (select from users u where u.id = r.user_id)
     limit 1`,
    [emailLower, registrationId ?? null],
  );
  if (rowCount) throw invalidField('email', 'registration.email-taken');
  return guards;
};
