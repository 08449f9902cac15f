import { Layers } from 'lucide-react';
import { lazy } from 'react';
import { anyUser, hasApplications, isAdmin, isPortalAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { dockView } from './dock-view.ts';

export const applicationScreens: FeatureScreens = {
  routes: [
    {
      path: '/my/applications',
      screen: lazy(() => import('./application-list.tsx').then((module) => ({ default: module.MyApplications }))),
      titleKey: 'applications.my-title',
      who: anyUser,
      top: { label: 'shell.nav-applications', icon: Layers, who: hasApplications },
      side: { group: 'api', label: 'shell.nav-applications', icon: Layers, who: isAdmin },
    },
    {
      path: '/applications',
      screen: lazy(() => import('./application-list.tsx').then((module) => ({ default: module.AllApplications }))),
      titleKey: 'applications.title',
      who: isAdmin,
      side: { group: 'portal', label: 'shell.nav-all-applications', icon: Layers, who: isPortalAdmin },
    },
    {
      path: '/application/edit-application',
      screen: lazy(() => import('./edit-application.tsx').then((module) => ({ default: module.EditApplication }))),
      titleKey: 'applications.form-title',
      who: anyUser,
    },
  ],
  dockViews: {
    [dockView]: {
      view: lazy(() => import('./application-panel.tsx').then((module) => ({ default: module.ApplicationPanel }))),
    },
  },
};
