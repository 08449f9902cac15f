import { Users } from 'lucide-react';
import { isAdmin, isCompanyAdmin, isPortalAdmin, readsWholeRecord, withRole } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { dockView, memberView } from './dock-view.ts';

export const peopleScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).peopleViews,
  routes: [
    { path: '/users', titleKey: 'shell.nav-users', who: isPortalAdmin, side: { group: 'portal', icon: Users } },
    { path: '/user/edit-user', titleKey: 'shell.nav-users', who: isPortalAdmin },
    { path: '/user/modify-user', titleKey: 'shell.nav-users', who: isPortalAdmin },
    {
      path: '/role-change-list',
      titleKey: 'shell.nav-role-change',
      who: readsWholeRecord,
      side: { group: 'portal', icon: Users },
    },
    {
      path: '/my/team',
      titleKey: 'shell.nav-my-team',
      who: isCompanyAdmin,
      top: { icon: Users, who: (user) => !isAdmin(user) },
    },
  ],
  docks: {
    [dockView]: { who: withRole('ROLE_PORTAL_ADMIN', 'ROLE_COMPANY_ADMIN') },
    [memberView]: { who: isCompanyAdmin },
  },
};
