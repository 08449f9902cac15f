import { Gauge, Workflow } from 'lucide-react';
import { isSupport } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const operationScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).operationViews,
  routes: [
    {
      path: '/desk',
      titleKey: 'shell.nav-desk',
      who: isSupport,
      side: { group: 'operations', icon: Gauge },
    },
    {
      path: '/operations',
      titleKey: 'operations.title',
      who: isSupport,
      side: { group: 'operations', label: 'shell.nav-operations', icon: Workflow },
    },
  ],
  docks: {
    cause: { who: isSupport },
    operation: {},
  },
};
