import { may } from '#domain/core/authorization.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { RoleInput } from '#domain/user/manage-form.ts';
import { administratorsAmong, roleFlagNames, roleOfFlag } from '#domain/user/roles.ts';
import { loadState } from '#eventstore/load.ts';
import type { Received } from '../http/route.ts';

type Form = RoleInput & Readonly<{ id: number; organizationId?: number | undefined }>;

/**
 * Returns whether a form gives a person an administrator's role that they do not have. Asks the log, because the read tables may
 * still show a role that was taken. Who administers a company and moves gets the role in another company.
 *
 * False for a person whom the actor may not manage, so that a sign-in that is not fresh does not tell what they are: the command
 * then says that there is no such person.
 */
export const givesAdministrator = async (
  { services, actor }: Pick<Received, 'services' | 'actor'>,
  { id, organizationId, roles, ...flags }: Form,
): Promise<boolean> => {
  const asked = administratorsAmong(
    roles ?? roleFlagNames.filter((flag) => flags[flag]).map((flag) => roleOfFlag[flag]),
  );
  if (asked.length === 0) return false;
  const user = await loadState(services.store, userDecider, id);
  const isOwn = user.status !== 'none' && user.status !== 'deleted' && user.organizationId === actor.organizationId;
  if (id !== 0 && !isOwn && !may(actor, 'user.administer')) return false;
  if (user.status === 'none') return true;
  const moves = organizationId !== undefined && organizationId !== user.organizationId;
  return asked.some((role) => !user.roles.includes(role) || (moves && role === 'ROLE_COMPANY_ADMIN'));
};
