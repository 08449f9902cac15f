import type { Guard } from '#eventstore/event-store.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { lookUpAddress } from '../user/register-user.ts';

/**
 * Makes sure that no user and no other open request has an address.
 *
 * @param userId the number that was reserved for the person who may have it.
 * @returns the guard to append the event with that gives the request this address.
 * @throws RefusedError `registration.email-taken` for the field `email`; 503 when the read tables are too far behind.
 */
export const claimAddress = async (
  services: Pick<Services, 'store' | 'pool'>,
  email: string,
  userId?: number,
): Promise<readonly Guard[]> => {
  const { guards, isTaken } = await lookUpAddress(services, email, { userId });
  if (isTaken) throw invalidField('email', 'registration.email-taken');
  return guards;
};
