import { UserCog, Users } from 'lucide-react';
import { lazy } from 'react';
import { isAdmin, isCompanyAdmin, isPortalAdmin, type Who, withRole } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { dockView, memberView } from './dock-view.ts';

/** Auditors of partners have no portal-wide record. */
const mayReadRoleChanges: Who = (user) =>
  isPortalAdmin(user) || (withRole('ROLE_AUDITOR')(user) && !user.organizationExternal);

export const peopleScreens: FeatureScreens = {
  routes: [
    {
      path: '/users',
      screen: lazy(() => import('./user-list.tsx').then((module) => ({ default: module.UserList }))),
      titleKey: 'shell.nav-users',
      who: isPortalAdmin,
      side: { group: 'portal', label: 'shell.nav-users', icon: Users, who: isPortalAdmin },
    },
    {
      path: '/user/edit-user',
      screen: lazy(() => import('./edit-user.tsx').then((module) => ({ default: module.EditUser }))),
      titleKey: 'shell.nav-users',
      who: isPortalAdmin,
    },
    {
      path: '/user/modify-user',
      screen: lazy(() => import('./edit-user.tsx').then((module) => ({ default: module.ModifyUser }))),
      titleKey: 'shell.nav-users',
      who: isPortalAdmin,
    },
    {
      path: '/role-change-list',
      screen: lazy(() => import('./role-change-list.tsx').then((module) => ({ default: module.RoleChangeList }))),
      titleKey: 'shell.nav-role-change',
      who: mayReadRoleChanges,
      side: { group: 'portal', label: 'shell.nav-role-change', icon: UserCog, who: mayReadRoleChanges },
    },
    {
      path: '/my/team',
      screen: lazy(() => import('./my-team.tsx').then((module) => ({ default: module.MyTeam }))),
      titleKey: 'shell.nav-my-team',
      who: isCompanyAdmin,
      top: {
        label: 'shell.nav-my-team',
        icon: Users,
        who: (user) => isCompanyAdmin(user) && !isAdmin(user),
      },
    },
  ],
  dockViews: {
    [dockView]: {
      view: lazy(() => import('./user-panel.tsx').then((module) => ({ default: module.UserPanel }))),
      who: withRole('ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN'),
    },
    [memberView]: {
      view: lazy(() => import('./member-panel.tsx').then((module) => ({ default: module.MemberPanel }))),
      who: isCompanyAdmin,
    },
  },
};
