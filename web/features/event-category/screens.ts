import { Inbox, Workflow } from 'lucide-react';
import { anyUser, isAdmin, isPortalAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';
import { dockView } from './dock-view.ts';

export const eventCategoryScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).eventCategoryViews,
  routes: [
    {
      path: '/wall/event',
      titleKey: 'shell.nav-event-gallery',
      who: anyUser,
      side: { group: 'events', icon: Inbox, who: isAdmin },
    },
    {
      path: '/events/manage',
      titleKey: 'shell.nav-event-management',
      who: isPortalAdmin,
      side: { group: 'events', icon: Workflow },
    },
    { path: '/events/spec/:id', titleKey: 'shell.nav-event-gallery', who: anyUser },
    { path: '/events/editor/:id?', titleKey: 'shell.nav-event-management', who: isPortalAdmin },
  ],
  docks: { [dockView]: {} },
};
