import type { UserDetail } from '#domain/user/schema.ts';
import { type NavEntry, type NavGroup, navGroups } from '../../components/layout/screen.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import { routes } from '../routes/routes.ts';
import type { Screen } from '../routes/screens-of.ts';

export type NavItem = Pick<NavEntry, 'icon' | 'count'> & Pick<Screen, 'path' | 'prepare'> & { label: TextKey };

/** Returns the entry of a screen in a menu, if the user has it there. */
const itemOf = (user: UserDetail, { path, prepare, titleKey, who }: Screen, entry: NavEntry | undefined): NavItem[] =>
  entry && (who === 'anyone' || who(user)) && entry.who?.(user) !== false
    ? [{ label: titleKey, ...entry, path, prepare }]
    : [];

/** Returns the user's entries of the top menu. */
export const topMenu = (user: UserDetail): NavItem[] => routes.flatMap((row) => itemOf(user, row, row.top));

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
        .flatMap((row) => (row.side?.group === group ? itemOf(user, row, row.side) : []))
        .toSorted((one, other) => placeOf(one) - placeOf(other)),
    }))
    .filter(({ items }) => items.length > 0);
