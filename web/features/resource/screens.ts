import { Server } from 'lucide-react';
import { isPortalAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const resourceScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).resourceViews,
  routes: [
    {
      path: '/resources',
      titleKey: 'shell.nav-resources',
      who: isPortalAdmin,
      side: { group: 'portal', icon: Server },
    },
    { path: '/resource/edit-resource', titleKey: 'shell.nav-resources', who: isPortalAdmin },
  ],
};
