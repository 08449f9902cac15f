import { Compass } from 'lucide-react';
import { isPortalAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { dockView } from './dock-view.ts';

export const businessAreaScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).businessAreaViews,
  routes: [
    {
      path: '/business-areas',
      titleKey: 'shell.nav-business-areas',
      who: isPortalAdmin,
      side: { group: 'portal', icon: Compass },
    },
  ],
  docks: {
    [dockView]: { who: isPortalAdmin },
  },
};
