import type { AccountBody } from '#domain/user/manage-form.ts';
import { flagsOf, type RoleFlags, roleFlagNames } from '#domain/user/roles.ts';
import type { User } from '#domain/user/user.ts';
import type { Form } from '../http/older-form.ts';

type Sent = Readonly<{ basedOn?: number | undefined; firstname?: unknown; organizationId?: unknown }> &
  Pick<AccountBody, 'roles' | keyof RoleFlags>;

/** Returns the form of a person: the details, as far as the body has them, and the check boxes of roles that it has. */
export const userForm = (body: Sent): Form<User> => ({
  basedOn: body.basedOn,
  shows: (state) => {
    if (state.status === 'none') return {};
    const { profile, email, organizationId, roles } = state;
    const flags = flagsOf(roles);
    const boxes = roleFlagNames.filter((flag) => body.roles !== undefined || body[flag] !== undefined);
    return {
      ...(body.firstname === undefined ? {} : { firstname: profile.firstname, lastname: profile.lastname, email }),
      ...(body.organizationId === undefined ? {} : { organizationId }),
      ...Object.fromEntries(boxes.map((flag) => [flag, flags[flag]])),
    };
  },
});
