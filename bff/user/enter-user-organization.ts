import { isSuspended } from '#domain/organization/organization.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { enterOrganization } from '../organization/shared/enter-organization.ts';

/**
 * Checks that a person may come into an organization. A deactivated one may get people; they sign in when it is activated.
 *
 * @returns the guard to append the event with, and whether the organization is deactivated.
 * @throws RefusedError `user.organization-unknown` for the field `organizationId`.
 */
export const enterUserOrganization = async (
  services: Pick<Services, 'store'>,
  organizationId: number,
): Promise<Readonly<{ guards: readonly UsedGuard[]; isClosed: boolean }>> => {
  let isClosed = false;
  const guards = await enterOrganization(
    services,
    organizationId,
    () => invalidField('organizationId', 'user.organization-unknown'),
    (organization) => {
      isClosed = isSuspended(organization);
    },
  );
  return { guards, isClosed };
};
