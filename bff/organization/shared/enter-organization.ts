import { organizationDecider } from '#domain/organization/decider.ts';
import { isGoing, type Organization } from '#domain/organization/organization.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enter } from '#eventstore/guards.ts';
import type { Services } from '../../http/services.ts';

/**
 * Checks that something may come into an organization.
 *
 * @param refusalOf returns the refusal for an organization that does not exist, or whose deletion was approved.
 * @param check     checks an organization further.
 * @returns the guard to append the event with that puts something into it.
 * @throws the refusal.
 */
export const enterOrganization = async (
  services: Pick<Services, 'store'>,
  organizationId: number,
  refusalOf: () => Error,
  check: (organization: Organization) => void = () => undefined,
): Promise<readonly UsedGuard[]> => {
  // The stream, not the read table: somebody may have closed it a moment ago.
  const { state, guards } = await enter(services, organizationDecider, organizationId);
  if (state.status === 'none' || isGoing(state)) throw refusalOf();
  check(state);
  return guards;
};
