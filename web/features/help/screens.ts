import { anyUser } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const helpScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).helpViews,
  routes: [{ path: '/help/faq', titleKey: 'help.title', who: anyUser }],
};
