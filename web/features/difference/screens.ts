import { Split } from 'lucide-react';
import { isGatewayAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { dockView } from './shared/dock-view.ts';

export const differenceScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).differenceViews,
  routes: [
    {
      path: '/kong/drift',
      titleKey: 'shell.nav-kong-drift',
      who: isGatewayAdmin,
      side: { group: 'kong', icon: Split },
    },
  ],
  docks: { [dockView]: { who: isGatewayAdmin } },
};
