import { ShieldCheck } from 'lucide-react';
import { lazy } from 'react';
import { decidesAccess, readsRecords } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

const waitingCount = lazy(() => import('./waiting-count.tsx').then((module) => ({ default: module.WaitingCount })));

export const accessScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).accessViews,
  routes: [
    {
      path: '/api-access-control',
      titleKey: 'access.title',
      who: (user) => readsRecords(user) || decidesAccess(user),
      side: { group: 'portal', icon: ShieldCheck, count: waitingCount },
    },
  ],
};
