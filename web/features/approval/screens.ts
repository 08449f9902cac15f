import { UserCheck } from 'lucide-react';
import { anyUser, isPortalAdmin, isSupport, mayPublish } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const approvalScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).approvalViews,
  routes: [
    {
      path: '/approvals',
      titleKey: 'shell.nav-approvals',
      // Support asks for replays.
      who: (user) => mayPublish(user) || isSupport(user),
      side: { group: 'portal', icon: UserCheck, who: isPortalAdmin },
    },
    // Whoever asked for it sees it, whatever they have become.
    { path: '/approvals/:id', titleKey: 'shell.nav-approvals', who: anyUser },
  ],
};
