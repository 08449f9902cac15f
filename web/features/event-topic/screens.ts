import { Split } from 'lucide-react';
import { isPortalAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { dockView } from './dock-view.ts';

export const eventTopicScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).eventTopicViews,
  routes: [
    {
      path: '/events/topics',
      titleKey: 'shell.nav-event-topics',
      who: isPortalAdmin,
      side: { group: 'events', icon: Split },
    },
  ],
  docks: {
    [dockView]: { who: isPortalAdmin },
  },
};
