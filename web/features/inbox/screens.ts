import { mayDecide } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const inboxScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).inboxViews,
  routes: [{ path: '/inbox', titleKey: 'shell.inbox', who: mayDecide }],
};
