import { ClipboardList } from 'lucide-react';
import { readsAudit, readsRecords } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const reviewRoundScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).reviewRoundViews,
  routes: [
    {
      path: '/review-rounds',
      titleKey: 'shell.nav-review-rounds',
      who: readsAudit,
      side: { group: 'audit', icon: ClipboardList, who: readsRecords },
    },
    { path: '/review-round/:id', titleKey: 'shell.nav-review-rounds', who: readsAudit },
  ],
};
