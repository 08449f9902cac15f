import { userDecider } from '#domain/user/decider.ts';
import type { RoleInput } from '#domain/user/manage-form.ts';
import { administratorsAmong, roleFlagNames, roleOfFlag } from '#domain/user/roles.ts';
import { loadState } from '#eventstore/load.ts';
import type { Received } from '../http/route.ts';

type Form = RoleInput & Readonly<{ id: number; organizationId?: number | undefined }>;

/**
 * Returns whether a form gives a person an administrator's role that they do not have. Asks the log, because the read tables may
 * still show a role that was taken. Who administers a company and moves gets the role in another company.
 */
export const givesAdministrator = async (
  { services }: Pick<Received, 'services'>,
  { id, organizationId, roles, ...flags }: Form,
): Promise<boolean> => {
  const asked = administratorsAmong(
    roles ?? roleFlagNames.filter((flag) => flags[flag]).map((flag) => roleOfFlag[flag]),
  );
  if (asked.length === 0) return false;
  const user = await loadState(services.store, userDecider, id);
  if (user.status === 'none') return true;
  const moves = organizationId !== undefined && organizationId !== user.organizationId;
  return asked.some((role) => !user.roles.includes(role) || (moves && role === 'ROLE_COMPANY_ADMIN'));
};
