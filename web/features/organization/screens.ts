import { Building2 } from 'lucide-react';
import { lazy } from 'react';
import { isPortalAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { accessView, companyView, dockView } from './dock-view.ts';

const waiting = lazy(() => import('./waiting-count.tsx').then((module) => ({ default: module.WaitingCount })));

export const organizationScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).organizationViews,
  routes: [
    {
      path: '/organizations',
      titleKey: 'shell.nav-organizations',
      who: isPortalAdmin,
      side: { group: 'portal', icon: Building2 },
    },
    { path: '/organization/edit-organization', titleKey: 'shell.nav-organizations', who: isPortalAdmin },
    { path: '/organization/edit-company', titleKey: 'shell.nav-organizations', who: isPortalAdmin },
    {
      path: '/delete-organization-requests',
      titleKey: 'shell.nav-deletion-requests',
      who: isPortalAdmin,
      side: { group: 'portal', icon: Building2, count: waiting },
    },
  ],
  docks: {
    [dockView]: { who: isPortalAdmin },
    [companyView]: { who: isPortalAdmin },
    [accessView]: { who: isPortalAdmin },
  },
};
