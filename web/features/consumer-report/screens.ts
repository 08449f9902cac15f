import { Users } from 'lucide-react';
import { isAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const consumerReportScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).consumerReportViews,
  routes: [
    {
      path: '/kong/consumer-list',
      titleKey: 'shell.nav-consumer-reports',
      who: isAdmin,
      side: { group: 'reports', label: 'shell.nav-consumer-reports', icon: Users, who: isAdmin },
    },
  ],
};
