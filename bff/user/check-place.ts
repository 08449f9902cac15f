import { RefusedError, refuse } from '#domain/core/problem.ts';
import { placeProblem } from '#domain/user/address.ts';
import type { Services } from '../http/services.ts';

/**
 * @param field where an address from outside is refused. Default: the organization.
 * @throws RefusedError at the field: an address of the portal's own people in another company, or the reverse.
 */
export const checkPlace = (
  { settings }: Pick<Services, 'settings'>,
  email: string,
  organization: Readonly<{ external: boolean }>,
  field: Parameters<typeof placeProblem>[3] = 'organizationId',
): void => {
  const problem = placeProblem(email, organization, settings.INTERNAL_EMAIL_DOMAINS, field);
  if (problem) throw new RefusedError(refuse('invalid', problem));
};
