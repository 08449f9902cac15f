import { Inbox } from 'lucide-react';
import { isSupport } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const issueScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).issueViews,
  routes: [{ path: '/issues', titleKey: 'issues.title', who: isSupport, side: { group: 'operations', icon: Inbox } }],
  docks: {
    issue: { who: isSupport },
  },
};
