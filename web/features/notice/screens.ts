import { anyUser } from '../../api/roles.ts';
import type { FeatureScreens } from '../../components/layout/screen.ts';

export const noticeScreens: FeatureScreens = {
  views: async () => (await import('./views.ts')).noticeViews,
  routes: [
    { path: '/notices', titleKey: 'shell.notices', who: anyUser },
    { path: '/my-requests', titleKey: 'shell.my-requests', who: anyUser },
  ],
};
