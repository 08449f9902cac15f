import { Split } from 'lucide-react';
import { isAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { dockView } from './shared/dock-view.ts';

/** Gateway administrators read what is on gateways, portal administrators what is at Kafka. */
export const differenceScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).differenceViews,
  routes: [
    {
      path: '/kong/drift',
      titleKey: 'shell.nav-kong-drift',
      who: isAdmin,
      side: { group: 'kong', icon: Split },
    },
  ],
  docks: { [dockView]: { who: isAdmin } },
};
