import { Gauge } from 'lucide-react';
import { isAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const overviewScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).overviewViews,
  routes: [
    { path: '/overview', titleKey: 'shell.nav-overview', who: isAdmin, side: { group: 'reports', icon: Gauge } },
  ],
};
