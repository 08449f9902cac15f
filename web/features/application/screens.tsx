import { Layers } from 'lucide-react';
import { lazy } from 'react';
import { anyUser, hasApplications, isAdmin, isPortalAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const applicationScreens: FeatureScreens = {
  routes: [
    {
      path: '/my/applications',
      screen: lazy(() => import('./application-list.tsx').then((module) => ({ default: module.MyApplications }))),
      titleKey: 'shell.nav-applications',
      who: anyUser,
      top: { label: 'shell.nav-applications', icon: Layers, who: hasApplications },
      side: { group: 'api', label: 'shell.nav-applications', icon: Layers, who: isAdmin },
    },
    {
      path: '/applications',
      screen: lazy(() => import('./application-list.tsx').then((module) => ({ default: module.AllApplications }))),
      titleKey: 'shell.nav-all-applications',
      who: isAdmin,
      side: { group: 'portal', label: 'shell.nav-all-applications', icon: Layers, who: isPortalAdmin },
    },
    {
      path: '/application/edit-application',
      screen: lazy(() => import('./edit-application.tsx').then((module) => ({ default: module.EditApplication }))),
      titleKey: 'shell.nav-applications',
      who: anyUser,
    },
  ],
  // The view is in web/app/routes/dock-views.tsx: it has a part of another feature.
  dockViews: {},
};
