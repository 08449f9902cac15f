import { streamOf } from '#domain/core/id.ts';
import { approvalSteps, isBegun } from '#domain/registration/approval-steps.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import type { RegistrationEvent } from '#domain/registration/registration.ts';
import type { ApproveRegistrationBody } from '#domain/registration/schema.ts';
import type { Position, UsedGuard } from '#eventstore/event-store.ts';
import { loadState } from '#eventstore/load.ts';
import { takeFollowing } from '#eventstore/take-following.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { enterOrganization } from '../organization/shared/enter-organization.ts';
import { checkPlace } from '../user/check-place.ts';
import { claimAddress } from './claim-address.ts';

/**
 * @throws RefusedError at the field: nobody joins an organization that may not sign in, or that is no more, or with an
 * address that does not belong there.
 */
const checkOrganization = (services: Services, organizationId: number, email: string): Promise<readonly UsedGuard[]> =>
  enterOrganization(
    services,
    organizationId,
    () => invalidField('organizationId', 'registration.organization-gone'),
    (state) => {
      if (state.status === 'deactivated') throw invalidField('organizationId', 'registration.organization-deactivated');
      if (state.status !== 'none') checkPlace(services, email, state.details);
    },
  );

/**
 * Checks a request that waits against other users and requests. A decided one is left to the rules, which say who decided.
 *
 * @returns the guards of the organization and of the address, to begin the approval with.
 * @throws RefusedError at the field: an organization that nobody joins, or an address that somebody else has.
 */
export const checkApproval = async (
  services: Services,
  { accessRequestId, organizationId, email }: ApproveRegistrationBody,
): Promise<readonly UsedGuard[]> => {
  const { store, pool } = services;
  const request = await loadState(store, registrationDecider, accessRequestId);
  if (request.status !== 'waiting') return [];
  const open = await checkOrganization(services, organizationId, email);
  return [...open, ...(await claimAddress({ store, pool }, email, request.userId))];
};

/**
 * Finishes an approval that has begun: makes the user and waits until sign-in finds them.
 *
 * @returns the position after the last event.
 */
export const finishApproval = async ({ store, pool, now }: Services, registrationId: number): Promise<Position> => {
  const events = await store.read<RegistrationEvent>(streamOf('registration', registrationId));
  const begun = events.find(isBegun);
  if (!begun) throw new Error(`the approval of request ${registrationId} has not begun`);
  const position = await takeFollowing(store, begun, approvalSteps(begun), now());
  await waitForPosition(pool, position, undefined, ['users']);
  return position;
};
