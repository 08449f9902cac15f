import type { UserDetail } from '#domain/user/schema.ts';
import { type NavEntry, type NavGroup, navGroups } from '../../components/layout/screen.ts';
import { routes } from '../routes/routes.tsx';

export type NavItem = NavEntry & { path: string };

/** Returns the user's entries of the top menu. */
export const topMenu = (user: UserDetail): NavItem[] =>
  routes.flatMap(({ path, who, top }) => (top?.who(user) && (who === 'anyone' || who(user)) ? [{ ...top, path }] : []));

/** The order of Portal Management, whose screens are in the folders of their nouns. Other screens follow. */
const portalOrder = [
  '/organizations',
  '/business-areas',
  '/resources',
  '/applications',
  '/users',
  '/pending-requests',
  '/delete-organization-requests',
  '/role-change-list',
  '/api-access-control',
  '/settings',
];

const placeOf = ({ path }: NavItem): number =>
  portalOrder.includes(path) ? portalOrder.indexOf(path) : portalOrder.length;

/** Returns the user's groups of the side menu without the empty ones. Most users have none. */
export const sideMenu = (user: UserDetail): { group: NavGroup; items: NavItem[] }[] =>
  (Object.keys(navGroups) as NavGroup[])
    .map((group) => ({
      group,
      items: routes
        .flatMap(({ path, who, side }) =>
          side?.group === group && side.who(user) && (who === 'anyone' || who(user)) ? [{ ...side, path }] : [],
        )
        .toSorted((one, other) => placeOf(one) - placeOf(other)),
    }))
    .filter(({ items }) => items.length > 0);
