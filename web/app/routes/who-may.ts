import { type Role, roles } from '#domain/core/role.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import type { Who } from '../../api/roles.ts';

/** What would open a screen to somebody whom its `who` refuses: asked of the rule itself, so that it can't be wrong. */
export const whoMay = (who: Who, user: UserDetail): { roles: readonly Role[]; maintainers: boolean } => {
  const nobody: UserDetail = { ...user, roles: [], ownerApps: [] };
  return {
    roles: roles.filter((role) => who({ ...nobody, roles: [role] })),
    maintainers: who({ ...nobody, ownerApps: [{ id: 1, name: '' }] }),
  };
};
