import { anyUser } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const historyScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).historyViews,
  routes: [{ path: '/api-history/:id', titleKey: 'apis.history', who: anyUser }],
};
