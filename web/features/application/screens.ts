import { Layers } from 'lucide-react';
import { anyUser, hasApplications, isAdmin, isPortalAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const applicationScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).applicationViews,
  routes: [
    {
      path: '/my/applications',
      titleKey: 'shell.nav-applications',
      who: anyUser,
      top: { icon: Layers, who: hasApplications },
      side: { group: 'api', icon: Layers, who: isAdmin },
    },
    {
      path: '/applications',
      titleKey: 'shell.nav-all-applications',
      who: isAdmin,
      side: { group: 'portal', icon: Layers, who: isPortalAdmin },
    },
    { path: '/application/edit-application', titleKey: 'shell.nav-applications', who: anyUser },
  ],
};
