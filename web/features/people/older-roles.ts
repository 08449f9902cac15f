import type { TFunction } from 'i18next';
import { type RoleFlags, roleFlagNames, roleOfFlag } from '#domain/user/roles.ts';
import type { OlderFields } from '../../components/form/older-fields.ts';
import { roleWords } from '../user/shared/role-words.ts';

/** Returns the check boxes of roles, for the dialog about an older form. */
export const roleFieldsOf = (t: TFunction, change: (next: (flags: RoleFlags) => RoleFlags) => void): OlderFields =>
  Object.fromEntries(
    roleFlagNames.map((name) => [
      name,
      {
        label: t(roleWords[roleOfFlag[name]]),
        put: (value) => change((flags) => ({ ...flags, [name]: value === true })),
      },
    ]),
  );
