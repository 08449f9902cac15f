import { Compass } from 'lucide-react';
import { lazy } from 'react';
import { isPortalAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { dockView } from './dock-view.ts';

export const businessAreaScreens: FeatureScreens = {
  routes: [
    {
      path: '/business-areas',
      screen: lazy(() => import('./business-area-list.tsx').then((module) => ({ default: module.BusinessAreaList }))),
      titleKey: 'shell.nav-business-areas',
      who: isPortalAdmin,
      side: { group: 'portal', label: 'shell.nav-business-areas', icon: Compass, who: isPortalAdmin },
    },
  ],
  dockViews: {
    [dockView]: {
      view: lazy(() => import('./business-area-panel.tsx').then((module) => ({ default: module.BusinessAreaPanel }))),
      who: isPortalAdmin,
    },
  },
};
