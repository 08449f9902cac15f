import { type Role, roles } from '#domain/core/role.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import type { Who } from '../../api/roles.ts';

/**
 * Returns the roles that would open a screen to a refused user. It calls the screen's own `who`, so that the result
 * can't be wrong.
 */
export const whoMay = (who: Who, user: UserDetail): { roles: readonly Role[]; maintainers: boolean } => {
  const nobody: UserDetail = { ...user, roles: [], ownerApps: [] };
  return {
    roles: roles.filter((role) => who({ ...nobody, roles: [role] })),
    maintainers: who({ ...nobody, ownerApps: [{ id: 1, name: '', maintainersDecide: true }] }),
  };
};
