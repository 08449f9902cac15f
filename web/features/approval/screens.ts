import { UserCheck } from 'lucide-react';
import { isPortalAdmin, mayPublish } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const approvalScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).approvalViews,
  routes: [
    {
      path: '/approvals',
      titleKey: 'shell.nav-approvals',
      who: mayPublish,
      side: { group: 'portal', icon: UserCheck, who: isPortalAdmin },
    },
    { path: '/approvals/:id', titleKey: 'shell.nav-approvals', who: mayPublish },
  ],
};
