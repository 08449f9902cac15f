import type { TFunction } from 'i18next';
import type { Dispatch, SetStateAction } from 'react';
import { type RoleFlags, roleFlagNames, roleOfFlag } from '#domain/user/roles.ts';
import type { OlderFields } from '../../components/form/older-fields.ts';
import { roleWords } from '../user/shared/role-words.ts';

/** Returns the check boxes of roles, for the dialog about an older form. */
export const roleFieldsOf = (t: TFunction, setFlags: Dispatch<SetStateAction<RoleFlags>>): OlderFields =>
  Object.fromEntries(
    roleFlagNames.map((name) => [
      name,
      {
        label: t(roleWords[roleOfFlag[name]]),
        put: (value) => setFlags((flags) => ({ ...flags, [name]: value === true })),
      },
    ]),
  );
