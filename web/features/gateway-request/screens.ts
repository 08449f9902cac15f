import { ChartNoAxesColumn } from 'lucide-react';
import { anyUser, isAdmin, isCompanyAdmin } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const requestScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).requestViews,
  routes: [
    {
      path: '/kong/requests',
      titleKey: 'requests.title',
      who: anyUser,
      top: {
        label: 'shell.nav-analytics',
        icon: ChartNoAxesColumn,
        who: (user) => isCompanyAdmin(user) && !isAdmin(user),
      },
      side: { group: 'reports', label: 'shell.nav-access-reports', icon: ChartNoAxesColumn, who: isAdmin },
    },
  ],
  docks: {
    call: {},
  },
};
