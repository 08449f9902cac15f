import type { UsedGuard } from '#eventstore/event-store.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { enterOrganization } from '../organization/enter-organization.ts';

/**
 * Checks that a person may come into an organization. A deactivated one may get people; they sign in when it is activated.
 *
 * @returns the guard to append the event with.
 * @throws RefusedError `user.organization-unknown` for the field `organizationId`.
 */
export const enterUserOrganization = (
  services: Pick<Services, 'store'>,
  organizationId: number,
): Promise<readonly UsedGuard[]> =>
  enterOrganization(services, organizationId, () => invalidField('organizationId', 'user.organization-unknown'));
