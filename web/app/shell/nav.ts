import type { UserDetail } from '#domain/user/schema.ts';
import { type NavEntry, type NavGroup, navGroups } from '../../components/layout/screen.ts';
import { routes } from '../routes/routes.tsx';

export type NavItem = NavEntry & { path: string };

/** The top menu's entries for this user. */
export const topMenu = (user: UserDetail): NavItem[] =>
  routes.flatMap(({ path, who, top }) => (top?.who(user) && (who === 'anyone' || who(user)) ? [{ ...top, path }] : []));

/** The side menu's groups for this user; empty ones are left out, and most users have none at all. */
export const sideMenu = (user: UserDetail): { group: NavGroup; items: NavItem[] }[] =>
  (Object.keys(navGroups) as NavGroup[])
    .map((group) => ({
      group,
      items: routes.flatMap(({ path, who, side }) =>
        side?.group === group && side.who(user) && (who === 'anyone' || who(user)) ? [{ ...side, path }] : [],
      ),
    }))
    .filter(({ items }) => items.length > 0);
